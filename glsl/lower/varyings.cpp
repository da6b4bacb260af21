#include "glsl/lower/varyings.h"

#include <algorithm>

#include "glsl/lower/access.h"
#include "glsl/tree/interface.h"

namespace glsl {

namespace {

arbasm::Binding attribute(bool patch, bool of_output = false) {
    arbasm::Binding binding;
    binding.kind = patch ? arbasm::BindingKind::PatchAttrib : arbasm::BindingKind::GenericAttrib;
    binding.of_output = of_output;
    return binding;
}

arbasm::Variable variable_of(arbasm::RegisterFile file) {
    arbasm::Variable variable;
    variable.file = file;
    return variable;
}

}  // namespace

// What the application gives for each vertex.
void VaryingDeclarations::declare_attribute(const Variable* variable) {
    const auto slot = input_.slots.find(variable);
    if (slot == input_.slots.end()) return;
    Home home;
    add_leaves(home.leaves, variable->type, 1, false);
    int64_t next = slot->second;
    for (Leaf& leaf : home.leaves) {
        const bool wide = is_wide(stored_scalar(leaf.type));
        const int64_t first = next;
        next += leaf.count;
        // Layouts count 32-bit components; a register of doubles has four of 64.
        leaf.component = static_cast<uint8_t>(std::max(variable->qualifiers.layout.component, 0) / (wide ? 2 : 1));
        const RegisterSpan span = wide ? RegisterSpan{Storage::In, false, first, leaf.count, leaf.array}
                                       : spans_.span_of(*variable, leaf, first, false);
        leaf.narrows = is_small(leaf.type->scalar);
        // Names at one location that are no arrays are one register with several names.
        arbasm::Variable own = variable_of(arbasm::RegisterFile::Attribute);
        own.is_long = wide;
        leaf.at = spans_.declare(wide ? 'l' : 'i', span, leaf.component, std::move(own), attribute(false));
        leaf.lazy = true;
    }
    homes_.add(variable, std::move(home));
}

void VaryingDeclarations::declare_input(const Variable* variable) {
    if (input_.stage == arbasm::Stage::Vertex) return declare_attribute(variable);
    const auto slots = input_.varyings.find(variable);
    if (slots == input_.varyings.end()) return;
    const bool fragment = input_.stage == arbasm::Stage::Fragment;
    const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input_.stage);
    Home home;
    home.per_vertex = is_per_vertex(*variable, input_.stage);
    add_leaves(home.leaves, vertex_type(*variable, input_.stage), 1, false);
    for (size_t n = 0; n < home.leaves.size(); n++) {
        Leaf& leaf = home.leaves[n] = in_halves(home.leaves[n]);
        const Slot& slot = slots->second[n];
        const bool patch = qualifiers[n].patch;
        const RegisterSpan span = spans_.span_of(*variable, leaf, slot.number, patch);
        leaf.component = slot.component;
        leaf.narrows = fragment && leaf.type->scalar == Scalar::Float16;
        arbasm::Variable own = variable_of(arbasm::RegisterFile::Attribute);
        if (fragment && (leaf.type->is_integer() || is_wide(stored_scalar(leaf.type))))
            own.interpolation = arbasm::Interpolation::Flat;
        else if (fragment)
            set_interpolation(own, qualifiers[n]);
        leaf.at = spans_.declare(patch ? 'p' : 'i', span, slot.component, std::move(own), attribute(patch));
        leaf.lazy = true;
    }
    homes_.add(variable, std::move(home));
}

// Other vertices of the patch read what was written before a barrier: no register stands between.
void VaryingDeclarations::declare_patch_output(const Variable* variable, const std::vector<Slot>& slots) {
    Home home;
    const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input_.stage);
    home.per_vertex = is_per_vertex(*variable, input_.stage);
    add_leaves(home.leaves, vertex_type(*variable, input_.stage), 1, false);
    for (size_t n = 0; n < home.leaves.size(); n++) {
        Leaf& leaf = home.leaves[n] = in_halves(home.leaves[n]);
        const Slot& slot = slots[n];
        const bool patch = qualifiers[n].patch;
        const RegisterSpan span = spans_.span_of(*variable, leaf, slot.number, patch);
        leaf.component = slot.component;
        leaf.at = spans_.declare(patch ? 'y' : 'x', span, slot.component, variable_of(arbasm::RegisterFile::Attribute),
                                 attribute(patch, true));
        leaf.written = spans_.declare(patch ? 'q' : 'o', span, slot.component,
                                      variable_of(arbasm::RegisterFile::Result), attribute(patch));
        leaf.lazy = true;
    }
    homes_.add(variable, std::move(home));
}

