// Instructions from operations that have their order and their registers: flow control's addresses and counters, the
// texture semaphore, waits and idle slots.
#include <algorithm>
#include <map>

#include "machines/ctm/codegen/code.h"
#include "machines/ctm/emulator/array.h"

namespace machines::ctm {
namespace {

// JUMP_FUNC: bit (ALU result << 2 | predicate << 1 | boolean).
constexpr uint16_t never = 0x00, always = 0xff, if_false = 0x0f, if_true = 0xf0;

uint16_t function_of(Decision decision) {
    switch (decision) {
        case Decision::Never: return never;
        case Decision::IfTrue: return if_true;
        case Decision::IfFalse: return if_false;
        case Decision::Always: break;
    }
    return always;
}

// How deep stacks get, calls included.
class Depths {
  public:
    explicit Depths(std::span<const Op> ops) : ops_(ops) {}
    // Empty, or what is too deep.
    std::string check() {
        walk(0, 0, 0, 0);
        return error_;
    }

  private:
    void walk(size_t from, int branches, int loops, int calls) {
        if (calls > full_stacks.calls) error_ = "calls nest deeper than 4, or without end";
        if (!error_.empty()) return;
        int depth = 0;
        for (size_t i = from; i < ops_.size() && error_.empty(); i++) {
            const Op& op = ops_[i];
            switch (op.flow) {
                case FlowKind::If:
                    depth++;
                    if (++branches > full_stacks.branches) error_ = "branches nest deeper than 31";
                    break;
                case FlowKind::Endif:
                    depth--;
                    branches--;
                    break;
                case FlowKind::Rep:
                    depth++;
                    if (++loops > full_stacks.loops) error_ = "loops nest deeper than 4";
                    break;
                case FlowKind::Endrep:
                    depth--;
                    loops--;
                    break;
                case FlowKind::Call: walk(label(op.label), branches, loops, calls + 1); break;
                case FlowKind::Jump:
                    // Only the main program's start and end.
                    if (op.label != 0)
                        i = label(op.label);
                    else if (depth == 0)
                        return;
                    break;
                case FlowKind::Return:
                    if (depth == 0) return;
                    break;
                case FlowKind::None:
                case FlowKind::Label:
                case FlowKind::Else:
                case FlowKind::Break:
                case FlowKind::Continue: break;
            }
        }
    }
    size_t label(int number) const {
        size_t i = 0;
        while (i < ops_.size() && !(ops_[i].flow == FlowKind::Label && ops_[i].label == number)) i++;
        return i;
    }

    std::span<const Op> ops_;
    std::string error_;
};

// The jumps and counters of the canonical sequences: each kind's row, with addresses filled in.
class FlowRows {
  public:
    // `at`: the slot of each operation.
    FlowRows(std::span<const Op> ops, std::span<const size_t> at, std::vector<Slot>& slots)
        : ops_(ops), at_(at), slots_(slots) {
        for (size_t i = 0; i < ops.size(); i++)
            if (ops[i].flow == FlowKind::Label) labels_[ops[i].label] = at[i];
    }
    void emit_all() {
        for (size_t i = 0; i < ops_.size(); i++)
            if (ops_[i].type == Flow && ops_[i].flow != FlowKind::Label) emit_flow(i);
    }

  private:
    struct Open {
        FlowKind kind;
        size_t op;
        std::vector<size_t> leaves;  // BRK
        std::vector<size_t> skips;   // CONT
    };
    void emit_flow(size_t i);
    void emit_else(size_t i);
    void emit_loop_end(size_t i);
    void emit_loop_exit(size_t i);
    void jump_to(size_t op, size_t address) {
        slots_[at_[op]].jump_addr = static_cast<uint16_t>(std::min<size_t>(address, max_instructions - 1));
    }

