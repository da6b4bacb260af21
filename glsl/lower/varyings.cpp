// Inputs and outputs of the shader's own: what they are declared as, and how outputs leave the stage.
#include <algorithm>

#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

// Attributes and results: register[first], … that a variable is.
std::vector<arbasm::Binding> consecutive(arbasm::Binding binding, int64_t first, int64_t count) {
    std::vector<arbasm::Binding> bindings(static_cast<size_t>(count), binding);
    for (size_t n = 0; n < bindings.size(); n++)
        bindings[n].index = static_cast<int16_t>(static_cast<size_t>(first) + n);
    return bindings;
}

arbasm::Binding attribute(bool patch, bool of_output = false) {
    arbasm::Binding binding;
    binding.kind = patch ? arbasm::BindingKind::PatchAttrib : arbasm::BindingKind::GenericAttrib;
    binding.of_output = of_output;
    return binding;
}

// Attributes with 64-bit components: two registers each.
std::vector<arbasm::Binding> in_halves(const std::vector<arbasm::Binding>& bindings) {
    std::vector<arbasm::Binding> halves;
    for (arbasm::Binding binding : bindings) {
        halves.push_back(binding);
        binding.high = true;
        halves.push_back(binding);
    }
    return halves;
}

arbasm::Variable variable_of(arbasm::RegisterFile file) {
    arbasm::Variable variable;
    variable.file = file;
    return variable;
}

// 64-bit components travel as pairs of 32-bit ones, z and w in the register behind that of x and y: as Leaf::halves has
// it.
Leaf in_halves(const Leaf& leaf) {
    Leaf result = leaf;
    if (!is_wide(stored_scalar(leaf.type))) return result;
    result.halves = true;
    if (!takes_two_locations(leaf.type)) return result;
    result.high = 1;
    result.stride = 2;
    result.array = true;
    return result;
}

}  // namespace

// Which registers the inputs and outputs between stages have, and the attributes.
void Lowering::note_spans() {
    const auto add = [this](const Variable& variable, const Leaf& leaf, int64_t first, bool patch) {
        const int64_t count = leaf.count * leaf.stride;
        spans_.push_back({variable.qualifiers.storage, patch, first, count, count > 1 || leaf.array});
    };
    for (const auto& [variable, slots] : input_.varyings) {
        std::vector<Leaf> leaves;
        add_leaves(leaves, vertex_type(*variable, input_.stage), 1, false);
        const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input_.stage);
        for (size_t n = 0; n < leaves.size(); n++)
            if (slots[n].number >= 0) add(*variable, in_halves(leaves[n]), slots[n].number, qualifiers[n].patch);
    }
    for (const auto& [variable, slot] : input_.slots) {
        if (variable->qualifiers.storage != Storage::In) continue;
        std::vector<Leaf> leaves;
        add_leaves(leaves, variable->type, 1, false);
        int64_t next = slot;
        for (const Leaf& leaf : leaves) {
            if (!is_wide(stored_scalar(leaf.type))) add(*variable, leaf, next, false);
            next += leaf.count;
        }
    }
}

// The registers of a leaf together with those of arrays that have some in common, since a register stands in one
// array only. The leaf becomes a part of that array.
Lowering::RegisterSpan Lowering::span_of(const Variable& variable, Leaf& leaf, int64_t first, bool patch) {
    RegisterSpan span{variable.qualifiers.storage, patch, first, leaf.count * leaf.stride, leaf.array};
    for (bool grown = true; grown;) {
        grown = false;
        for (const RegisterSpan& other : spans_) {
            const int64_t end = std::max(span.first + span.count, other.first + other.count);
            if (other.storage != span.storage || other.patch != patch || (!span.array && !other.array) ||
                other.first >= span.first + span.count || span.first >= other.first + other.count ||
                (other.first >= span.first && end == span.first + span.count && span.array))
                continue;
            span.first = std::min(span.first, other.first);
            span.count = end - span.first;
            span.array = grown = true;
        }
    }
    span.shared = std::ranges::count_if(spans_, [&](const RegisterSpan& other) {
                      return other.storage == span.storage && other.patch == patch && (span.array || other.array) &&
                             other.first < span.first + span.count && span.first < other.first + other.count;
                  }) > 1;
    leaf.base = first - span.first;
    leaf.high += leaf.base;
    leaf.array |= span.array;
    return span;
}