void VaryingDeclarations::declare_output(const Variable* variable) {
    const auto varying = input_.varyings.find(variable);
    const auto color = input_.slots.find(variable);
    if (input_.stage == arbasm::Stage::TessControl && varying != input_.varyings.end())
        return declare_patch_output(variable, varying->second);
    Home home = make_home(assembly_, variable->type, true);
    const bool fragment = input_.stage == arbasm::Stage::Fragment;
    int64_t next = fragment && color != input_.slots.end() ? color->second : -1;
    if (variable->qualifiers.inout && next >= 0) {
        for (Leaf& leaf : home.leaves) leaf.narrows = is_small(leaf.type->scalar);
        fetch_framebuffer(home, *variable, next);
    }
    if (!outputs_.is_written(variable)) {
        homes_.add(variable, std::move(home));
        return;
    }
    // Without the option there is one colour, which all draw buffers get: gl_FragColor.
    if (next >= 0) assembly_.option(arbasm::Option::ArbDrawBuffers);
    const auto index = input_.indices.find(variable);
    const bool second = index != input_.indices.end() && index->second;
    if (second) assembly_.option(arbasm::Option::ArbBlendFuncExtended);
    const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input_.stage);
    for (size_t n = 0; n < home.leaves.size(); n++) {
        const Leaf& leaf = home.leaves[n];
        auto component = static_cast<uint8_t>(std::max(qualifiers[n].layout.component, 0));
        if (!fragment) {
            const Slot slot = varying == input_.varyings.end() ? Slot{} : varying->second[n];
            next = slot.number;
            component = slot.component;
        }
        if (next < 0) continue;
        const auto result = [&](int64_t number) {
            arbasm::Binding binding;
            binding.kind = fragment ? arbasm::BindingKind::Color : arbasm::BindingKind::GenericAttrib;
            binding.index = static_cast<int16_t>(number);
            binding.secondary = second;
            return binding;
        };
        for (int64_t k = 0; k < leaf.count; k++) {
            outputs_.add(leaf, k, result(next++), component, qualifiers[n].layout.stream);
            if (!takes_two_locations(leaf.type)) continue;
            StageOutputs::Output& rest = outputs_.add(leaf, k, result(next++), 0, qualifiers[n].layout.stream);
            rest.from = rest.from.swizzled({2, 3});
            rest.to.mask = mask_of(2 * leaf.type->rows - 4);
        }
    }
    homes_.add(variable, std::move(home));
}

// EXT_shader_framebuffer_fetch: the output begins with what the framebuffer holds.
void VaryingDeclarations::fetch_framebuffer(const Home& home, const Variable& variable, int64_t location) {
    assembly_.option(arbasm::Option::NvInternal);
    const auto component = static_cast<uint8_t>(std::max(variable.qualifiers.layout.component, 0));
    for (const Leaf& leaf : home.leaves)
        for (int64_t k = 0; k < leaf.count; k++) {
            arbasm::Binding color;
            color.kind = arbasm::BindingKind::Color;
            color.index = static_cast<int16_t>(location++);
            color.of_output = true;
            Operand held = assembly_.bound(arbasm::RegisterFile::Attribute, color);
            for (uint8_t& selector : held.swizzle) selector = std::min<uint8_t>(selector + component, 3);
            const Target target{element_of(assembly_, leaf.at, leaf, k, {}), mask_of(leaf.type->rows)};
            assembly_.emit(typed(Opcode::Mov, leaf.type->scalar), target, {held}, leaf.type->scalar);
        }
    assembly_.routine().last_is_open = false;
}

}  // namespace glsl
