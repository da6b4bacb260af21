// From operations to instructions: what is read before it is written, pairs of the two halves, registers, words; and
// the whole, in order.
#include <algorithm>
#include <optional>

#include "machines/tegra/codegen/vertex/generator.h"

namespace machines::tegra::vertex {
namespace {

constexpr size_t pairing_reach = 16;  // operations that a half looks ahead for its other half

}  // namespace

uint32_t components_read(const Operation& op, size_t slot) {
    return op.scalar ? scalar_components_read(op.number, op.target.mask)
                     : vector_components_read(op.number, static_cast<uint8_t>(1u << slot), op.target.mask);
}
uint32_t register_components(const Operation& op, size_t slot) {
    const uint32_t read = components_read(op, slot);
    uint32_t mask = 0;
    for (size_t i = 0; i < 4; i++)
        if (read >> i & 1) mask |= 1u << op.source[slot].swizzle[i];
    return mask;
}

Touches reads_of(const Operation& op) {
    Touches touches;
    const auto relative = [&](int component) {
        if (component >= 0) touches.push_back({Touch::Address, 0, 1u << component});
    };
    for (size_t i = 0; i < 3; i++) {
        if (!(op.info().operands >> i & 1)) continue;
        if (op.source[i].type == operand_temporary)
            touches.push_back({Touch::Register, op.source[i].index, register_components(op, i)});
        relative(op.source[i].relative);
    }
    relative(op.target.relative);
    if (op.test.on) touches.push_back({Touch::Condition, static_cast<int>(op.test.code_register), 15});
    if (!op.scalar && op.number == vector_ARA) touches.push_back({Touch::Address, 0, 15});
    return touches;
}
Touches writes_of(const Operation& op) {
    Touches touches;
    switch (op.target.kind) {
        case Target::Temporary: touches.push_back({Touch::Register, op.target.index, op.target.mask}); break;
        // A relative one may be any.
        case Target::Export:
            for (int e = 0; e < static_cast<int>(vertex_exports); e++)
                if (op.target.relative >= 0 || e == op.target.index)
                    touches.push_back({Touch::Export, e, op.target.relative >= 0 ? 15 : op.target.mask});
            break;
        case Target::Address: touches.push_back({Touch::Address, 0, op.target.mask}); break;
        case Target::None: break;
    }
    if (op.update >= 0) touches.push_back({Touch::Condition, op.update, 15});
    return touches;
}
bool overlap(const Touches& a, const Touches& b) {
    for (const Touch& x : a)
        for (const Touch& y : b)
            if (x.kind == y.kind && x.index == y.index && (x.mask & y.mask)) return true;
    return false;
}

// What is read before it is written is 0: the NVIDIA sets say so, and otherwise it would be another value's rest.
void Generator::define_unwritten() {
    std::map<int, uint32_t> written, missing;
    for (const Operation& op : ops_) {
        for (const Touch& touch : reads_of(op))
            if (touch.kind == Touch::Register)
                missing[touch.index] |= has_flow_ ? touch.mask : touch.mask & ~written[touch.index];
        if (op.test.on) continue;
        for (const Touch& touch : writes_of(op))
            if (touch.kind == Touch::Register) written[touch.index] |= touch.mask;
    }
    std::vector<Operation> before;
    for (const auto& [index, mask] : missing) {
        if (!mask || index >= program_.temporary_count) continue;
        Operation op = vector(vector_MOV, {Target::Temporary, index, -1, mask});
        op.source[0].type = operand_constant;
        op.source[0].index = literal({0, 1, -1, -0.0f});
        op.source[0].swizzle.fill(0);
        before.push_back(op);
    }
    const int32_t entry = entry_point(program_);
    if (entry) {
        Operation op;
        op.scalar = true;
        op.number = scalar_BRA;
        op.target.mask = 0;
        op.branch = entry;
        before.push_back(op);
    }
    for (int& first : first_op_) first += static_cast<int>(before.size());
    ops_.insert(ops_.begin(), before.begin(), before.end());
}

// ---- pairs

bool Generator::compatible(const Operation& v, const Operation& s) const {
    if (v.saturate != s.saturate || !(v.test == s.test) || v.update >= 0 || s.update >= 0) return false;
    if (v.target.kind == Target::Export && s.target.kind == Target::Export) return false;
    if ((v.info().operands & s.info().operands & operand_c) && !(v.source[2] == s.source[2])) return false;
    const Source* constant = nullptr;
    const Source* attribute = nullptr;
    int component = -1;
    const auto component_fits = [&](int c) {
        if (c < 0) return true;
        if (component >= 0 && component != c) return false;
        component = c;
        return true;
    };
    for (const Operation* op : {&v, &s}) {
        if (!component_fits(op->target.relative)) return false;
        for (size_t i = 0; i < 3; i++) {
            if (!(op->info().operands >> i & 1)) continue;
            const Source& source = op->source[i];
            if (source.type != operand_constant && source.type != operand_attribute) continue;
            const Source*& place = source.type == operand_constant ? constant : attribute;
            if (place && (place->index != source.index || place->relative != source.relative)) return false;
            place = &source;
            if (!component_fits(source.relative)) return false;
        }
    }
    return true;
}

void Generator::pair() {
    const size_t count = ops_.size();
    std::vector<bool> taken(count), entered(count + 1);
    for (const Operation& op : ops_)
        if (op.branch >= 0) entered[static_cast<size_t>(first_op_[static_cast<size_t>(op.branch)])] = true;
    std::vector<Touches> reads(count), writes(count);
    for (size_t i = 0; i < count; i++) {
        reads[i] = reads_of(ops_[i]);
        writes[i] = writes_of(ops_[i]);
    }
    // A MOV runs in either half.
    const auto as_scalar = [](Operation op) -> std::optional<Operation> {
        if (op.scalar) return op;
        if (op.number != vector_MOV) return std::nullopt;
        op.scalar = true;
        op.number = scalar_MOV;
        op.source[2] = op.source[0];
        op.source[0] = {};
        return op;
    };
    pair_of_.assign(count + 1, 0);
    for (size_t i = 0; i < count; i++) {
        if (taken[i]) continue;
        taken[i] = true;
        const auto here = static_cast<int>(pairs_.size());
        pair_of_[i] = here;
        Pair made;
        (ops_[i].scalar ? made.scalar : made.vector) = static_cast<int>(i);
        for (size_t j = i + 1; !ops_[i].is_barrier() && j < count && j <= i + pairing_reach; j++) {
            if (entered[j] || ops_[j].is_barrier()) break;
            if (taken[j]) continue;
            bool free = !overlap(writes[i], reads[j]) && !overlap(writes[i], writes[j]);
            for (size_t k = i + 1; free && k < j; k++)
                free = taken[k] || (!overlap(writes[k], reads[j]) && !overlap(writes[k], writes[j]) &&
                                    !overlap(reads[k], writes[j]));
            if (!free) continue;
            size_t v = i, s = j;
            std::optional<Operation> scalar;
            for (const bool turn : {false, true}) {
                v = turn ? j : i;
                s = turn ? i : j;
                if (ops_[v].scalar) continue;
                scalar = as_scalar(ops_[s]);
                if (scalar && compatible(ops_[v], *scalar)) break;
                scalar.reset();
            }
            if (!scalar) continue;
            ops_[s] = *scalar;
            taken[j] = true;
            pair_of_[j] = here;
            made = {static_cast<int>(v), static_cast<int>(s)};
            break;
        }
        pairs_.push_back(made);
    }
    pair_of_[count] = static_cast<int>(pairs_.size());
}

// ---- registers

void Generator::allocate() {
    struct Life {
        int first = -1, last = -1;
    };
    std::vector<Life> lives(static_cast<size_t>(registers_));
    for (size_t i = 0; i < ops_.size(); i++) {
        const int at = pair_of_[i];
        for (const bool written : {false, true})
            for (const Touch& touch : written ? writes_of(ops_[i]) : reads_of(ops_[i])) {
                if (touch.kind != Touch::Register) continue;
                Life& life = lives[static_cast<size_t>(touch.index)];
                life.first = life.first < 0 ? at : std::min(life.first, at);
                // Reads come before writes: what is read for the last time makes room in the same instruction, what
                // is written does not.
                life.last = std::max(life.last, at + written);
            }
    }
    // With branches, a value may be needed wherever the program's own registers are.
    if (has_flow_)
        for (int i = 0; i < program_.temporary_count; i++)
            if (lives[static_cast<size_t>(i)].first >= 0)
                lives[static_cast<size_t>(i)] = {0, static_cast<int>(pairs_.size())};
    std::vector<int> order;
    for (int i = 0; i < registers_; i++)
        if (lives[static_cast<size_t>(i)].first >= 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return lives[static_cast<size_t>(a)].first < lives[static_cast<size_t>(b)].first;
    });
    assigned_.assign(static_cast<size_t>(registers_), 0);
    std::vector<int> busy_until;
    for (const int reg : order) {
        const Life& life = lives[static_cast<size_t>(reg)];
        size_t place = 0;
        while (place < busy_until.size() && busy_until[place] > life.first) place++;
        if (place == busy_until.size()) busy_until.push_back(0);
        busy_until[place] = life.last;
        assigned_[static_cast<size_t>(reg)] = static_cast<int>(place);
    }
    if (busy_until.size() > vertex_temporaries)
        generated_.errors.push_back(
            {program_.instructions.empty() ? SourceLocation{} : program_.instructions.back().where,
             "the program cannot be expressed on Tegra: " + std::to_string(busy_until.size()) +
                 " registers hold values at once, and there are 32",
             {}});
}

