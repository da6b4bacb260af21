#include "glsl/link/exact_interface.h"

#include <algorithm>

#include "glsl/link/interface_parts.h"

namespace glsl {

namespace {

constexpr std::string_view precision_words[] = {"", "lowp ", "mediump ", "highp "};

constexpr std::string_view interpolation_words[] = {"smooth ", "smooth ", "flat ", "noperspective "};

// `named`: whether the names of structures count, as they do where names match.
std::string type_text(const Type* type, Precision precision, bool named) {
    if (type->is_array()) return type_text(type->element, precision, named) + "[" + std::to_string(type->size) + "]";
    if (!type->is_structure()) return std::string(precision_words[static_cast<size_t>(precision)]) + to_string(type);
    std::string text = "struct " + (named ? std::string(type->structure->name) : std::string()) + " { ";
    for (const Member& member : type->structure->members)
        text += type_text(member.type, member.precision, named) + " " + std::string(member.name) + "; ";
    return text + "}";
}

std::string qualified_text(const Qualifiers& own, const Type* type, bool named) {
    return std::string(own.patch ? "patch " : "") +
           std::string(interpolation_words[static_cast<size_t>(own.interpolation)]) +
           type_text(type, own.precision, named);
}

std::string location_text(int64_t location) { return "layout(location = " + std::to_string(location) + ") "; }

// A line for each variable and block, in an order of their own: two sides match where all of it is the same.
std::string interface_text(const StageUnit& unit, Storage storage) {
    std::vector<std::string> lines;
    for (const Variable* variable : unit.globals) {
        if (variable->qualifiers.storage != storage || variable->builtin || variable->block) continue;
        const int32_t location = variable->qualifiers.layout.location;
        // Where there is a location, it stands for the name.
        lines.push_back((location >= 0 ? location_text(location) : std::string(variable->name) + ": ") +
                        qualified_text(variable->qualifiers, vertex_type(*variable, unit.stage), location < 0));
    }
    for (const Block* block : unit.blocks) {
        if (block->qualifiers.storage != storage) continue;
        std::string line = "block " + std::string(block->name);
        for (const Variable* variable : unit.globals) {
            if (variable->block != block || variable->member >= 0) continue;
            for (const Type* type = vertex_type(*variable, unit.stage); type->is_array(); type = type->element)
                line += "[" + std::to_string(type->size) + "]";
        }
        line += ": ";
        const std::vector<int64_t> locations = member_locations(*block);
        for (size_t n = 0; n < block->members.size(); n++) {
            const Member& member = block->type->structure->members[n];
            if (locations[n] >= 0) line += location_text(locations[n]);
            line += qualified_text(member_qualifiers(*block, static_cast<int32_t>(n)), member.type, true) + " " +
                    std::string(member.name) + "; ";
        }
        lines.push_back(std::move(line));
    }
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

}  // namespace

void describe_interfaces(LinkContext& context) {
    if (!context.options().es || !context.options().separable) return;
    for (const StageUnit& own : context.units()) {
        if (own.shaders.empty() || own.stage == arbasm::Stage::Compute) continue;
        LinkedStage& stage = context.stage(own);
        if (own.stage != arbasm::Stage::Vertex) stage.inputs_text = interface_text(own, Storage::In);
        if (own.stage != arbasm::Stage::Fragment) stage.outputs_text = interface_text(own, Storage::Out);
    }
}

}  // namespace glsl