// A variable of the registers of a span: "i3", "i3_1" from component y on; an array that several variables share has no
// component.
Register Lowering::bound_register(char letter, const RegisterSpan& span, uint8_t component, arbasm::Variable variable,
                                  const arbasm::Binding& binding) {
    variable.name = letter + std::to_string(span.first);
    if (component && !span.shared) variable.name += "_" + std::to_string(component);
    variable.array = span.array;
    variable.size = static_cast<int32_t>(span.count);
    if (variable.file == arbasm::RegisterFile::Attribute)
        variable.per_vertex = arbasm::belongs_to_vertex(input_.stage, binding.kind);
    std::vector<arbasm::Binding> bindings = consecutive(binding, span.first, span.count);
    if (variable.is_long) bindings = in_halves(bindings);
    return assembly_.add_shared(std::move(variable), std::move(bindings));
}

// What the application gives for each vertex.
void Lowering::declare_attribute(const Variable* variable) {
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
                                       : span_of(*variable, leaf, first, false);
        leaf.narrows = is_small(leaf.type->scalar);
        // Names at one location that are no arrays are one register with several names.
        arbasm::Variable own = variable_of(arbasm::RegisterFile::Attribute);
        own.is_long = wide;
        leaf.at = bound_register(wide ? 'l' : 'i', span, leaf.component, std::move(own), attribute(false));
        leaf.lazy = true;
    }
    homes_.add(variable, std::move(home));
}

void Lowering::declare_input(const Variable* variable) {
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
        const RegisterSpan span = span_of(*variable, leaf, slot.number, patch);
        leaf.component = slot.component;
        leaf.narrows = fragment && leaf.type->scalar == Scalar::Float16;
        arbasm::Variable own = variable_of(arbasm::RegisterFile::Attribute);
        if (fragment && (leaf.type->is_integer() || is_wide(stored_scalar(leaf.type))))
            own.interpolation = arbasm::Interpolation::Flat;
        else if (fragment)
            set_interpolation(own, qualifiers[n]);
        leaf.at = bound_register(patch ? 'p' : 'i', span, slot.component, std::move(own), attribute(patch));
        leaf.lazy = true;
    }
    homes_.add(variable, std::move(home));
}

void Lowering::declare_output(const Variable* variable) {
    const auto varying = input_.varyings.find(variable);
    const auto color = input_.slots.find(variable);
    Home home;
    if (input_.stage == arbasm::Stage::TessControl && varying != input_.varyings.end()) {
        // Other vertices of the patch read what was written before a barrier: no register stands between.
        const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input_.stage);
        home.per_vertex = is_per_vertex(*variable, input_.stage);
        add_leaves(home.leaves, vertex_type(*variable, input_.stage), 1, false);
        for (size_t n = 0; n < home.leaves.size(); n++) {
            Leaf& leaf = home.leaves[n] = in_halves(home.leaves[n]);
            const Slot& slot = varying->second[n];
            const bool patch = qualifiers[n].patch;
            const RegisterSpan span = span_of(*variable, leaf, slot.number, patch);
            leaf.component = slot.component;
            leaf.at = bound_register(patch ? 'y' : 'x', span, slot.component,
                                     variable_of(arbasm::RegisterFile::Attribute), attribute(patch, true));
            leaf.written = bound_register(patch ? 'q' : 'o', span, slot.component,
                                          variable_of(arbasm::RegisterFile::Result), attribute(patch));
            leaf.lazy = true;
        }
        homes_.add(variable, std::move(home));
        return;
    }
    home = make_home(assembly_, variable->type, true);
    const bool fragment = input_.stage == arbasm::Stage::Fragment;
    int64_t next = fragment && color != input_.slots.end() ? color->second : -1;
    if (variable->qualifiers.inout && next >= 0) {
        for (Leaf& leaf : home.leaves) leaf.narrows = is_small(leaf.type->scalar);
        fetch_framebuffer(home, *variable, next);
    }
    if (!written_.contains(variable)) {
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
            add_output(leaf, k, result(next++), component, qualifiers[n].layout.stream);
            if (!takes_two_locations(leaf.type)) continue;
            add_output(leaf, k, result(next++), 0, qualifiers[n].layout.stream);
            outputs_.back().from = outputs_.back().from.swizzled({2, 3});
            outputs_.back().to.mask = mask_of(2 * leaf.type->rows - 4);
        }
    }
    homes_.add(variable, std::move(home));
}

