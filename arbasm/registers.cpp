#include "arbasm/registers.h"

#include <unordered_map>

namespace arbasm {
namespace {

struct BindingHash {
    size_t operator()(const Binding& b) const {
        uint64_t hash = 1469598103934665603ull;
        const auto mix = [&hash](uint64_t value) { hash = (hash ^ value) * 1099511628211ull; };
        mix(static_cast<uint64_t>(b.kind));
        mix(static_cast<uint16_t>(b.index));
        mix(static_cast<uint16_t>(b.row));
        mix(static_cast<uint16_t>(b.vertex));
        mix((b.back ? 1u : 0u) | (b.secondary ? 2u : 0u) | static_cast<unsigned>(b.form) << 2);
        for (uint32_t word : b.constant) mix(word);
        return static_cast<size_t>(hash ^ hash >> 29);
    }
};

// Calls visit(int32_t& variable) for every variable an instruction names, in the order the printer writes them.
template <class Visit>
void for_each_variable(Instruction& instruction, Visit visit) {
    const auto relative = [&](RelativeIndex& index) {
        if (index.file != RegisterFile::None) visit(index.variable);
    };
    const auto operand = [&](Operand& o) {
        if (o.file == RegisterFile::None) return;
        visit(o.variable);
        relative(o.vertex_relative);
        relative(o.relative);
    };
    if (instruction.result.file != RegisterFile::None) {
        visit(instruction.result.variable);
        relative(instruction.result.relative);
    }
    for (int n = 0; n < instruction.operand_count; ++n) operand(instruction.operands[static_cast<size_t>(n)]);
    TextureAccess& texture = instruction.texture;
    if (texture.variable >= 0) {
        visit(texture.variable);
        relative(texture.relative);
    }
    if (texture.handle) operand(*texture.handle);
    if (texture.offset_operand) operand(*texture.offset_operand);
}

struct State {
    Program& program;
    VariableBindings bindings;
    std::unordered_map<Binding, int32_t, BindingHash> result_registers, parameter_registers;
    struct AttributeKeyHash {
        size_t operator()(const Attribute& a) const {
            return BindingHash()(a.binding) * 31 + static_cast<size_t>(a.interpolation) * 4 +
                   static_cast<size_t>(a.sample_location);
        }
    };
    std::unordered_map<Attribute, int32_t, AttributeKeyHash> attribute_registers;

    void order_variables();
    void assign(Variable& variable, const std::vector<Binding>& bound);
};

void State::order_variables() {
    const size_t count = program.variables.size();
    std::vector<int32_t> place(count, -1);
    std::vector<size_t> order;
    order.reserve(count);
    for (size_t n = 0; n < count; ++n) {
        if (program.variables[n].name.empty() || program.variables[n].implicit) continue;
        place[n] = static_cast<int32_t>(order.size());
        order.push_back(n);
    }
    // Passes may have added a second inline variable for a binding that has one.
    std::unordered_map<Binding, int32_t, BindingHash> inline_places[3];
    for (Instruction& instruction : program.instructions) {
        for_each_variable(instruction, [&](int32_t& variable) {
            const auto index = static_cast<size_t>(variable);
            if (place[index] < 0) {
                if (program.variables[index].implicit) {
                    place[index] = static_cast<int32_t>(order.size());
                    order.push_back(index);
                    variable = place[index];
                    return;
                }
                const RegisterFile file = program.variables[index].file;
                auto& known = inline_places[file == RegisterFile::Attribute ? 0 : file == RegisterFile::Result ? 1 : 2];
                const auto [found, is_new] = known.emplace(bindings[index].front(), static_cast<int32_t>(order.size()));
                place[index] = found->second;
                if (is_new) order.push_back(index);
            }
            variable = place[index];
        });
    }
    std::vector<Variable> variables;
    VariableBindings ordered;
    variables.reserve(order.size());
    ordered.reserve(order.size());
    for (size_t n : order) {
        variables.push_back(std::move(program.variables[n]));
        ordered.push_back(std::move(bindings[n]));
    }
    program.variables = std::move(variables);
    bindings = std::move(ordered);
}

void State::assign(Variable& variable, const std::vector<Binding>& bound) {
    const auto place = [&](auto& file, auto& known, const auto& entry) {
        const auto next = static_cast<int32_t>(file.size());
        if (variable.array) {
            known.emplace(entry, next);
            file.push_back(entry);
            return next;
        }
        const auto [found, is_new] = known.emplace(entry, next);
        if (is_new) file.push_back(entry);
        return found->second;
    };
    for (size_t n = 0; n < bound.size(); ++n) {
        int32_t at = 0;
        switch (variable.file) {
            case RegisterFile::Attribute: {
                const Attribute key{bound[n], variable.interpolation, variable.sample_location, DataType::Typeless};
                at = place(program.attributes, attribute_registers, key);
                break;
            }
            case RegisterFile::Result: at = place(program.results, result_registers, bound[n]); break;
            default: at = place(program.parameters, parameter_registers, bound[n]); break;
        }
        if (n == 0) variable.base = at;
        if (variable.file == RegisterFile::Attribute && variable.type != DataType::Typeless) {
            program.attributes[static_cast<size_t>(at)].type = variable.type;
        }
    }
}

}  // namespace

void assign_registers(Program& program, VariableBindings bindings) {
    State state{program, std::move(bindings), {}, {}, {}};
    program.attributes.clear();
    program.results.clear();
    program.parameters.clear();
    program.temporary_count = 0;
    program.address_count = 0;
    state.order_variables();
    for (size_t n = 0; n < program.variables.size(); ++n) {
        Variable& variable = program.variables[n];
        switch (variable.file) {
            case RegisterFile::Temporary:
                variable.base = program.temporary_count;
                program.temporary_count += variable.size * (variable.is_long ? 2 : 1);
                break;
            case RegisterFile::Address:
                variable.base = program.address_count;
                program.address_count += variable.size;
                break;
            case RegisterFile::Attribute:
            case RegisterFile::Result:
            case RegisterFile::Parameter: state.assign(variable, state.bindings[n]); break;
            default: break;
        }
    }
}

void reassign_registers(Program& program, VariableBindings added) {
    VariableBindings bindings(program.variables.size());
    size_t next_added = 0;
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const Variable& variable = program.variables[n];
        if (variable.base < 0) {
            if (next_added < added.size()) bindings[n] = std::move(added[next_added++]);
            continue;
        }
        for (int32_t element = 0; element < variable.size; ++element) {
            const auto at = static_cast<size_t>(variable.base + element);
            if (variable.file == RegisterFile::Attribute) bindings[n].push_back(program.attributes[at].binding);
            if (variable.file == RegisterFile::Result) bindings[n].push_back(program.results[at]);
            if (variable.file == RegisterFile::Parameter) bindings[n].push_back(program.parameters[at]);
        }
    }
    assign_registers(program, std::move(bindings));
}

}  // namespace arbasm
