#include "ir/bindings.h"

#include <array>
#include <charconv>
#include <iterator>

#include "ir/switches.h"

namespace arbasm {
namespace {

// Bits of BindingRow::where: two per stage (input, output), then ARBvp1.0 and ARBfp1.0 the same, then parameters of
// all programs, of all but ARBfp1.0, and of all but ARBvp1.0.
constexpr int arb_vertex_bit = 12;
constexpr int arb_fragment_bit = 14;
constexpr int parameter_bit = 16;

constexpr uint32_t scopes(std::string_view list) {
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
    {BindingKind::name, pattern, scopes(where), IndexLimit::limit, first_set(first), Option::option},
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

constexpr std::string_view form_words[] = {"", ".inverse", ".transpose", ".invtrans"};

// Takes a word off the beginning.
bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

// "[3]"
bool take_number(std::string_view& text, int16_t& number) {
    if (!take(text, "[")) return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return take(text, "]");
}

// Whether a text is spelled by a row's pattern; fills in the binding's numbers.
bool fits(std::string_view pattern, std::string_view text, Binding& binding) {
    while (!pattern.empty()) {
        const char letter = pattern[0];
        if (letter == '[') {
            const bool optional = pattern[1] == '?' || pattern[1] == 'b' || pattern[1] == '4';
            if (text.starts_with('[') ? !take_number(text, binding.index) : !optional) return false;
            pattern.remove_prefix(std::string_view("[n]").size());
            continue;
        }
        pattern.remove_prefix(1);
        if (letter == '@') {
            binding.back = take(text, ".back");
            if (!binding.back) take(text, ".front");
        } else if (letter == '$') {
            binding.secondary = take(text, ".secondary");
            if (!binding.secondary) take(text, ".primary");
        } else if (letter == '%') {
            for (size_t form = 1; form < std::size(form_words); ++form)
                if (take(text, form_words[form])) binding.form = static_cast<MatrixForm>(form);
            if (!take(text, ".row") || !take_number(text, binding.row)) return false;
        } else if (!take(text, {&letter, 1})) {
            return false;
        }
    }
    return text.empty();
}

void append_number(std::string& text, int number) { text += '[' + std::to_string(number) + ']'; }

}  // namespace

std::span<const BindingRow> binding_rows() { return rows; }

bool comes_in_arrays(BindingKind kind) { return array_kinds[static_cast<size_t>(kind)]; }

uint32_t binding_scope(Stage stage, InstructionSet set, BindingSide side) {
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
    const uint32_t scope = binding_scope(stage, set, side);
    for (const BindingRow& row : rows) {
        if (row.kind == kind && (row.where & scope)) return &row;
    }
    return nullptr;
}

Option unlocking_option(std::string_view binding, Stage stage, BindingSide side) {
    const uint32_t scope = binding_scope(stage, InstructionSet::Nv50, side);
    const std::string_view behind_prefix = binding.substr(binding.find('.') + 1);
    Option found = Option::Count;
    for (const BindingRow& row : rows) {
        if (!(row.where & scope)) continue;
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

bool belongs_to_vertex(Stage stage, BindingKind kind) {
    if (stage != Stage::Geometry && stage != Stage::TessControl && stage != Stage::TessEvaluation) return false;
    return is_one_of(kind, {BindingKind::Position, BindingKind::Color, BindingKind::FogCoord, BindingKind::PointSize,
                            BindingKind::Texcoord, BindingKind::GenericAttrib, BindingKind::Clip, BindingKind::Cull,
                            BindingKind::VertexId, BindingKind::SecondaryPosition});
}

std::optional<Binding> find_binding(std::string_view text, Stage stage, BindingSide side) {
    constexpr std::string_view primitive = "primitive.";
    std::string_view rest = text;
    Binding binding;
    const bool is_primitive = side == BindingSide::Input && take(rest, primitive);
    const bool is_side = !is_primitive && side != BindingSide::Parameter &&
                         take(rest, side == BindingSide::Output ? "result."
                                    : stage == Stage::Fragment  ? "fragment."
                                    : stage == Stage::Compute   ? "invocation."
                                                                : "vertex.");
    if (is_primitive || (is_side && side == BindingSide::Input)) binding.of_output = take(rest, "out.");
    // Fragments read of outputs what the framebuffer holds: it is spelled as results are.
    const bool framebuffer = binding.of_output && stage == Stage::Fragment;
    const uint32_t scope = binding_scope(stage, InstructionSet::Nv50, framebuffer ? BindingSide::Output : side);
    for (const BindingRow& row : rows) {
        std::string_view pattern = row.pattern;
        if (pattern.empty() || !(row.where & scope)) continue;
        std::string_view own = text;
        if (take(pattern, "~")) {
            if (!take(own, thread_prefix(stage)) || !take(own, ".")) continue;
        } else if (is_primitive && take(pattern, primitive)) {
            own = rest;
        } else if (!has_own_prefix(row)) {
            if (!is_side) continue;
            own = rest;
        }
        Binding found = binding;
        found.kind = row.kind;
        if (fits(pattern, own, found)) return found;
    }
    return {};
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
                text += form_words[static_cast<size_t>(binding.form)];
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
