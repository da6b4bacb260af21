// Inputs and outputs of the shader's own: what they are declared as, and how outputs leave the stage.
#include <algorithm>

#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

std::string range(std::string_view prefix, int64_t first, int64_t count) {
    std::string text(prefix);
    text += "[" + std::to_string(first);
    if (count > 1) text += ".." + std::to_string(first + count - 1);
    return text + ']';
}

// "ATTRIB i3[2] = { vertex.attrib[3..4] };"
std::string declaration(std::string_view keyword, std::string_view name, const Lowering::RegisterSpan& span,
                        std::string_view prefix) {
    std::string text(keyword);
    text.append(" ").append(name);
    if (span.array) text += "[" + std::to_string(span.count) + "]";
    const std::string binding = range(prefix, span.first, span.count);
    return text + " = " + (span.array ? "{ " + binding + " };" : binding + ";");
}

std::string interpolation(const Qualifiers& qualifiers, const Type* type) {
    return type->is_integer() || is_wide(stored_scalar(type)) ? "FLAT " : interpolation_modifiers(qualifiers);
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

// FLAT, NOPERSPECTIVE, CENTROID, SAMPLE before ATTRIB.
std::string interpolation_modifiers(const Qualifiers& qualifiers) {
    if (qualifiers.interpolation == Interpolation::Flat) return "FLAT ";
    std::string text = qualifiers.interpolation == Interpolation::NoPerspective ? "NOPERSPECTIVE " : "";
    if (qualifiers.centroid) text += "CENTROID ";
    if (qualifiers.sample) text += "SAMPLE ";
    return text;
}

std::vector<Qualifiers> leaf_qualifiers(const Variable& variable, arbasm::Stage stage) {
    const Type* type = vertex_type(variable, stage);
    if (!variable.block) return std::vector<Qualifiers>(leaf_count(type), variable.qualifiers);
    if (variable.member >= 0)
        return std::vector<Qualifiers>(leaf_count(type), member_qualifiers(*variable.block, variable.member));
    std::vector<Qualifiers> result;
    int32_t number = 0;
    for (const Member& member : innermost(type)->structure->members)
        result.insert(result.end(), leaf_count(member.type), member_qualifiers(*variable.block, number++));
    return result;
}

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

// "i3", "i3_1" from component y on; an array that several variables share has no component.
std::string Lowering::register_name(char letter, const RegisterSpan& span, uint8_t component) {
    std::string name = letter + std::to_string(span.first);
    if (component && !span.shared) name += "_" + std::to_string(component);
    return name;
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
        leaf.component = static_cast<uint8_t>(std::max(variable->qualifiers.layout.component, 0));
        const RegisterSpan span = wide ? RegisterSpan{Storage::In, false, first, leaf.count, leaf.array}
                                       : span_of(*variable, leaf, first, false);
        leaf.narrows = is_small(leaf.type->scalar);
        leaf.name = register_name(wide ? 'l' : 'i', span, leaf.component);
        // Names at one location that are no arrays are one register with several names.
        leaf.declaration = declaration(wide ? "LONG ATTRIB" : "ATTRIB", leaf.name, span, "vertex.attrib");
    }
    homes_.emplace(variable, std::move(home));
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
        leaf.name = register_name(patch ? 'p' : 'i', span, slot.component);
        leaf.declaration =
            declaration((fragment ? interpolation(qualifiers[n], leaf.type) : "") + "ATTRIB", leaf.name, span,
                        patch      ? "primitive.patch.attrib"
                        : fragment ? "fragment.attrib"
                                   : "vertex.attrib");
    }
    homes_.emplace(variable, std::move(home));
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
            leaf.name = register_name(patch ? 'y' : 'x', span, slot.component);
            leaf.written = register_name(patch ? 'q' : 'o', span, slot.component);
            leaf.declaration =
                declaration("ATTRIB", leaf.name, span, patch ? "primitive.out.patch.attrib" : "vertex.out.attrib");
            leaf.written_declaration =
                declaration("OUTPUT", leaf.written, span, patch ? "result.patch.attrib" : "result.attrib");
        }
        homes_.emplace(variable, std::move(home));
        return;
    }
    home = make_home(variable->type, true);
    const bool fragment = input_.stage == arbasm::Stage::Fragment;
    int64_t next = fragment && color != input_.slots.end() ? color->second : -1;
    if (variable->qualifiers.inout && next >= 0) {
        for (Leaf& leaf : home.leaves) leaf.narrows = is_small(leaf.type->scalar);
        fetch_framebuffer(home, *variable, next);
    }
    if (!written_.contains(variable)) {
        homes_.emplace(variable, std::move(home));
        return;
    }
    // Without the option there is one colour, which all draw buffers get: gl_FragColor.
    if (next >= 0) assembly_.option("ARB_draw_buffers");
    const auto index = input_.indices.find(variable);
    const std::string second = index != input_.indices.end() && index->second ? ".secondary" : "";
    if (!second.empty()) assembly_.option("ARB_blend_func_extended");
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
        const auto name = [&](int64_t number) {
            return (fragment ? "result.color[" : "result.attrib[") + std::to_string(number) + "]" + second;
        };
        for (int64_t k = 0; k < leaf.count; k++) {
            add_output(leaf, k, name(next++), component, qualifiers[n].layout.stream);
            if (!takes_two_locations(leaf.type)) continue;
            add_output(leaf, k, name(next++), 0, qualifiers[n].layout.stream);
            outputs_.back().from = outputs_.back().from.swizzled({2, 3});
            outputs_.back().to.mask = mask_of(2 * leaf.type->rows - 4);
        }
    }
    homes_.emplace(variable, std::move(home));
}

