// Instructions from operations that have their order and their registers: flow control's addresses and counters, the
// texture semaphore, waits and idle slots.
#include <algorithm>
#include <map>

#include "arbasm/targets/ctm/array.h"
#include "arbasm/targets/ctm/code.h"

namespace arbasm::ctm {
namespace {

// JUMP_FUNC: bit (ALU result << 2 | predicate << 1 | boolean).
constexpr uint16_t never = 0x00, always = 0xff, if_false = 0x0f, if_true = 0xf0;

uint16_t function_of(Decision decision) {
    switch (decision) {
        case Decision::Never: return never;
        case Decision::IfTrue: return if_true;
        case Decision::IfFalse: return if_false;
        default: return always;
    }
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
                default: break;
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
void place_flow(std::span<const Op> ops, std::span<const size_t> at, std::vector<Slot>& slots) {
    struct Open {
        FlowKind kind;
        size_t op;
        std::vector<size_t> leaves;  // BRK
        std::vector<size_t> skips;   // CONT
    };
    std::vector<Open> open;
    std::map<int, size_t> labels;
    for (size_t i = 0; i < ops.size(); i++)
        if (ops[i].flow == FlowKind::Label) labels[ops[i].label] = at[i];
    const auto jump_to = [&](size_t op, size_t address) {
        slots[at[op]].jump_addr = static_cast<uint16_t>(std::min<size_t>(address, max_instructions - 1));
    };
    for (size_t i = 0; i < ops.size(); i++) {
        const Op& op = ops[i];
        if (op.type != Flow || op.flow == FlowKind::Label) continue;
        Slot& slot = slots[at[i]];
        slot.type = Flow;
        slot.alu_wait = 1;
        slot.int_addr = static_cast<uint16_t>(op.constant);
        // IFs inside the innermost loop, which leaving it closes.
        const auto inner_branches = [&] {
            uint16_t count = 0;
            for (auto o = open.rbegin(); o != open.rend() && o->kind != FlowKind::Rep; ++o) count++;
            return count;
        };
        const auto innermost_loop = [&]() -> Open* {
            for (auto o = open.rbegin(); o != open.rend(); ++o)
                if (o->kind == FlowKind::Rep) return &*o;
            return nullptr;
        };
        switch (op.flow) {
            case FlowKind::Jump:
            case FlowKind::Call:
                slot.jump_func = always;
                slot.jump_any = 1;
                if (op.flow == FlowKind::Call) slot.a_op = address_push;
                jump_to(i, labels[op.label]);
                break;
            case FlowKind::Return:
                slot.jump_func = always;
                slot.jump_any = 1;
                slot.a_op = address_pop;
                break;
            case FlowKind::If:
                slot.jump_func = function_of(op.jumps);
                slot.b_op0 = branch_increment;
                open.push_back({op.flow, i, {}, {}});
                break;
            case FlowKind::Else: {
                slot.b_else = 1;
                slot.b_op1 = branch_decrement;
                slot.b_pop_cnt = 1;
                Slot& start = slots[at[open.back().op]];
                start.b_op1 = branch_increment;
                jump_to(open.back().op, at[i] + 1);
                open.back() = {op.flow, i, {}, {}};
                break;
            }
            case FlowKind::Endif:
                slot.jump_any = 1;
                slot.b_op0 = branch_decrement;
                slot.b_pop_cnt = 1;
                jump_to(open.back().op, at[i] + 1);
                open.pop_back();
                break;
            case FlowKind::Rep:
                slot.flow_op = flow_rep;
                open.push_back({op.flow, i, {}, {}});
                break;
            case FlowKind::Endrep: {
                slot.flow_op = flow_endrep;
                slot.jump_func = always;
                slot.jump_any = 1;
                const Open loop = open.back();
                open.pop_back();
                jump_to(i, at[loop.op] + 1);
                jump_to(loop.op, at[i] + 1);
                for (size_t leaves : loop.leaves) jump_to(leaves, at[i] + 1);
                for (size_t skips : loop.skips) jump_to(skips, at[i]);
                break;
            }
            case FlowKind::Break:
            case FlowKind::Continue:
                slot.flow_op = op.flow == FlowKind::Break ? flow_breakrep : flow_continue;
                slot.jump_func = function_of(op.jumps);
                slot.b_op1 = branch_decrement;
                slot.b_pop_cnt = inner_branches();
                if (Open* loop = innermost_loop())
                    (op.flow == FlowKind::Break ? loop->leaves : loop->skips).push_back(i);
                break;
            default: break;
        }
    }
}

// WAIT as late as it can be: where something touches what a lookup brings. ACQUIRE on the last of a run of lookups.
void synchronise(std::vector<Slot>& slots) {
    std::array<bool, temporary_count> pending{}, fresh{};
    bool any_pending = false;
    const auto touches = [&](const Slot& slot) {
        bool hit = false;
        if (slot.type == Texture) {
            hit |= pending[slot.src_addr];
            if (slot.tex_op != tex_kill) hit |= pending[slot.dst_addr];
            return hit;
        }
        for (const AddressMembers& a : address_members)
            if (!(slot.*a.constant) && !(slot.*a.address & 0x80)) hit |= pending[slot.*a.address];
        if (slot.rgb_wmask) hit |= pending[slot.rgb_addrd];
        if (slot.alpha_wmask) hit |= pending[slot.alpha_addrd];
        return hit;
    };
    bool fresh_predicate = false;
    for (size_t i = 0; i < slots.size(); i++) {
        Slot& slot = slots[i];
        if (slot.type == Flow) {
            if (any_pending) slot.tex_sem_wait = 1;
            pending.fill(false);
            fresh.fill(false);
            any_pending = fresh_predicate = false;
            continue;
        }
        if (touches(slot)) slot.tex_sem_wait = 1;
        if (slot.tex_sem_wait) {
            pending.fill(false);
            any_pending = false;
        }
        if (slot.type == Texture) {
            if (fresh[slot.src_addr] || (slot.rgb_pred_sel && fresh_predicate)) {
                slot.alu_wait = 1;
                fresh.fill(false);
                fresh_predicate = false;
            }
            if (slot.tex_op == tex_kill) continue;
            pending[slot.dst_addr] = any_pending = true;
            // The last of a run takes the semaphore for all of it.
            const bool more = i + 1 < slots.size() && slots[i + 1].type == Texture && slots[i + 1].tex_op != tex_kill &&
                              !touches(slots[i + 1]);
            if (!more) slot.tex_sem_wait = slot.tex_sem_acquire = 1;
            continue;
        }
        if (slot.rgb_wmask) fresh[slot.rgb_addrd] = true;
        if (slot.alpha_wmask) fresh[slot.alpha_addrd] = true;
        if (slot.type == Alu && (slot.rgb_omask || slot.alpha_omask)) fresh_predicate = true;
        if (i == 0 || slots[i - 1].type == Texture || slots[i - 1].type == Flow) continue;
        Slot& before = slots[i - 1];
        // A predicate that the instruction before wrote.
        if ((slot.rgb_pred_sel || slot.alpha_pred_sel) && before.type == Alu &&
            (before.rgb_omask || before.alpha_omask))
            before.nop = 1;
        // Presubtraction of what the instruction before writes.
        bool presubtracts = false;
        for (const OperandMembers& o : operand_members) presubtracts |= slot.*o.select == source_presubtract;
        if (!presubtracts) continue;
        for (size_t n : {0u, 1u, 3u, 4u}) {
            const AddressMembers& a = address_members[n];
            if (slot.*a.constant || slot.*a.address & 0x80) continue;
            if ((before.rgb_wmask && before.rgb_addrd == slot.*a.address) ||
                (before.alpha_wmask && before.alpha_addrd == slot.*a.address))
                before.nop = 1;
        }
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
    slot.dst_g_swiz = 1;
    slot.dst_b_swiz = 2;
    slot.dst_a_swiz = 3;
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
            place(op, assigned, &slot);
        slots.push_back(slot);
    }
    if (slots.empty() || ends_in_flow || slots.back().type != Output) {
        Slot end;
        end.type = Output;
        slots.push_back(end);
    }
    place_flow(ops, at, slots);
    slots.back().tex_sem_wait = 1;
    synchronise(slots);
    return slots;
}

}  // namespace arbasm::ctm
