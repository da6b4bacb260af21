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
std::string declaration(std::string_view keyword, std::string_view name, const Leaf& leaf, std::string_view prefix,
                        int64_t first) {
    std::string text(keyword);
    text.append(" ").append(name);
    if (leaf.array) text += "[" + std::to_string(leaf.count) + "]";
    const std::string binding = range(prefix, first, leaf.count);
    return text + " = " + (leaf.array ? "{ " + binding + " };" : binding + ";");
}

std::string interpolation(const Qualifiers& qualifiers, const Type* type) {
    return type->is_integer() || is_wide(type->scalar) ? "FLAT " : interpolation_modifiers(qualifiers);
}

// 64-bit components travel as pairs of 32-bit ones, z and w in a register of their own: as Leaf::halves has it.
Leaf in_halves(const Leaf& leaf) {
    Leaf result = leaf;
    if (!is_wide(leaf.type->scalar)) return result;
    result.halves = true;
    if (!takes_two_locations(leaf.type)) return result;
    result.high = leaf.count;
    result.count *= 2;
    result.array = true;
    return result;
}

std::string register_name(char letter, const Slot& slot) {
    std::string name = letter + std::to_string(slot.number);
    if (slot.component) name += "_" + std::to_string(slot.component);
    return name;
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
    while (type->is_array()) type = type->element;
    std::vector<Qualifiers> result;
    int32_t number = 0;
    for (const Member& member : type->structure->members)
        result.insert(result.end(), leaf_count(member.type), member_qualifiers(*variable.block, number++));
    return result;
}

// What the application gives for each vertex.
void Lowering::declare_attribute(const Variable* variable) {
    const auto slot = input_.slots.find(variable);
    if (slot == input_.slots.end()) return;
    Home home;
    add_leaves(home.leaves, variable->type, 1, false);
    int64_t next = slot->second;
    for (Leaf& leaf : home.leaves) {
        leaf.component = static_cast<uint8_t>(std::max(variable->qualifiers.layout.component, 0));
        leaf.name = register_name('i', {static_cast<int>(next), leaf.component});
        // Variables may share a location.
        const auto has_name = [&](const auto& other) {
            return std::ranges::any_of(other.second.leaves, [&](const Leaf& own) { return own.name == leaf.name; });
        };
        while (std::ranges::any_of(homes_, has_name)) leaf.name += "_";
        assembly_.declare(
            declaration(is_wide(leaf.type->scalar) ? "LONG ATTRIB" : "ATTRIB", leaf.name, leaf, "vertex.attrib", next));
        next += leaf.count;
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
        leaf.name = register_name(patch ? 'p' : 'i', slot);
        leaf.component = slot.component;
        leaf.declaration =
            declaration((fragment ? interpolation(qualifiers[n], leaf.type) : "") + "ATTRIB", leaf.name, leaf,
                        patch      ? "primitive.patch.attrib"
                        : fragment ? "fragment.attrib"
                                   : "vertex.attrib",
                        slot.number);
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
            leaf.component = slot.component;
            leaf.name = register_name(patch ? 'y' : 'x', slot);
            leaf.written = register_name(patch ? 'q' : 'o', slot);
            leaf.declaration = declaration("ATTRIB", leaf.name, leaf,
                                           patch ? "primitive.out.patch.attrib" : "vertex.out.attrib", slot.number);
            leaf.written_declaration =
                declaration("OUTPUT", leaf.written, leaf, patch ? "result.patch.attrib" : "result.attrib", slot.number);
        }
        homes_.emplace(variable, std::move(home));
        return;
    }
    home = make_home(variable->type, true);
    if (!written_.contains(variable)) {
        homes_.emplace(variable, std::move(home));
        return;
    }
    const bool fragment = input_.stage == arbasm::Stage::Fragment;
    int64_t next = fragment && color != input_.slots.end() ? color->second : -1;
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
        for (int64_t k = 0; k < leaf.count; k++, next++)
            add_output(leaf, k, name(next), component, qualifiers[n].layout.stream);
        if (!takes_two_locations(leaf.type)) continue;
        for (int64_t k = 0; k < leaf.count; k++, next++) {
            add_output(leaf, k, name(next), 0, qualifiers[n].layout.stream);
            outputs_.back().from = outputs_.back().from.swizzled({2, 3});
            outputs_.back().to.mask = mask_of(2 * leaf.type->rows - 4);
        }
    }
    homes_.emplace(variable, std::move(home));
}

void Lowering::add_output(const Leaf& leaf, int64_t element, std::string to, uint8_t component, int stream) {
    Output output;
    output.from.name = leaf.name + element_text(leaf, element, {});
    if (component) output.from = shifted(output.from, component, leaf.type->rows);
    const int components = is_wide(leaf.type->scalar) ? std::min(2 * leaf.type->rows, 4) : leaf.type->rows;
    output.to = {std::move(to), static_cast<uint8_t>(mask_of(components) << component)};
    output.scalar = leaf.type->scalar;
    output.stream = std::max(stream, 0);
    outputs_.push_back(std::move(output));
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
