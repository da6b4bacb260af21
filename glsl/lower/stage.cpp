// A stage's program around its functions: header, interface, main, outputs.
#include <algorithm>

#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

// "fragment.attrib[" and "result.attrib[": what stage and direction a varying has.
std::string_view input_prefix(arbasm::Stage stage) {
    switch (stage) {
        case arbasm::Stage::Vertex: return "vertex.attrib[";
        case arbasm::Stage::Fragment: return "fragment.attrib[";
        case arbasm::Stage::TessControl:
        case arbasm::Stage::TessEvaluation:
        case arbasm::Stage::Geometry: return "vertex.attrib[";
        case arbasm::Stage::Compute: break;
    }
    return "";
}

std::string range(std::string_view prefix, int64_t first, int64_t count) {
    std::string text(prefix);
    text += std::to_string(first);
    if (count > 1) text += ".." + std::to_string(first + count - 1);
    return text + ']';
}

// FLAT, NOPERSPECTIVE, CENTROID, SAMPLE before ATTRIB.
std::string interpolation(const Variable& variable, const Type* type) {
    std::string text;
    const Qualifiers& qualifiers = variable.qualifiers;
    if (qualifiers.interpolation == Interpolation::Flat || type->is_integer() || is_wide(type->scalar)) text += "FLAT ";
    if (qualifiers.interpolation == Interpolation::NoPerspective) text += "NOPERSPECTIVE ";
    if (qualifiers.centroid) text += "CENTROID ";
    if (qualifiers.sample) text += "SAMPLE ";
    return text;
}

}  // namespace

std::string_view Lowering::header() const { return arbasm::header_text(input_.stage, arbasm::InstructionSet::Nv50); }

void Lowering::declare_variable(const Variable* variable) {
    if (input_.same.contains(variable) || homes_.contains(variable)) return;
    const Qualifiers& qualifiers = variable->qualifiers;
    if (variable->value || is_in_memory(*variable)) return;
    const auto slot = input_.slots.find(variable);
    Home home;
    add_leaves(home.leaves, variable->type, 1, false);
    switch (qualifiers.storage) {
        case Storage::In: {
            if (slot == input_.slots.end()) return;
            int64_t next = slot->second;
            const bool fragment = input_.stage == arbasm::Stage::Fragment;
            for (Leaf& leaf : home.leaves) {
                leaf.name = "i" + std::to_string(next);
                const bool wide = is_wide(leaf.type->scalar);
                std::string line = (fragment ? interpolation(*variable, leaf.type) : "") +
                                   (wide ? "LONG ATTRIB " : "ATTRIB ") + leaf.name;
                if (leaf.array) line += "[" + std::to_string(leaf.count) + "]";
                const std::string binding = range(input_prefix(input_.stage), next, leaf.count);
                line += " = " + (leaf.array ? "{ " + binding + " }" : binding) + ";";
                assembly_.declare(line);
                next += leaf.count;
            }
            break;
        }
        case Storage::Out:
            home = make_home(variable->type, true);
            if (slot != input_.slots.end()) outputs_.push_back({variable, {}});
            break;
        case Storage::Uniform: {
            const auto leaves = input_.uniform_leaves.find(variable);
            if (leaves == input_.uniform_leaves.end()) return;
            for (size_t n = 0; n < home.leaves.size(); n++) {
                Leaf& leaf = home.leaves[n];
                const int first = leaves->second[n].first;
                if (leaf.type->is_sampler() || leaf.type->is_image()) {
                    // A variable for each, since all units of one are sampled by one target.
                    const bool image = leaf.type->is_image();
                    leaf.name = (image ? "im" : "t") + std::to_string(first);
                    assembly_.declare((image ? "IMAGE " : "TEXTURE ") + leaf.name +
                                      (leaf.array ? "[" + std::to_string(leaf.count) + "] = { " : " = ") +
                                      range(image ? "image[" : "texture[", first, leaf.count) +
                                      (leaf.array ? " };" : ";"));
                } else {
                    leaf.name = "u";
                    leaf.array = true;
                    leaf.base = first;
                    leaf.halves = is_wide(leaf.type->scalar);
                    leaf.high = leaves->second[n].high;
                }
            }
            break;
        }
        case Storage::Global:
        case Storage::Local:
        case Storage::Parameter: home = make_home(variable->type, true); break;
        case Storage::Buffer:
        case Storage::Shared: break;  // in memory
    }
    homes_.emplace(variable, std::move(home));
}