// EXT_shader_framebuffer_fetch: the output begins with what the framebuffer holds.
void Lowering::fetch_framebuffer(const Home& home, const Variable& variable, int64_t location) {
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

void Lowering::add_output(const Leaf& leaf, int64_t element, const arbasm::Binding& to, uint8_t component, int stream) {
    Output output;
    output.from.at = element_of(assembly_, leaf.at, leaf, element, {});
    if (component) output.from = shifted(output.from, component, leaf.type->rows);
    const int components = is_wide(stored_scalar(leaf.type)) ? std::min(2 * leaf.type->rows, 4) : leaf.type->rows;
    output.to = {assembly_.bound(arbasm::RegisterFile::Result, to).at,
                 placed_mask(context_, mask_of(components), component)};
    output.scalar = stored_scalar(leaf.type);
    output.stream = std::max(stream, 0);
    outputs_.push_back(output);
}

// PASSTHROUGH of the inputs that a geometry shader hands on.
void Lowering::declare_passed_results() {
    auto& passed = assembly_.program().passthroughs;
    const auto add = [&passed](arbasm::BindingKind kind, int64_t index = 0) {
        arbasm::Binding binding;
        binding.kind = kind;
        binding.index = static_cast<int16_t>(index);
        if (std::ranges::find(passed, binding, &arbasm::Passthrough::result) == passed.end())
            passed.push_back({binding, 0xf});
    };
    for (const Variable* variable : *input_.globals) {
        const auto slots = input_.varyings.find(variable);
        if (variable->qualifiers.storage != Storage::In || slots == input_.varyings.end()) continue;
        std::vector<Leaf> leaves;
        add_leaves(leaves, vertex_type(*variable, input_.stage), 1, false);
        const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input_.stage);
        for (size_t n = 0; n < leaves.size() && n < slots->second.size(); n++) {
            const Slot& slot = slots->second[n];
            if (!qualifiers[n].layout.passthrough || slot.number < 0) continue;
            const bool halves = is_wide(stored_scalar(leaves[n].type)) && leaves[n].type->rows > 2;
            for (int64_t k = 0; k < leaves[n].count * (halves ? 2 : 1); k++)
                add(arbasm::BindingKind::GenericAttrib, slot.number + k);
        }
    }
    for (const Shader* shader : *input_.shaders)
        for (const std::string_view member : shader->passed) {
            if (member == "gl_Position") {
                add(arbasm::BindingKind::Position);
            } else if (member == "gl_PointSize") {
                add(arbasm::BindingKind::PointSize);
            } else if (member == "gl_ClipDistance" || member == "gl_CullDistance") {
                const auto whole = std::ranges::find(shader->builtins, "gl_in", &Variable::name);
                const bool clip = member == "gl_ClipDistance";
                if (!clip) assembly_.option(arbasm::Option::NvInternal);
                if (whole == shader->builtins.end()) continue;
                const Structure& members = *vertex_type(**whole, input_.stage)->structure;
                const int number = members.find(member);
                const int32_t size = number < 0 ? 0 : members.members[static_cast<size_t>(number)].type->size;
                for (int32_t k = 0; k < size; k++) add(clip ? arbasm::BindingKind::Clip : arbasm::BindingKind::Cull, k);
            } else {
                context_.error({}, std::string(member) + " can't be handed on by a geometry shader");
            }
        }
}

// Outputs are written where the stage ends or emits a vertex, from the registers that stood for them.
void Lowering::copy_outputs(int stream) {
    for (const Output& output : outputs_) {
        if (output.stream != stream) continue;
        if (output.plane >= 0) {
            arbasm::Binding clip;
            clip.kind = arbasm::BindingKind::ClipPlane;
            clip.index = static_cast<int16_t>(output.plane);
            const Operand plane = assembly_.bound(arbasm::RegisterFile::Parameter, clip);
            assembly_.emit(Opcode::Dp4, output.to, {output.from, plane}, Scalar::Float);
            continue;
        }
        const Operation moving = is_wide(output.scalar) ? Operation(Opcode::Up64) : typed(Opcode::Mov, output.scalar);
        assembly_.emit(moving, output.to, {output.from}, output.scalar);
        assembly_.routine().last_is_open = false;
    }
}

}  // namespace glsl
