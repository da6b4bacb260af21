#include "arbasm/targets/ctm/instruction.h"

#include <charconv>
#include <cmath>

namespace arbasm::ctm {
namespace {

constexpr const std::string_view* no_names = nullptr;
constexpr std::string_view pred_names[] = {"none", "rgba", "r", "g", "b", "a"};
constexpr std::string_view mask_names[] = {"none", "r", "g", "rg", "b", "rb", "gb", "rgb"};
constexpr std::string_view omod_names[] = {"x1", "x2", "x4", "x8", "d2", "d4", "d8", "off"};
constexpr std::string_view test_names[] = {"eq", "lt", "ge", "ne"};
constexpr std::string_view address_op_names[] = {"none", "pop", "push"};
constexpr std::string_view branch_op_names[] = {"none", "decr", "incr"};
constexpr std::string_view presubtract_names[] = {"bias", "sub", "add", "inv"};
// Only rows that combine with others have these (see below), and print through channel letters.
constexpr const std::string_view* swizzle_names = nullptr;
constexpr std::string_view rgb_op_names[] = {"MAD", "DP3", "DP4", "D2A", "MIN", "MAX", "6",  "CND",
                                             "CMP", "FRC", "SOP", "MDH", "MDV", "13",  "14", "15"};
constexpr std::string_view alpha_op_names[] = {"MAD", "DP",  "MIN", "MAX", "4",   "CND", "CMP", "FRC",
                                               "EX2", "LN2", "RCP", "RSQ", "SIN", "COS", "MDH", "MDV"};
constexpr std::string_view tex_op_names[] = {"NOP", "LD", "KILL", "PROJ", "LODBIAS", "LOD", "DXDY"};
constexpr std::string_view flow_op_names[] = {"JUMP",   "LOOP",      "ENDLOOP",  "REP",
                                              "ENDREP", "BREAKLOOP", "BREAKREP", "CONTINUE"};
constexpr std::string_view kind_names[] = {"ALU", "OUT", "FC", "TEX"};
constexpr std::string_view channel_letters = "rgba0h1_";

constexpr uint32_t mask_of(int width) { return (1u << width) - 1; }

// What a texture operand is made of: a register with four selectors.
struct TextureMembers {
    std::string_view name;
    uint16_t Slot::*address;
    uint16_t Slot::*relative;
    std::array<uint16_t Slot::*, 4> swizzle;
};
const std::array<TextureMembers, 4> texture_members{{
    {"src",
     &Slot::src_addr,
     &Slot::src_addr_rel,
     {&Slot::src_s_swiz, &Slot::src_t_swiz, &Slot::src_r_swiz, &Slot::src_q_swiz}},
    {"dst",
     &Slot::dst_addr,
     &Slot::dst_addr_rel,
     {&Slot::dst_r_swiz, &Slot::dst_g_swiz, &Slot::dst_b_swiz, &Slot::dst_a_swiz}},
    {"dx",
     &Slot::dx_addr,
     &Slot::dx_addr_rel,
     {&Slot::dx_s_swiz, &Slot::dx_t_swiz, &Slot::dx_r_swiz, &Slot::dx_q_swiz}},
    {"dy",
     &Slot::dy_addr,
     &Slot::dy_addr_rel,
     {&Slot::dy_s_swiz, &Slot::dy_t_swiz, &Slot::dy_r_swiz, &Slot::dy_q_swiz}},
}};

bool is_combined(uint16_t Slot::*member) {
    for (const AddressMembers& a : address_members)
        if (member == a.address || member == a.constant || member == a.relative) return true;
    for (const OperandMembers& o : operand_members) {
        if (member == o.select || member == o.modifier) return true;
        for (int i = 0; i < o.channels; i++)
            if (member == o.swizzle[static_cast<size_t>(i)]) return true;
    }
    for (const TextureMembers& t : texture_members) {
        if (member == t.address || member == t.relative) return true;
        for (auto s : t.swizzle)
            if (member == s) return true;
    }
    return false;
}

std::string number(float value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return std::string(text, end);
}

bool read_number(std::string_view text, uint32_t largest, uint16_t& value) {
    uint32_t read = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    if (error != std::errc{} || end != text.data() + text.size() || read > largest) return false;
    value = static_cast<uint16_t>(read);
    return true;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

std::string write_address(const Slot& slot, const AddressMembers& members) {
    const uint16_t address = slot.*members.address;
    std::string text;
    if (slot.*members.constant)
        text = "c" + std::to_string(address);
    else if (address & 0x80)
        text = number(inline_value(address & 0x7f));
    else
        text = "r" + std::to_string(address);
    if (slot.*members.relative) text += "+aL";
    return text;
}

bool read_address(std::string_view text, const AddressMembers& members, Slot& slot) {
    slot.*members.relative = take_suffix(text, "+aL");
    slot.*members.constant = text.starts_with('c');
    if (text.starts_with('c')) return read_number(text.substr(1), 255, slot.*members.address);
    if (text.starts_with('r')) return read_number(text.substr(1), 127, slot.*members.address);
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return false;
    const auto code = inline_code(value);
    if (!code) return false;
    slot.*members.address = static_cast<uint16_t>(0x80 | *code);
    return true;
}

std::string write_operand(const Slot& slot, const OperandMembers& members) {
    static constexpr std::string_view sources[] = {"src0", "src1", "src2", "srcp"};
    std::string text{sources[slot.*members.select]};
    text += '.';
    for (int i = 0; i < members.channels; i++) text += channel_letters[slot.*members.swizzle[static_cast<size_t>(i)]];
    const uint16_t modifier = slot.*members.modifier;
    if (modifier & modifier_absolute) text = "|" + text + "|";
    if (modifier & modifier_negate) text = "-" + text;
    return text;
}

bool read_operand(std::string_view text, const OperandMembers& members, Slot& slot) {
    uint16_t modifier = modifier_off;
    if (text.starts_with('-')) {
        modifier |= modifier_negate;
        text.remove_prefix(1);
    }
    if (text.size() > 1 && text.starts_with('|') && text.ends_with('|')) {
        modifier |= modifier_absolute;
        text = text.substr(1, text.size() - 2);
    }
    if (text.size() != 5 + static_cast<size_t>(members.channels) || !text.starts_with("src") || text[4] != '.')
        return false;
    const size_t select = std::string_view("012p").find(text[3]);
    if (select == std::string_view::npos) return false;
    for (int i = 0; i < members.channels; i++) {
        const size_t channel = channel_letters.find(text[static_cast<size_t>(5 + i)]);
        if (channel == std::string_view::npos) return false;
        slot.*members.swizzle[static_cast<size_t>(i)] = static_cast<uint16_t>(channel);
    }
    slot.*members.select = static_cast<uint16_t>(select);
    slot.*members.modifier = modifier;
    return true;
}

std::string write_texture(const Slot& slot, const TextureMembers& members) {
    std::string text = "r" + std::to_string(slot.*members.address);
    if (slot.*members.relative) text += "+aL";
    text += '.';
    for (auto s : members.swizzle) text += channel_letters[slot.*s];
    return text;
}

bool read_texture(std::string_view text, const TextureMembers& members, Slot& slot) {
    const size_t point = text.find('.');
    if (point == std::string_view::npos || text.size() != point + 5 || text[0] != 'r') return false;
    for (size_t i = 0; i < 4; i++) {
        const size_t channel = channel_letters.substr(0, 4).find(text[point + 1 + i]);
        if (channel == std::string_view::npos) return false;
        slot.*members.swizzle[i] = static_cast<uint16_t>(channel);
    }
    std::string_view address = text.substr(1, point - 1);
    slot.*members.relative = take_suffix(address, "+aL");
    return read_number(address, 127, slot.*members.address);
}

// One "name=value" of a line.
bool read_item(std::string_view name, std::string_view value, Slot& slot) {
    const uint8_t kind = kind_bit(slot.type);
    if (kind == kind_alu) {
        for (const AddressMembers& a : address_members)
            if (name == a.name) return read_address(value, a, slot);
        for (const OperandMembers& o : operand_members)
            if (name == o.name) return read_operand(value, o, slot);
    }
    if (kind == kind_tex)
        for (const TextureMembers& t : texture_members)
            if (name == t.name) return read_texture(value, t, slot);
    for (const FieldInfo& field : field_table()) {
        if (field.name != name || !(field.kinds & kind) || is_combined(field.member) || field.member == &Slot::type)
            continue;
        if (!field.names) return read_number(value, field.largest, slot.*field.member);
        for (uint16_t i = 0; i <= field.largest; i++)
            if (field.names[i] == value) {
                slot.*field.member = i;
                return true;
            }
        return false;
    }
    return false;
}

}  // namespace

const std::vector<FieldInfo>& field_table() {
    static const std::vector<FieldInfo> table = {
#define CTM_FIELD(name, word, bit, width, kinds, largest, names) \
    {#name, word, bit, width, kinds, largest, names, &Slot::name},
#include "arbasm/targets/ctm/fields.def"
#undef CTM_FIELD
    };
    return table;
}

#define CTM_ADDRESS(text, name) \
    { text, &Slot::name, &Slot::name##_const, &Slot::name##_rel }
const std::array<AddressMembers, 6> address_members{{
    CTM_ADDRESS("rgb.src0", rgb_addr0),
    CTM_ADDRESS("rgb.src1", rgb_addr1),
    CTM_ADDRESS("rgb.src2", rgb_addr2),
    CTM_ADDRESS("alpha.src0", alpha_addr0),
    CTM_ADDRESS("alpha.src1", alpha_addr1),
    CTM_ADDRESS("alpha.src2", alpha_addr2),
}};
#undef CTM_ADDRESS

#define CTM_RGB(text, x)                                                                                 \
    {                                                                                                    \
        text, &Slot::rgb_sel_##x, {&Slot::red_swiz_##x, &Slot::green_swiz_##x, &Slot::blue_swiz_##x}, 3, \
            &Slot::rgb_mod_##x                                                                           \
    }
#define CTM_ALPHA(text, x) \
    { text, &Slot::alpha_sel_##x, {&Slot::alpha_swiz_##x, nullptr, nullptr}, 1, &Slot::alpha_mod_##x }
const std::array<OperandMembers, 6> operand_members{{
    CTM_RGB("rgb.a", a),
    CTM_RGB("rgb.b", b),
    CTM_RGB("rgb.c", c),
    CTM_ALPHA("alpha.a", a),
    CTM_ALPHA("alpha.b", b),
    CTM_ALPHA("alpha.c", c),
}};
#undef CTM_RGB
#undef CTM_ALPHA

Slot empty_alu(Kind kind) {
    Slot slot;
    slot.type = kind;
    for (const AddressMembers& a : address_members) slot.*a.address = unused_address;
    return slot;
}

bool is_transcendental(uint16_t op) { return op >= alpha_ex2 && op <= alpha_cos; }
bool is_select(uint16_t op) { return op == rgb_min || op == rgb_max || op == rgb_cnd || op == rgb_cmp; }
bool is_alpha_select(uint16_t op) { return op == alpha_min || op == alpha_max || op == alpha_cnd || op == alpha_cmp; }

int rgb_operands(uint16_t op) {
    switch (op) {
        case rgb_dp3:
        case rgb_dp4:
        case rgb_min:
        case rgb_max: return 3;
        case rgb_frc: return 1;
        case rgb_sop: return 0;
        default: return 7;
    }
}

int alpha_operands(uint16_t op) {
    switch (op) {
        case alpha_dp: return 0;
        case alpha_min:
        case alpha_max: return 3;
        case alpha_mad:
        case alpha_cnd:
        case alpha_cmp:
        case alpha_mdh:
        case alpha_mdv: return 7;
        default: return 1;
    }
}

std::string complaint(const Slot& slot) {
    const uint8_t kind = kind_bit(slot.type);
    for (const FieldInfo& field : field_table()) {
        const uint16_t value = slot.*field.member;
        if (!(field.kinds & kind) && value)
            return std::string(field.name) + " is no field of " + std::string(kind_names[slot.type & 3]);
        if (value > field.largest) return std::string(field.name) + " has the undefined value " + std::to_string(value);
    }
    if (kind == kind_alu) {
        if (slot.rgb_op == 6 || slot.rgb_op > rgb_mdv)
            return "rgb_op has the reserved value " + std::to_string(slot.rgb_op);
        if (slot.alpha_op == 4) return "alpha_op has the reserved value 4";
        if (slot.rgb_op == rgb_sop && !is_transcendental(slot.alpha_op))
            return "SOP needs a transcendental operation in the alpha unit";
        if (slot.alpha_op == alpha_dp && !(slot.rgb_op >= rgb_dp3 && slot.rgb_op <= rgb_d2a))
            return "alpha DP needs DP3, DP4 or D2A in the RGB unit";
        if (slot.rgb_omod == omod_disabled && !is_select(slot.rgb_op)) return "rgb_omod=off needs MIN, MAX, CND or CMP";
        if (slot.alpha_omod == omod_disabled && !is_alpha_select(slot.alpha_op))
            return "alpha_omod=off needs MIN, MAX, CND or CMP";
        if (slot.type == Output && slot.alu_wmask) return "OUT cannot update the ALU result";
        for (const AddressMembers& a : address_members)
            if (slot.*a.relative && !(slot.*a.constant) && (slot.*a.address & 0x80))
                return std::string(a.name) + ": an inline constant cannot be relative";
    } else if (kind == kind_tex) {
        if (slot.tex_sem_acquire && !slot.tex_sem_wait) return "tex_sem_acquire needs tex_sem_wait";
        if (slot.tex_op != tex_dxdy)
            for (const FieldInfo& field : field_table())
                if (field.word == 3 && (field.kinds & kind_tex) && slot.*field.member)
                    return std::string(field.name) + " belongs to DXDY";
    } else {
        if (slot.rgb_pred_sel == predicate_rgba) return "FC has one predicate: rgb_pred_sel=rgba is illegal";
    }
    return {};
}

Words encode(const Slot& slot) {
    Words words{};
    const uint8_t kind = kind_bit(slot.type);
    for (const FieldInfo& field : field_table())
        if (field.kinds & kind) words[field.word] |= (slot.*field.member & mask_of(field.width)) << field.lowest_bit;
    return words;
}

Decoded decode(const Words& words) {
    Decoded decoded;
    const uint8_t kind = kind_bit(words[0] & 3);
    Words rest = words;
    for (const FieldInfo& field : field_table()) {
        if (!(field.kinds & kind)) continue;
        decoded.slot.*field.member =
            static_cast<uint16_t>((words[field.word] >> field.lowest_bit) & mask_of(field.width));
        rest[field.word] &= ~(mask_of(field.width) << field.lowest_bit);
    }
    for (size_t i = 0; i < rest.size(); i++)
        if (rest[i])
            decoded.error = "word " + std::to_string(i) + " has reserved bit " +
                            std::to_string(__builtin_ctz(rest[i])) + " set for " +
                            std::string(kind_names[words[0] & 3]);
    if (decoded.error.empty()) decoded.error = complaint(decoded.slot);
    return decoded;
}

std::string disassemble(const Slot& slot) {
    const uint8_t kind = kind_bit(slot.type);
    std::string line{kind_names[slot.type & 3]};
    const auto add = [&](std::string_view name, std::string_view value) {
        line += ' ';
        line += name;
        line += '=';
        line += value;
    };
    for (const FieldInfo& field : field_table()) {
        if (!(field.kinds & kind) || is_combined(field.member) || field.member == &Slot::type) continue;
        const uint16_t value = slot.*field.member;
        // The operation stands there always.
        const bool operation = field.member == &Slot::rgb_op || field.member == &Slot::alpha_op ||
                               field.member == &Slot::tex_op || field.member == &Slot::flow_op;
        if (!value && !operation) continue;
        if (field.names && value <= field.largest)
            add(field.name, field.names[value]);
        else
            add(field.name, std::to_string(value));
    }
    if (kind == kind_alu) {
        const Slot none = empty_alu(static_cast<Kind>(slot.type));
        for (const AddressMembers& a : address_members)
            if (slot.*a.address != none.*a.address || slot.*a.constant || slot.*a.relative)
                add(a.name, write_address(slot, a));
        for (const OperandMembers& o : operand_members) {
            const std::string text = write_operand(slot, o);
            if (text != write_operand(none, o)) add(o.name, text);
        }
    }
    if (kind == kind_tex)
        for (const TextureMembers& t : texture_members)
            if (const std::string text = write_texture(slot, t); text != "r0.rrrr") add(t.name, text);
    return line;
}

Assembled assemble(std::string_view text) {
    Assembled result;
    int line_number = 0;
    const auto fail = [&](std::string message) {
        result.line = line_number;
        result.error = std::move(message);
        result.slots.clear();
        return result;
    };
    while (!text.empty()) {
        line_number++;
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        line = line.substr(0, line.find_first_of("#;"));
        std::vector<std::string_view> words;
        for (size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
            const size_t stop = std::min(line.find_first_of(" \t\r", at), line.size());
            words.push_back(line.substr(at, stop - at));
            at = stop;
        }
        if (!words.empty() && words[0].ends_with(':')) words.erase(words.begin());
        if (words.empty()) continue;
        uint16_t kind = 0;
        while (kind < 4 && kind_names[kind] != words[0]) kind++;
        if (kind == 4) return fail("\"" + std::string(words[0]) + "\" is none of ALU, OUT, TEX and FC");
        Slot slot;
        if (kind_bit(kind) == kind_alu) slot = empty_alu(static_cast<Kind>(kind));
        slot.type = kind;
        for (size_t i = 1; i < words.size(); i++) {
            const size_t equals = words[i].find('=');
            if (equals == std::string_view::npos ||
                !read_item(words[i].substr(0, equals), words[i].substr(equals + 1), slot))
                return fail("\"" + std::string(words[i]) + "\" is not understood in " + std::string(words[0]));
        }
        if (const std::string reason = complaint(slot); !reason.empty()) return fail(reason);
        if (result.slots.size() == max_instructions) return fail("more than 512 instructions");
        result.slots.push_back(slot);
    }
    return result;
}

float inline_value(uint16_t code) {
    const int exponent = (code >> 3) & 15, mantissa = code & 7;
    return exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -9)
                         : std::ldexp(static_cast<float>(8 + mantissa), exponent - 10);
}

std::optional<uint16_t> inline_code(float value) {
    for (uint16_t code = 0; code < 128; code++)
        if (inline_value(code) == value && !std::signbit(value)) return code;
    return std::nullopt;
}

}  // namespace arbasm::ctm