// EXT_shader_framebuffer_fetch: the output begins with what the framebuffer holds.
void Lowering::fetch_framebuffer(const Home& home, const Variable& variable, int64_t location) {
    assembly_.option(arbasm::option_text(arbasm::Option::NvInternal));
    const auto component = static_cast<uint8_t>(std::max(variable.qualifiers.layout.component, 0));
    for (const Leaf& leaf : home.leaves)
        for (int64_t k = 0; k < leaf.count; k++) {
            Operand held;
            held.name = "fragment.out.color[" + std::to_string(location++) + "]";
            for (uint8_t& selector : held.swizzle) selector = std::min<uint8_t>(selector + component, 3);
            const Target target{leaf.name + element_text(leaf, k, {}), mask_of(leaf.type->rows)};
            assembly_.emit("MOV" + std::string(type_suffix(leaf.type->scalar)), target, {held}, leaf.type->scalar);
        }
    assembly_.routine().last = {};
}

void Lowering::add_output(const Leaf& leaf, int64_t element, std::string to, uint8_t component, int stream) {
    Output output;
    output.from.name = leaf.name + element_text(leaf, element, {});
    if (component) output.from = shifted(output.from, component, leaf.type->rows);
    const int components = is_wide(stored_scalar(leaf.type)) ? std::min(2 * leaf.type->rows, 4) : leaf.type->rows;
    output.to = {std::move(to), static_cast<uint8_t>(mask_of(components) << component)};
    output.scalar = stored_scalar(leaf.type);
    output.stream = std::max(stream, 0);
    outputs_.push_back(std::move(output));
}

// PASSTHROUGH of the inputs that a geometry shader hands on.
std::string Lowering::passed_results() {
    std::string text;
    const auto add = [&text](const std::string& result) { text += "PASSTHROUGH result." + result + ";\n"; };
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
                add("attrib[" + std::to_string(slot.number + k) + "]");
        }
    }
    for (const Shader* shader : *input_.shaders)
        for (const std::string_view member : shader->passed) {
            if (member == "gl_Position") {
                add("position");
            } else if (member == "gl_PointSize") {
                add("pointsize");
            } else if (member == "gl_ClipDistance" || member == "gl_CullDistance") {
                const auto whole = std::ranges::find(shader->builtins, "gl_in", &Variable::name);
                const bool clip = member == "gl_ClipDistance";
                if (!clip) assembly_.option(arbasm::option_text(arbasm::Option::NvInternal));
                if (whole == shader->builtins.end()) continue;
                const Structure& members = *vertex_type(**whole, input_.stage)->structure;
                const int number = members.find(member);
                const int32_t size = number < 0 ? 0 : members.members[static_cast<size_t>(number)].type->size;
                for (int32_t k = 0; k < size; k++) add((clip ? "clip[" : "cull[") + std::to_string(k) + "]");
            } else {
                error({}, std::string(member) + " can't be handed on by a geometry shader");
            }
        }
    return text;
}

// Outputs are written where the stage ends or emits a vertex, from the registers that stood for them.
void Lowering::copy_outputs(int stream) {
    for (const Output& output : outputs_) {
        if (output.stream != stream) continue;
        if (output.plane >= 0) {
            Operand plane;
            plane.name = "state.clip[" + std::to_string(output.plane) + "].plane";
            assembly_.emit("DP4", output.to, {output.from, plane}, Scalar::Float);
            continue;
        }
        const std::string opcode = is_wide(output.scalar) ? "UP64" : "MOV" + std::string(type_suffix(output.scalar));
        assembly_.emit(opcode, output.to, {output.from}, output.scalar);
        assembly_.routine().last = {};
    }
}

}  // namespace glsl