void Generator::assemble() {
    for (const Pair& pair : pairs_) {
        VertexInstruction out;
        for (const int index : {pair.vector, pair.scalar}) {
            if (index < 0) continue;
            generated_.operations++;
            const Operation& op = ops_[static_cast<size_t>(index)];
            (op.scalar ? out.scalar_operation : out.vector_operation) = op.number;
            uint32_t& temporary = op.scalar ? out.scalar_temporary : out.vector_temporary;
            (op.scalar ? out.scalar_mask : out.vector_mask) = turn_mask(op.target.mask);
            if (op.target.kind == Target::Temporary)
                temporary = static_cast<uint32_t>(assigned_[static_cast<size_t>(op.target.index)]);
            if (op.target.kind == Target::Address) temporary = 0;
            if (op.target.kind == Target::Export) {
                out.export_index = static_cast<uint32_t>(op.target.index);
                out.export_vector = !op.scalar;
                out.export_relative = op.target.relative >= 0;
                if (op.target.relative >= 0) out.address_component = static_cast<uint32_t>(op.target.relative);
            }
            for (size_t slot = 0; slot < 3; slot++) {
                if (!(op.info().operands >> slot & 1)) continue;
                const Source& s = op.source[slot];
                const VertexOperandMembers& m = vertex_operands[slot];
                out.*m.type = s.type;
                out.*m.swizzle = swizzle_of(s.swizzle[0], s.swizzle[1], s.swizzle[2], s.swizzle[3]);
                out.*m.negate = s.negate;
                out.*m.absolute = s.absolute;
                if (s.type == operand_temporary)
                    out.*m.temporary = static_cast<uint32_t>(assigned_[static_cast<size_t>(s.index)]);
                if (s.type == operand_attribute) {
                    out.attribute = static_cast<uint32_t>(s.index);
                    out.attribute_relative = s.relative >= 0;
                }
                if (s.type == operand_constant) {
                    out.constant = static_cast<uint32_t>(s.index);
                    out.constant_relative = s.relative >= 0;
                }
                if (s.relative >= 0) out.address_component = static_cast<uint32_t>(s.relative);
            }
            out.saturate = op.saturate;
            if (op.update >= 0) {
                out.condition_set = out.condition_write = 1;
                out.condition_register = static_cast<uint32_t>(op.update);
            }
            if (op.test.on) {
                out.condition_test = 1;
                out.condition_register = op.test.code_register;
                out.pass_less = op.test.pass & 1;
                out.pass_equal = op.test.pass >> 1 & 1;
                out.pass_greater = op.test.pass >> 2 & 1;
                out.condition_swizzle =
                    swizzle_of(op.test.swizzle[0], op.test.swizzle[1], op.test.swizzle[2], op.test.swizzle[3]);
            }
            if (op.branch >= 0)
                out.c_swizzle =
                    static_cast<uint32_t>(pair_of_[static_cast<size_t>(first_op_[static_cast<size_t>(op.branch)])]);
        }
        generated_.code.instructions.push_back(out);
    }
    // A branch may go behind the last instruction, and the last must not branch itself.
    const bool last_flows =
        !pairs_.empty() && pairs_.back().scalar >= 0 && ops_[static_cast<size_t>(pairs_.back().scalar)].is_barrier();
    bool goes_behind = false;
    for (const Operation& op : ops_)
        goes_behind |= op.branch >= 0 && first_op_[static_cast<size_t>(op.branch)] == static_cast<int>(ops_.size());
    if (pairs_.empty() || last_flows || goes_behind) generated_.code.instructions.emplace_back();
    generated_.code.instructions.back().end = 1;
}