    std::span<const Op> ops_;
    std::span<const size_t> at_;
    std::vector<Slot>& slots_;
    std::vector<Open> open_;  // IF, ELSE and REP without their ends so far
    std::map<int, size_t> labels_;
};

void FlowRows::emit_flow(size_t i) {
    const Op& op = ops_[i];
    Slot& slot = slots_[at_[i]];
    slot.type = Flow;
    slot.alu_wait = 1;
    slot.int_addr = static_cast<uint16_t>(op.constant);
    switch (op.flow) {
        case FlowKind::Jump:
        case FlowKind::Call:
            slot.jump_func = always;
            slot.jump_any = 1;
            if (op.flow == FlowKind::Call) slot.a_op = address_push;
            jump_to(i, labels_[op.label]);
            break;
        case FlowKind::Return:
            slot.jump_func = always;
            slot.jump_any = 1;
            slot.a_op = address_pop;
            break;
        case FlowKind::If:
            slot.jump_func = function_of(op.jumps);
            slot.b_op0 = branch_increment;
            open_.push_back({op.flow, i, {}, {}});
            break;
        case FlowKind::Else: emit_else(i); break;
        case FlowKind::Endif:
            slot.jump_any = 1;
            slot.b_op0 = branch_decrement;
            slot.b_pop_cnt = 1;
            jump_to(open_.back().op, at_[i] + 1);
            open_.pop_back();
            break;
        case FlowKind::Rep:
            slot.flow_op = flow_rep;
            open_.push_back({op.flow, i, {}, {}});
            break;
        case FlowKind::Endrep: emit_loop_end(i); break;
        case FlowKind::Break:
        case FlowKind::Continue: emit_loop_exit(i); break;
        case FlowKind::None:
        case FlowKind::Label: break;
    }
}

void FlowRows::emit_else(size_t i) {
    Slot& slot = slots_[at_[i]];
    slot.b_else = 1;
    slot.b_op1 = branch_decrement;
    slot.b_pop_cnt = 1;
    Slot& start = slots_[at_[open_.back().op]];
    start.b_op1 = branch_increment;
    jump_to(open_.back().op, at_[i] + 1);
    open_.back() = {FlowKind::Else, i, {}, {}};
}

void FlowRows::emit_loop_end(size_t i) {
    Slot& slot = slots_[at_[i]];
    slot.flow_op = flow_endrep;
    slot.jump_func = always;
    slot.jump_any = 1;
    const Open loop = open_.back();
    open_.pop_back();
    jump_to(i, at_[loop.op] + 1);
    jump_to(loop.op, at_[i] + 1);
    for (size_t leaves : loop.leaves) jump_to(leaves, at_[i] + 1);
    for (size_t skips : loop.skips) jump_to(skips, at_[i]);
}

// BRK and CONT: they close the IFs inside the innermost loop, whose end will tell where they jump.
void FlowRows::emit_loop_exit(size_t i) {
    const Op& op = ops_[i];
    const auto loop = std::find_if(open_.rbegin(), open_.rend(), [](const Open& o) { return o.kind == FlowKind::Rep; });
    Slot& slot = slots_[at_[i]];
    slot.flow_op = op.flow == FlowKind::Break ? flow_breakrep : flow_continue;
    slot.jump_func = function_of(op.jumps);
    slot.b_op1 = branch_decrement;
    slot.b_pop_cnt = static_cast<uint16_t>(loop - open_.rbegin());
    if (loop != open_.rend()) (op.flow == FlowKind::Break ? loop->leaves : loop->skips).push_back(i);
}

// What is on its way while instructions are issued, by register: the channels that lookups bring.
class Synchroniser {
  public:
    explicit Synchroniser(std::vector<Slot>& slots) : slots_(slots) {}
    void run();

  private:
    bool touches(const Slot& slot) const;
    void flow(Slot& slot);
    void lookup(size_t i);
    void idle(size_t i);

