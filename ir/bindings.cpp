#include "ir/bindings.h"

#include <array>

namespace arbasm {
namespace {

// Bits of BindingRow::where: two per stage (input, output), then ARBvp1.0 and ARBfp1.0 the same, then parameters of
// all programs, of all but ARBfp1.0, and of all but ARBvp1.0.
constexpr int arb_vertex_bit = 12;
constexpr int arb_fragment_bit = 14;
constexpr int parameter_bit = 16;

constexpr uint32_t places(std::string_view list) {
    uint32_t bits = 0;
    while (!list.empty()) {
        const size_t end = list.find(' ');
        const std::string_view word = list.substr(0, end);
        if (word == "s") {
            bits |= 7u << parameter_bit;
        } else if (word == "sv") {
            bits |= 3u << parameter_bit;
        } else if (word == "sf") {
            bits |= 5u << parameter_bit;
        } else {
            const int side = word[1] == 'o' ? 1 : 0;
            if (word[0] == 'V') {
                bits |= 1u << (arb_vertex_bit + side);
            } else if (word[0] == 'F') {
                bits |= 1u << (arb_fragment_bit + side);
            } else {
                bits |= 1u << (2 * static_cast<int>(std::string_view("vcegfk").find(word[0])) + side);
            }
        }
        if (end == std::string_view::npos) break;
        list.remove_prefix(end + 1);
    }
    return bits;
}

constexpr InstructionSet first_set(int number) {
    return number == 50 ? InstructionSet::Nv50 : number == 41 ? InstructionSet::Nv41 : InstructionSet::Nv40;
}

constexpr BindingRow rows[] = {
#define ARBASM_BINDING(name, pattern, where, limit, first, option) \
    {BindingKind::name, pattern, places(where), IndexLimit::limit, first_set(first), Option::option},
#define ARBASM_BINDING_SPELLING ARBASM_BINDING
#include "ir/bindings.def"
#undef ARBASM_BINDING
};

constexpr auto array_kinds = [] {
    std::array<bool, 256> kinds{};
    for (const BindingRow& row : rows)
        for (const std::string_view index : {"[a]", "[b]"})
            if (row.pattern.find(index) != std::string_view::npos) kinds[static_cast<size_t>(row.kind)] = true;
    return kinds;
}();

void append_number(std::string& text, int number) { text += '[' + std::to_string(number) + ']'; }

}  // namespace

std::span<const BindingRow> binding_rows() { return rows; }

bool comes_in_arrays(BindingKind kind) { return array_kinds[static_cast<size_t>(kind)]; }

uint32_t binding_place(Stage stage, InstructionSet set, BindingSide side) {
    if (side == BindingSide::Parameter) {
        if (set >= InstructionSet::Nv40) return 1u << parameter_bit;
        return stage == Stage::Fragment ? 4u << parameter_bit : 2u << parameter_bit;
    }
    const int output = side == BindingSide::Output ? 1 : 0;
    if (set < InstructionSet::Nv40) {
        return 1u << ((stage == Stage::Fragment ? arb_fragment_bit : arb_vertex_bit) + output);
    }
    return 1u << (2 * static_cast<int>(stage) + output);
}

int binding_limit(const BindingRow& row, Stage stage, BindingSide side, const Limits& limits) {
    switch (row.limit) {
        case IndexLimit::None: return 0;
        case IndexLimit::One: return 1;
        case IndexLimit::Two: return 2;
        case IndexLimit::Four: return 4;
        case IndexLimit::TextureCoordinates: return limits.texture_coordinates;
        case IndexLimit::GenericAttributes:
            return stage == Stage::Vertex && side == BindingSide::Input ? limits.generic_attributes
                                                                        : limits.generic_varyings;
        case IndexLimit::ClipPlanes: return limits.clip_planes;
        case IndexLimit::VertexUnits: return limits.vertex_units;
        case IndexLimit::DrawBuffers: return limits.draw_buffers;
        case IndexLimit::PatchAttributes: return limits.patch_attributes;
        case IndexLimit::EnvironmentParameters: return limits.environment_parameters;
        case IndexLimit::LocalParameters: return limits.local_parameters;
        case IndexLimit::StorageBuffers: return limits.storage_buffers;
        case IndexLimit::Lights: return limits.lights;
        case IndexLimit::Matrices: return limits.matrices;
    }
    return 0;
}

bool has_own_prefix(const BindingRow& row) {
    for (std::string_view prefix : {"primitive.", "invocation.", "state.", "program.", "~"}) {
        if (row.pattern.starts_with(prefix)) return true;
    }
    return false;
}

std::string_view thread_prefix(Stage stage) {
    switch (stage) {
        case Stage::Vertex: return "vertex";
        case Stage::Fragment: return "fragment";
        case Stage::Compute: return "invocation";
        case Stage::TessControl:
        case Stage::TessEvaluation:
        case Stage::Geometry: break;
    }
    return "primitive";
}

const BindingRow* find_binding_row(BindingKind kind, Stage stage, InstructionSet set, BindingSide side) {
    const uint32_t place = binding_place(stage, set, side);
    for (const BindingRow& row : rows) {
        if (row.kind == kind && (row.where & place)) return &row;
    }
    return nullptr;
}

Option unlocking_option(std::string_view binding, Stage stage, BindingSide side) {
    const uint32_t place = binding_place(stage, InstructionSet::Nv50, side);
    const std::string_view behind_prefix = binding.substr(binding.find('.') + 1);
    Option found = Option::Count;
    for (const BindingRow& row : rows) {
        if (!(row.where & place)) continue;
        std::string_view word = row.pattern.substr(0, row.pattern.find_first_of("[@$%"));
        const bool whole = has_own_prefix(row) && word[0] != '~';
        if (word[0] == '~') word.remove_prefix(1);
        const std::string_view text = whole ? binding : behind_prefix;
        if (word.empty() || !text.starts_with(word)) continue;
        if (text.size() > word.size() && text[word.size()] != '[' && text[word.size()] != '.') continue;
        if (row.option == Option::Count) return Option::Count;
        found = row.option;
    }
    return found;
}

std::string binding_text(const Binding& binding, Stage stage, InstructionSet set, BindingSide side) {
    // Fragments read of outputs what the framebuffer holds: they are spelled as results are.
    const bool framebuffer = binding.of_output && stage == Stage::Fragment;
    const BindingRow* row = find_binding_row(binding.kind, stage, set, framebuffer ? BindingSide::Output : side);
    if (row == nullptr) return "?";
    std::string text;
    std::string_view pattern = row->pattern;
    if (binding.of_output && pattern.starts_with("primitive.")) {
        text = "primitive.out.";
        pattern.remove_prefix(std::string_view("primitive.").size());
    } else if (pattern[0] == '~') {
        text = thread_prefix(stage);
        text += '.';
        pattern.remove_prefix(1);
    } else if (!has_own_prefix(*row)) {
        text = side == BindingSide::Output ? "result" : stage == Stage::Fragment ? "fragment" : "vertex";
        if (binding.of_output) text += ".out";
        if (side == BindingSide::Input && binding.vertex >= 0) append_number(text, binding.vertex);
        text += '.';
    }
    for (size_t at = 0; at < pattern.size(); ++at) {
        switch (pattern[at]) {
            case '[':
                // An optional index is left out where it says nothing.
                if (binding.index != 0 || pattern[at + 1] == 'n' || pattern[at + 1] == 'a') {
                    append_number(text, binding.index);
                }
                at += 2;
                break;
            case '@':
                if (binding.back) text += ".back";
                break;
            case '$':
                if (binding.secondary) text += ".secondary";
                break;
            case '%': {
                constexpr std::string_view forms[] = {"", ".inverse", ".transpose", ".invtrans"};
                text += forms[static_cast<size_t>(binding.form)];
                text += ".row";
                append_number(text, binding.row);
                break;
            }
            default: text += pattern[at];
        }
    }
    return text;
}

}  // namespace arbasm
