// Instructions as text: fields by name, with addresses, operands and registers of lookups as one item each.
#include <charconv>

#include "machines/ctm/isa/instruction.h"

namespace machines::ctm {
namespace {

constexpr std::string_view channel_letters = "rgba0h1_";

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
    if (!ctm::read_number(text, largest, read)) return false;
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
        const size_t channel = channel_letters.find(text[5 + static_cast<size_t>(i)]);
        if (channel == std::string_view::npos) return false;
        slot.*members.swizzle[static_cast<size_t>(i)] = static_cast<uint16_t>(channel);
    }
    slot.*members.select = static_cast<uint16_t>(select);
    slot.*members.modifier = modifier;
    return true;
}

// KIL does not look at the selectors: a register without them has zeros there.
std::string write_texture(const Slot& slot, const TextureMembers& members) {
    std::string text = "r" + std::to_string(slot.*members.address);
    if (slot.*members.relative) text += "+aL";
    uint16_t any = 0;
    for (auto s : members.swizzle) any |= slot.*s;
    if (!any && slot.tex_op == tex_kill) return text;
    text += '.';
    for (auto s : members.swizzle) text += channel_letters[slot.*s];
    return text;
}

bool read_texture(std::string_view text, const TextureMembers& members, Slot& slot) {
    if (!text.starts_with('r')) return false;
    const size_t point = std::min(text.find('.'), text.size());
    if (point < text.size()) {
        if (text.size() != point + 5) return false;
        for (size_t i = 0; i < 4; i++) {
            const size_t channel = channel_letters.substr(0, 4).find(text[point + 1 + i]);
            if (channel == std::string_view::npos) return false;
            slot.*members.swizzle[i] = static_cast<uint16_t>(channel);
        }
    }
    std::string_view address = text.substr(1, point - 1);
    slot.*members.relative = take_suffix(address, "+aL");
    return read_number(address, 127, slot.*members.address);
}

// Whether the field says what the instruction does even where it is 0.
bool always_shown(const FieldInfo& field, const Slot& slot, const SlotReads& reads) {
    const auto is = [&](uint16_t Slot::*member) { return field.member == member; };
    switch (slot.type) {
        case Texture:
            return is(&Slot::tex_op) || (is(&Slot::tex_id) && slot.tex_op != tex_nop && slot.tex_op != tex_kill);
        case Flow: {
            const uint16_t f = slot.jump_func;
            const bool loops = slot.flow_op >= flow_loop && slot.flow_op <= flow_endrep;
            return is(&Slot::flow_op) || is(&Slot::jump_func) || (is(&Slot::int_addr) && loops) ||
                   (is(&Slot::bool_addr) && ((f >> 1 ^ f) & 0x55)) ||
                   (is(&Slot::jump_addr) && (f || loops) && slot.a_op != address_pop);
        }
        // A unit that computes nothing does not say with what.
        default: return (is(&Slot::rgb_op) && (reads.computes & 7)) || (is(&Slot::alpha_op) && (reads.computes & 8));
    }
}

std::string one_of(const FieldInfo& field) {
    if (!field.names) return "a number up to " + std::to_string(field.largest);
    std::string text = "one of";
    for (uint16_t i = 0; i <= field.largest; i++) {
        text += i ? ", " : " ";
        text += field.names[i];
    }
    return text;
}

}  // namespace

bool read_number(std::string_view text, uint32_t largest, uint32_t& value) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc{} && end == text.data() + text.size() && value <= largest;
}

std::string read_item(std::string_view name, std::string_view value, Slot& slot) {
    const uint8_t kind = kind_bit(slot.type);
    const auto say = [&](bool good, std::string_view form) {
        return good ? std::string() : "\"" + std::string(value) + "\" is no " + std::string(form);
    };
    if (kind == kind_alu) {
        for (const AddressMembers& a : address_members)
            if (name == a.name)
                return say(read_address(value, a, slot),
                           "address: r0 to r127, c0 to c255, each with +aL or without, or a number that has few bits");
        for (const OperandMembers& o : operand_members)
            if (name == o.name)
                return say(read_operand(value, o, slot),
                           o.channels == 3 ? "operand: src0, src1, src2 or srcp with three channels of rgba0h1_"
                                           : "operand: src0, src1, src2 or srcp with a channel of rgba0h1_");
    }
    if (kind == kind_tex)
        for (const TextureMembers& t : texture_members)
            if (name == t.name)
                return say(read_texture(value, t, slot), "register with four channels of rgba, as r4.rgrr");
    for (const FieldInfo& field : field_table()) {
        if (field.name != name || !(field.kinds & kind) || is_combined(field.member) || field.member == &Slot::type)
            continue;
        if (!field.names)
            return say(read_number(value, field.largest, slot.*field.member), std::string(name) + ": " + one_of(field));
        for (uint16_t i = 0; i <= field.largest; i++)
            if (field.names[i] == value) {
                slot.*field.member = i;
                return {};
            }
        return say(false, std::string(name) + ": " + one_of(field));
    }
    return "\"" + std::string(name) + "\" is no field of " + std::string(kind_names[slot.type & 3]);
}

std::string disassemble(const Slot& slot) {
    const uint8_t kind = kind_bit(slot.type);
    const SlotReads reads = reads_of(slot);
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
        if (!value && !always_shown(field, slot, reads)) continue;
        if (field.member == &Slot::jump_func) {
            constexpr std::string_view digits = "0123456789abcdef";
            add(field.name, std::string("0x") + digits[value >> 4 & 15] + digits[value & 15]);
        } else if (field.names && value <= field.largest) {
            add(field.name, field.names[value]);
        } else {
            add(field.name, std::to_string(value));
        }
    }
    if (kind == kind_alu) {
        const Slot none = empty_alu(static_cast<Kind>(slot.type));
        for (const AddressMembers& a : address_members)
            if (slot.*a.address != none.*a.address || slot.*a.constant || slot.*a.relative)
                add(a.name, write_address(slot, a));
        for (size_t o = 0; o < operand_members.size(); o++) {
            const std::string text = write_operand(slot, operand_members[o]);
            if (reads.operands[o] || text != write_operand(none, operand_members[o]))
                add(operand_members[o].name, text);
        }
    }
    if (kind == kind_tex)
        for (size_t t = 0; t < texture_members.size(); t++) {
            const bool used =
                slot.tex_op != tex_nop && (t == 0 || slot.tex_op != tex_kill) && (t < 2 || slot.tex_op == tex_dxdy);
            const std::string text = write_texture(slot, texture_members[t]);
            if (used || (text != "r0.rrrr" && text != "r0")) add(texture_members[t].name, text);
        }
    return line;
}

}  // namespace machines::ctm