// What a row of a built-in says of one leaf: its binding for element n, and the component where the value begins.
Binding Lowering::builtin_binding(const Variable* variable, std::string_view binding, const Type* leaf_type,
                                  int64_t number) {
    Binding result;
    std::string text(binding);
    const auto replace = [&](std::string_view what, std::string_view with) {
        if (const size_t at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
    };
    if (text.find("[c]") != std::string::npos) {
        // A matrix's columns: those of an array's elements follow each other.
        const int64_t columns = variable->type->is_array() ? variable->type->element->columns : variable->type->columns;
        replace("[c]", "[" + std::to_string(number % columns) + "]");
        number /= columns;
    }
    replace("[n]", "[" + std::to_string(number) + "]");
    replace("@", variable->builtin->binding);
    constexpr std::string_view stage_words[] = {"vertex.",    "primitive.", "primitive.",
                                                "primitive.", "fragment.",  "invocation."};
    replace("~", stage_words[static_cast<size_t>(input_.stage)]);
    // ".xyz" at the end: the components that count.
    const size_t dot = text.rfind('.');
    const std::string_view last = std::string_view(text).substr(dot + 1);
    if (static_cast<int>(last.size()) == leaf_type->rows && leaf_type->rows < 4 &&
        last.find_first_not_of("xyzw") == std::string_view::npos) {
        result.component = static_cast<uint8_t>(std::string_view("xyzw").find(last[0]));
        text.resize(dot);
    }
    result.text = std::move(text);
    return result;
}

void Lowering::declare_builtin(const Variable* variable) {
    if (input_.same.contains(variable) || homes_.contains(variable)) return;
    const VariableRow& row = *variable->builtin;
    Home home;
    add_leaves(home.leaves, variable->type, 1, false);
    // The bindings of a structure's members stand in rows of their own.
    const Type* type = variable->type->is_array() ? variable->type->element : variable->type;
    std::vector<std::string_view> bindings{row.binding};
    if (type->is_structure()) {
        bindings.clear();
        for (const MemberRow& member : members_of(type->structure->name))
            if (type->structure->find(member.name) >= 0) bindings.push_back(member.binding);
    }
    for (const std::string_view binding : bindings)
        if (binding.empty() || binding.starts_with("special") || bindings.size() != home.leaves.size()) {
            error(variable->where, std::string(variable->name) + " is not supported yet");
            return;
        }
    if (variable->qualifiers.storage == Storage::Out) {
        home = make_home(variable->type, true);
        outputs_.push_back({variable, std::string(row.binding)});
        homes_.emplace(variable, std::move(home));
        return;
    }
    for (size_t n = 0; n < home.leaves.size(); n++) {
        Leaf& leaf = home.leaves[n];
        leaf.name = "b" + std::to_string(builtins_++);
        std::string list;
        for (int64_t k = 0; k < leaf.count; k++) {
            const Binding binding = builtin_binding(variable, bindings[n], leaf.type, k);
            list += (k ? ", " : "") + binding.text;
            leaf.component = binding.component;
        }
        std::string line = variable->qualifiers.storage == Storage::Uniform ? "PARAM " : "ATTRIB ";
        if (input_.stage == arbasm::Stage::Fragment && variable->qualifiers.interpolation == Interpolation::Flat)
            line = "FLAT " + line;
        line += leaf.name;
        if (leaf.array) line += "[" + std::to_string(leaf.count) + "]";
        assembly_.declare(line + " = " + (leaf.array ? "{ " + list + " }" : list) + ";");
    }
    if (type->is_bool()) {
        // fragment.facing is 1 or -1, other bools are 0 or -1.
        Operand given, zero;
        given.name = home.leaves[0].name;
        const bool facing = row.binding == "fragment.facing.x";
        home = make_home(variable->type, true);
        const Operand sign = assembly_.take();
        assembly_.emit(
            facing ? "SGT" : "MOV.S", {sign.name, 1},
            facing ? std::vector<Operand>{given.component(0), zero} : std::vector<Operand>{given.component(0)},
            Scalar::Float);
        assembly_.emit("SNE.S", {home.leaves[0].name, 1}, {sign.component(0), zero}, Scalar::Int);
        assembly_.routine().last = {};
    }
    homes_.emplace(variable, std::move(home));
}

void Lowering::declare_interface() {
    for (const Shader* shader : *input_.shaders) {
        for (const Variable* variable : shader->globals) declare_variable(variable);
        for (const Variable* variable : shader->builtins) declare_builtin(variable);
    }
    if (input_.uniform_registers)
        assembly_.declare("PARAM u[" + std::to_string(input_.uniform_registers) + "] = { " +
                          range("program.local[", 0, input_.uniform_registers) + " };");
}

// Outputs are written where the stage ends (or emits a vertex), from the registers that stood for them.
void Lowering::copy_outputs() {
    for (const Output& output : outputs_) {
        const Variable* variable = output.variable;
        if (!variable->written) continue;
        // Without the option there is one colour, which all draw buffers get: gl_FragColor.
        if (input_.stage == arbasm::Stage::Fragment &&
            (output.binding.empty() || output.binding.starts_with("result.color[")))
            assembly_.option("ARB_draw_buffers");
        const Home& home = home_of(variable);
        int64_t next = output.binding.empty() ? input_.slots.at(variable) : 0;
        for (const Leaf& leaf : home.leaves)
            for (int64_t n = 0; n < leaf.count; n++, next++) {
                const uint8_t mask = mask_of(leaf.type->rows);
                Binding binding;
                if (!output.binding.empty())
                    binding = builtin_binding(variable, output.binding, leaf.type, next);
                else
                    binding.text = (input_.stage == arbasm::Stage::Fragment ? "result.color[" : "result.attrib[") +
                                   std::to_string(next) + "]";
                if (const auto index = input_.indices.find(variable); index != input_.indices.end() && index->second)
                    binding.text += ".secondary";
                const std::string& target = binding.text;
                Operand from;
                from.name = leaf.array ? leaf.name + "[" + std::to_string(leaf.base + n) + "]" : leaf.name;
                if (binding.component) {
                    assembly_.emit("MOV" + std::string(type_suffix(leaf.type->scalar)),
                                   {target, static_cast<uint8_t>(1 << binding.component)}, {from.component(0)},
                                   leaf.type->scalar);
                } else {
                    assembly_.emit("MOV" + std::string(type_suffix(leaf.type->scalar)), {target, mask}, {from},
                                   leaf.type->scalar);
                }
                assembly_.routine().last = {};
            }
    }
}

std::string Lowering::run() {
    Routine main("");
    assembly_.enter(main);
    declare_interface();
    for (const Shader* shader : *input_.shaders)
        for (const Declaration* declaration : shader->initialised) {
            const Variable* variable = declaration->variable;
            if (variable->value || variable->qualifiers.storage == Storage::Uniform || input_.same.contains(variable))
                continue;
            const Routine::Mark mark = main.mark();
            store(place_of(variable), evaluate(declaration->initialiser));
            main.release(mark);
        }
    const Function* entry = input_.main;
    if (!ends_only_at_end(*entry)) {
        Subroutine& body = subroutine(*entry, {});
        assembly_.line("CAL " + body.name + ";");
    } else {
        Value nothing;
        frames_.push_back({entry, nullptr, &nothing});
        for (const Statement* statement : entry->body->statements) execute(statement);
        frames_.pop_back();
    }
    copy_outputs();
    std::string text(header());
    text += '\n';
    text += assembly_.options();
    text += assembly_.declarations();
    text += main.declarations();
    if (!subroutine_text_.empty()) text += "main:\n";
    text += main.body;
    if (!subroutine_text_.empty()) text += "RET;\n" + subroutine_text_;
    text += "END\n";
    return text;
}

}  // namespace glsl