GeneratedVertex Generator::run() {
    if (program_.stage != Stage::Vertex) {
        generated_.errors.push_back({{}, "the program cannot be expressed on Tegra: it is no vertex program", {}});
        return generated_;
    }
    registers_ = program_.temporary_count;
    for (const Instruction& instruction : program_.instructions)
        has_flow_ |= opcode_info(instruction.opcode).category == OpcodeCategory::Flow;
    number_exports();
    place_constants();
    place_addresses();
    for (const Instruction& instruction : program_.instructions) {
        first_op_.push_back(static_cast<int>(ops_.size()));
        const size_t errors = generated_.errors.size(), components = address_components_.size();
        select(instruction);
        // One reason for each instruction.
        if (generated_.errors.size() > errors + 1) generated_.errors.resize(errors + 1);
        if (address_components_.size() > std::max<size_t>(4, components) && generated_.errors.size() == errors)
            refuse(instruction, "there is one address register, of four components");
    }
    first_op_.push_back(static_cast<int>(ops_.size()));
    if (generated_.errors.empty()) {
        define_unwritten();
        pair();
        allocate();
        assemble();
        const SourceLocation last =
            program_.instructions.empty() ? SourceLocation{} : program_.instructions.back().where;
        if (generated_.code.instructions.size() > vertex_instructions)
            generated_.errors.push_back({last,
                                         "the program cannot be expressed on Tegra: it takes " +
                                             std::to_string(generated_.code.instructions.size()) +
                                             " instructions, and there is room for 256",
                                         {}});
        if (next_constant_ > static_cast<int>(vertex_constants))
            generated_.errors.push_back({last,
                                         "the program cannot be expressed on Tegra: it takes " +
                                             std::to_string(next_constant_) + " constants, and there are 256",
                                         {}});
    }
    for (const uint32_t attribute : attributes_)
        generated_.attributes.push_back({program_.attributes[attribute].binding, attribute});
    if (!generated_.errors.empty()) {
        GeneratedVertex failed;
        failed.errors = std::move(generated_.errors);
        return failed;
    }
    for (const GeneratedVertex::Export& e : generated_.exports)
        if (e.number < vertex_exports)
            generated_.code.export_names[e.number] = e.number ? "result" + std::to_string(e.number) : "position";
    for (const GeneratedVertex::Attribute& a : generated_.attributes)
        generated_.code.attribute_names[a.attribute] = "attribute" + std::to_string(a.attribute);
    return generated_;
}

}  // namespace machines::tegra::vertex
