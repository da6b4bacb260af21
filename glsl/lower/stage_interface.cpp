#include "glsl/lower/stage_interface.h"

#include "glsl/lower/memories.h"

namespace glsl {

void StageInterface::declare_uniform(const Variable* variable) {
    const auto leaves = input_.uniform_leaves.find(variable);
    if (leaves == input_.uniform_leaves.end()) return;
    Home home;
    add_leaves(home.leaves, variable->type, 1, false);
    for (size_t n = 0; n < home.leaves.size(); n++) {
        Leaf& leaf = home.leaves[n];
        const int first = leaves->second[n].first;
        if (context_.is_opaque(leaf.type) && !leaf.type->is_subroutine()) {
            // A variable for each, since all units of one are sampled by one target.
            const bool image = leaf.type->is_image();
            arbasm::Variable units;
            units.file = image ? arbasm::RegisterFile::Image : arbasm::RegisterFile::Texture;
            units.name = (image ? "im" : "t") + std::to_string(first);
            units.array = leaf.array;
            units.base = first;
            units.size = static_cast<int32_t>(leaf.count);
            leaf.at = assembly_.add(std::move(units));
            assembly_.declare(leaf.at);
        } else {
            leaf.at = uniforms_;
            leaf.array = true;
            leaf.base = first;
            leaf.halves = is_wide(stored_scalar(leaf.type));
            leaf.high = leaves->second[n].high;
        }
    }
    homes_.add(variable, std::move(home));
}

void StageInterface::declare_variable(const Variable* variable) {
    if (input_.same.contains(variable) || homes_.contains(variable)) return;
    const Qualifiers& qualifiers = variable->qualifiers;
    if (variable->value || is_in_memory(*variable)) return;
    switch (qualifiers.storage) {
        case Storage::In: return varyings_.declare_input(variable);
        case Storage::Out: return varyings_.declare_output(variable);
        case Storage::Uniform: return declare_uniform(variable);
        case Storage::Global:
        case Storage::Local:
        case Storage::Parameter: homes_.add(variable, make_home(assembly_, variable->type, true)); break;
        case Storage::Buffer:
        case Storage::Shared: break;  // in memory
    }
}

Register StageInterface::uniform_registers() {
    arbasm::Variable uniforms;
    uniforms.file = arbasm::RegisterFile::Parameter;
    uniforms.name = "u";
    uniforms.array = true;
    uniforms.size = input_.uniform_registers;
    std::vector<arbasm::Binding> bindings(static_cast<size_t>(uniforms.size));
    for (size_t n = 0; n < bindings.size(); n++) {
        bindings[n].kind = arbasm::BindingKind::ProgramLocal;
        bindings[n].index = static_cast<int16_t>(n);
    }
    return assembly_.add(std::move(uniforms), std::move(bindings));
}

void StageInterface::declare() {
    if (input_.uniform_registers) uniforms_ = uniform_registers();
    for (const Variable* variable : *input_.globals) declare_variable(variable);
    for (const Shader* shader : *input_.shaders)
        for (const Variable* variable : shader->builtins) builtins_.declare(variable);
    if (input_.uniform_registers) assembly_.declare(uniforms_);
}

}  // namespace glsl