    std::vector<Slot>& slots_;
    std::array<uint8_t, temporary_count> pending_{};
    std::array<bool, temporary_count> fresh_{};  // written by the ALU since it was waited for
    bool any_pending_ = false, fresh_predicate_ = false;
};

uint32_t mask_of(const Slot& slot) { return slot.rgb_wmask | static_cast<uint32_t>(slot.alpha_wmask) << 3; }

// Channels of the source register that a lookup or KIL reads.
uint32_t coordinates_of(const Slot& slot) {
    if (slot.tex_op == tex_kill) return mask_of(slot);
    // Where two coordinates are meant, the third names a channel of these.
    const uint32_t channels = 1u << slot.src_s_swiz | 1u << slot.src_t_swiz | 1u << slot.src_r_swiz;
    return slot.tex_op == tex_proj ? channels | 1u << slot.src_q_swiz : channels;
}

// Whether it reads or overwrites a channel that a lookup brings.
bool Synchroniser::touches(const Slot& slot) const {
    if (slot.type == Texture)
        return (pending_[slot.src_addr] & coordinates_of(slot)) ||
               (slot.tex_op != tex_kill && (pending_[slot.dst_addr] & mask_of(slot)));
    const SlotReads reads = reads_of(slot);
    for (size_t i = 0; i < address_members.size(); i++) {
        const AddressMembers& a = address_members[i];
        if (!(slot.*a.constant) && !(slot.*a.address & 0x80) && (pending_[slot.*a.address] & reads.sources[i]))
            return true;
    }
    return (pending_[slot.rgb_addrd] & slot.rgb_wmask) || (slot.alpha_wmask && (pending_[slot.alpha_addrd] & 8));
}

void Synchroniser::flow(Slot& slot) {
    if (any_pending_) slot.tex_sem_wait = 1;
    pending_.fill(0);
    fresh_.fill(false);
    any_pending_ = fresh_predicate_ = false;
}

void Synchroniser::lookup(size_t i) {
    Slot& slot = slots_[i];
    if (fresh_[slot.src_addr] || (slot.rgb_pred_sel && fresh_predicate_)) {
        slot.alu_wait = 1;
        fresh_.fill(false);
        fresh_predicate_ = false;
    }
    if (slot.tex_op == tex_kill) return;
    pending_[slot.dst_addr] |= static_cast<uint8_t>(mask_of(slot));
    any_pending_ = true;
    // The last of a run takes the semaphore for all of it.
    const bool more = i + 1 < slots_.size() && slots_[i + 1].type == Texture && slots_[i + 1].tex_op != tex_kill &&
                      !touches(slots_[i + 1]);
    if (!more) slot.tex_sem_wait = slot.tex_sem_acquire = 1;
}

// The instruction before leaves a slot idle where this one uses what it wrote too early.
void Synchroniser::idle(size_t i) {
    if (i == 0 || slots_[i - 1].type == Texture || slots_[i - 1].type == Flow) return;
    const Slot& slot = slots_[i];
    Slot& before = slots_[i - 1];
    if ((slot.rgb_pred_sel || slot.alpha_pred_sel) && before.type == Alu && (before.rgb_omask || before.alpha_omask))
        before.nop = 1;
    // Presubtraction of it: only the addresses that a presubtraction reads, of the unit that makes it.
    const SlotReads reads = reads_of(slot);
    const auto written = [&](const AddressMembers& a) {
        return !(slot.*a.constant) && !(slot.*a.address & 0x80) &&
               ((before.rgb_wmask && before.rgb_addrd == slot.*a.address) ||
                (before.alpha_wmask && before.alpha_addrd == slot.*a.address));
    };
    for (const size_t side : {0u, 3u}) {
        if (!(reads.presubtracted & (side ? alpha_lane : rgb_lanes))) continue;
        const bool two = presubtracts_two(side ? slot.alpha_srcp_op : slot.rgb_srcp_op);
        if (written(address_members[side]) || (two && written(address_members[side + 1]))) before.nop = 1;
    }
}

// WAIT as late as it can be: where something touches what a lookup brings. ACQUIRE on the last of a run of lookups.
void Synchroniser::run() {
    for (size_t i = 0; i < slots_.size(); i++) {
        Slot& slot = slots_[i];
        if (slot.type == Flow) {
            flow(slot);
            continue;
        }
        if (touches(slot)) slot.tex_sem_wait = 1;
        if (slot.tex_sem_wait) {
            pending_.fill(0);
            any_pending_ = false;
        }
        if (slot.type == Texture) {
            lookup(i);
            continue;
        }
        if (slot.rgb_wmask) fresh_[slot.rgb_addrd] = true;
        if (slot.alpha_wmask) fresh_[slot.alpha_addrd] = true;
        if (slot.type == Alu && (slot.rgb_omask || slot.alpha_omask)) fresh_predicate_ = true;
        idle(i);
    }
}

Slot lookup_slot(const Op& op, std::span<const int> assigned) {
    const auto real = [&](int value) { return static_cast<uint16_t>(assigned[static_cast<size_t>(value)]); };
    Slot slot;
    slot.type = Texture;
    slot.tex_op = op.tex_op;
    slot.tex_id = op.tex_id;
    slot.unscaled = op.unscaled;
    slot.rgb_wmask = op.mask & 7;
    slot.alpha_wmask = op.mask >> 3 & 1;
    if (op.predicated) slot.rgb_pred_sel = slot.alpha_pred_sel = predicate_rgba;
    slot.src_addr = real(op.coordinate);
    slot.src_s_swiz = op.coordinate_select[0];
    slot.src_t_swiz = op.coordinate_select[1];
    slot.src_r_swiz = op.coordinate_select[2];
    slot.src_q_swiz = op.coordinate_select[3];
    if (op.tex_op != tex_kill) slot.dst_addr = real(op.destination);
    slot.dst_r_swiz = op.fetched[0];
    slot.dst_g_swiz = op.fetched[1];
    slot.dst_b_swiz = op.fetched[2];
    slot.dst_a_swiz = op.fetched[3];
    return slot;
}

}  // namespace

std::vector<Slot> emit(std::span<const Op> ops, std::span<const int> assigned, std::string& error) {
    error = Depths(ops).check();
    if (!error.empty()) return {};
    std::vector<Slot> slots;
    std::vector<size_t> at;
    bool ends_in_flow = false;
    for (const Op& op : ops) {
        at.push_back(slots.size());
        ends_in_flow = op.type == Flow;
        if (op.flow == FlowKind::Label) continue;
        Slot slot;
        if (op.type == Texture)
            slot = lookup_slot(op, assigned);
        else if (op.type != Flow)
            allocate_sources(op, assigned, &slot);
        slots.push_back(slot);
    }
    if (slots.empty() || ends_in_flow || slots.back().type != Output) {
        Slot end;
        end.type = Output;
        slots.push_back(end);
    }
    FlowRows(ops, at, slots).emit_all();
    slots.back().tex_sem_wait = 1;
    Synchroniser(slots).run();
    return slots;
}

}  // namespace machines::ctm
