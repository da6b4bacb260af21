#include "ir/registers.h"

#include <unordered_map>

namespace arbasm {
namespace {

InlineKey inline_key(const std::vector<Binding>& bound) {
    return {bound.front(), bound.size() > 1 ? bound.back() : Binding{}};
}

struct State {
    Program& program;
    VariableBindings bindings;
    std::unordered_map<Binding, int32_t, BindingHash> result_registers, parameter_registers;
    std::unordered_map<InlineKey, int32_t, InlineKeyHash> wide_registers;  // first of the two, by their bindings
    struct AttributeKeyHash {
        size_t operator()(const Attribute& a) const {
            return BindingHash()(a.binding) * 31 + static_cast<size_t>(a.interpolation) * 16 +
                   static_cast<size_t>(a.sample_location) * 4 + (a.is_long ? 2u : 0u) + (a.per_vertex ? 1u : 0u);
        }
    };
    std::unordered_map<Attribute, int32_t, AttributeKeyHash> attribute_registers;

    void order_variables();
    void assign(Variable& variable, const std::vector<Binding>& bound);
};

void State::order_variables() {
    const size_t count = program.variables.size();
    std::vector<int32_t> new_index(count, -1);
    std::vector<size_t> order;
    order.reserve(count);
    for (size_t n = 0; n < count; ++n) {
        if (program.variables[n].name.empty() || program.variables[n].implicit) continue;
        new_index[n] = static_cast<int32_t>(order.size());
        order.push_back(n);
    }
    // Passes may have added a second inline variable for a binding that has one.
    std::unordered_map<InlineKey, int32_t, InlineKeyHash> inline_indices[3];
    for (Instruction& instruction : program.instructions) {
        for_each_variable(instruction, [&](int32_t& variable) {
            const auto index = static_cast<size_t>(variable);
            if (new_index[index] < 0) {
                if (program.variables[index].implicit) {
                    new_index[index] = static_cast<int32_t>(order.size());
                    order.push_back(index);
                    variable = new_index[index];
                    return;
                }
                const RegisterFile file = program.variables[index].file;
                auto& known = inline_indices[file == RegisterFile::Attribute ? 0
                                             : file == RegisterFile::Result  ? 1
                                                                             : 2];
                const auto [found, is_new] =
                    known.emplace(inline_key(bindings[index]), static_cast<int32_t>(order.size()));
                new_index[index] = found->second;
                if (is_new) order.push_back(index);
            }
            variable = new_index[index];
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
    const auto register_of = [&](auto& file, auto& known, const auto& entry) {
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
    if (variable.is_wide() && !variable.array) {
        // The halves of a 64-bit quantity stay together.
        const bool attribute = variable.file == RegisterFile::Attribute;
        const auto next = static_cast<int32_t>(attribute ? program.attributes.size() : program.parameters.size());
        const auto [found, is_new] = wide_registers.emplace(inline_key(bound), next);
        variable.base = found->second;
        if (!is_new) return;
        for (const Binding& half : bound) {
            if (attribute) {
                program.attributes.push_back({half, {}, {}, variable.type, true, false});
            } else {
                program.parameters.push_back(half);
            }
        }
        return;
    }
    for (size_t n = 0; n < bound.size(); ++n) {
        int32_t at = 0;
        Binding binding = bound[n];
        binding.vertex = -1;
        switch (variable.file) {
            case RegisterFile::Attribute: {
                const Attribute key{binding,
                                    variable.interpolation,
                                    variable.sample_location,
                                    DataType::Typeless,
                                    variable.is_long,
                                    variable.per_vertex || variable.vertex >= 0};
                at = register_of(program.attributes, attribute_registers, key);
                break;
            }
            case RegisterFile::Result: at = register_of(program.results, result_registers, binding); break;
            case RegisterFile::Parameter: at = register_of(program.parameters, parameter_registers, binding); break;
            case RegisterFile::Temporary:
            case RegisterFile::Address:
            case RegisterFile::None:
            case RegisterFile::Buffer:
            case RegisterFile::Texture:
            case RegisterFile::Image:
            case RegisterFile::Storage:
            case RegisterFile::Counter:
            case RegisterFile::Shared:
            case RegisterFile::Subroutine: break;  // bound to nothing
        }
        if (n == 0) variable.base = at;
        if (variable.file == RegisterFile::Attribute && variable.type != DataType::Typeless) {
            program.attributes[static_cast<size_t>(at)].type = variable.type;
        }
    }
}

}  // namespace

void assign_registers(Program& program, VariableBindings bindings) {
    State state{program, std::move(bindings), {}, {}, {}, {}};
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
                program.temporary_count += variable.size * variable.registers_per_element();
                break;
            case RegisterFile::Address:
                variable.base = program.address_count;
                program.address_count += variable.size;
                break;
            case RegisterFile::Attribute:
            case RegisterFile::Result:
            case RegisterFile::Parameter: state.assign(variable, state.bindings[n]); break;
            case RegisterFile::None:
            case RegisterFile::Buffer:
            case RegisterFile::Texture:
            case RegisterFile::Image:
            case RegisterFile::Storage:
            case RegisterFile::Counter:
            case RegisterFile::Shared:
            case RegisterFile::Subroutine: break;  // not in registers
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
        // Only registers have bindings; a buffer's size may be all that a number holds.
        if (variable.file != RegisterFile::Attribute && variable.file != RegisterFile::Result &&
            variable.file != RegisterFile::Parameter)
            continue;
        for (int32_t element = 0; element < variable.size * variable.registers_per_element(); ++element) {
            const auto at = static_cast<size_t>(variable.base + element);
            if (variable.file == RegisterFile::Attribute) {
                bindings[n].push_back(program.attributes[at].binding);
                bindings[n].back().vertex = static_cast<int16_t>(variable.vertex);
            }
            if (variable.file == RegisterFile::Result) bindings[n].push_back(program.results[at]);
            if (variable.file == RegisterFile::Parameter) bindings[n].push_back(program.parameters[at]);
        }
    }
    assign_registers(program, std::move(bindings));
}

}  // namespace arbasm
