#include "glsl/link/linker.h"

namespace glsl {

namespace {

void collect_leaves(const Type* type, int64_t count, StageInput& input, std::vector<int>& starts) {
    if (type->is_array()) {
        collect_leaves(type->element, count * type->size, input, starts);
    } else if (type->is_structure()) {
        for (const Member& member : type->structure->members) collect_leaves(member.type, count, input, starts);
    } else {
        int& next = type->is_sampler() ? input.samplers : type->is_image() ? input.images : input.uniform_registers;
        starts.push_back(next);
        next += static_cast<int>(count * (type->is_basic() ? type->columns : 1));
    }
}

}  // namespace

// Takes a uniform apart as the application names it; `first` counts registers from the variable's slot, leaf by
// leaf.
void Linker::add_uniforms(const std::string& name, const Type* type, arbasm::Stage stage,
                          const std::vector<int>& leaf_starts, size_t& leaf, int64_t instance, int64_t instances,
                          std::span<const uint64_t>& initial) {
    if (type->is_structure()) {
        for (const Member& member : type->structure->members)
            add_uniforms(name + "." + std::string(member.name), member.type, stage, leaf_starts, leaf, instance,
                         instances, initial);
        return;
    }
    if (type->is_array() && (type->element->is_array() || type->element->is_structure())) {
        const size_t before = leaf;
        for (int n = 0; n < type->size; n++) {
            leaf = before;
            add_uniforms(name + "[" + std::to_string(n) + "]", type->element, stage, leaf_starts, leaf,
                         instance * type->size + n, instances * type->size, initial);
        }
        return;
    }
    const bool array = type->is_array();
    const Type* element = array ? type->element : type;
    const int64_t registers = register_count(type);
    Uniform* uniform = nullptr;
    for (Uniform& other : result_.uniforms)
        if (other.name == name) uniform = &other;
    if (!uniform) {
        Uniform added;
        added.name = name;
        added.type = element;
        added.is_array = array;
        added.array_size = array ? type->size : 1;
        result_.uniforms.push_back(std::move(added));
        uniform = &result_.uniforms.back();
    } else if (!same_type(uniform->type, element) || uniform->array_size != (array ? type->size : 1)) {
        error("the uniform " + name + " has different types in two stages");
    }
    uniform->stages |= static_cast<uint8_t>(1u << static_cast<unsigned>(stage));
    uniform->first[static_cast<size_t>(stage)] = static_cast<int>(leaf_starts[leaf] + instance * registers);
    leaf++;
    if (initial.empty()) return;
    const auto components = static_cast<size_t>(component_count(type));
    uniform->initial.assign(initial.begin(), initial.begin() + static_cast<ptrdiff_t>(components));
    initial = initial.subspan(components);
}

void Linker::assign_uniforms() {
    for (StageUnit& own : units_)
        for (const Variable* variable : own.active) {
            if (variable->qualifiers.storage != Storage::Uniform || variable->builtin || variable->block ||
                contains(variable->type, [](const Type* part) { return part->kind == TypeKind::AtomicCounter; }))
                continue;
            // Where each leaf begins: registers for numbers, texture units of the program for samplers.
            std::vector<int>& starts = own.input.uniform_leaves[variable];
            collect_leaves(variable->type, 1, own.input, starts);
            size_t leaf = 0;
            std::span<const uint64_t> initial;
            const size_t before = result_.uniforms.size();
            for (const Shader* shader : own.shaders)
                for (const Declaration* declaration : shader->initialised)
                    if (own.canonical(declaration->variable) == variable)
                        if (const auto* constant = as<Constant>(declaration->initialiser))
                            initial = constant->components;
            add_uniforms(std::string(variable->name), variable->type, own.stage, starts, leaf, 0, 1, initial);
            // Elements of arrays of arrays have the units behind each other.
            int binding = variable->qualifiers.layout.binding;
            for (size_t n = before; binding >= 0 && n < result_.uniforms.size(); n++) {
                result_.uniforms[n].binding = binding;
                binding += result_.uniforms[n].array_size;
            }
        }
    int location = 0;
    for (Uniform& uniform : result_.uniforms) {
        uniform.location = location;
        location += uniform.array_size;
    }
}

}  // namespace glsl
