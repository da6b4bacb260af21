#include "machines/ctm/assembly/object.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace machines::ctm {
namespace {

constexpr uint32_t elf_header_size = 52, program_header_size = 32, section_header_size = 40;
constexpr uint32_t information_words = 32;
constexpr uint32_t used_output_format = 0x3915, unused_output_format = 15;
// The guide's header.
constexpr uint8_t guide_os_abi = 98, guide_abi_version = 1;
constexpr uint16_t guide_machine = 122;
constexpr uint32_t guide_flags = 1;
// What the project wrote before it knew that: a machine of its own.
constexpr uint16_t private_machine = 0x4443;
constexpr char vendor[8] = "ATI DPP";
constexpr char own_vendor[8] = "asmgl\0";
constexpr uint32_t own_layout = 1;

enum NoteType : uint32_t {
    note_information = 1,
    note_inputs,
    note_outputs,
    note_conditional_output,
    note_float_constants,
    note_integer_constants,
    note_early_exit
};
enum OwnNoteType : uint32_t { note_literals = 1, note_integers = 2, note_layout = 3, note_textures = 4 };

// Words of the program information.
enum Information : size_t {
    information_first,
    information_depth_source,
    information_code_address,
    information_code_offset,
    information_code_range,
    information_configuration,
    information_flow_control,
    information_output_formats,
    information_temporaries = 11,
    information_depth_format,
    information_flags,
    information_position
};

class Bytes {
  public:
    void half(uint32_t value) {
        data.push_back(static_cast<uint8_t>(value));
        data.push_back(static_cast<uint8_t>(value >> 8));
    }
    void word(uint32_t value) {
        half(value & 0xffff);
        half(value >> 16);
    }
    void text(const char* bytes, size_t size) {
        for (size_t i = 0; i < size; i++) data.push_back(static_cast<uint8_t>(bytes[i]));
    }
    void align(size_t alignment) {
        while (data.size() % alignment) data.push_back(0);
    }
    std::vector<uint8_t> data;
};

void note(Bytes& out, const char (&name)[8], uint32_t type, const std::vector<uint32_t>& words) {
    out.word(8);
    out.word(static_cast<uint32_t>(4 * words.size()));
    out.word(type);
    out.text(name, 8);
    for (uint32_t word : words) out.word(word);
}

std::vector<uint32_t> literal_words(const std::vector<Literal>& literals) {
    std::vector<uint32_t> words;
    for (const Literal& literal : literals) {
        words.push_back(literal.index);
        words.insert(words.end(), literal.bits.begin(), literal.bits.end());
    }
    return words;
}

struct Header {
    uint32_t name, type, flags, address, offset, size, link, info, alignment, entry;
};

uint32_t word_at(std::span<const uint8_t> bytes, uint64_t offset) {
    uint32_t value;
    std::memcpy(&value, bytes.data() + offset, 4);
    return value;
}
uint32_t half_at(std::span<const uint8_t> bytes, uint64_t offset) {
    uint16_t value;
    std::memcpy(&value, bytes.data() + offset, 2);
    return value;
}

std::vector<uint32_t> words_of(std::span<const uint8_t> bytes) {
    std::vector<uint32_t> words(bytes.size() / 4);
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), 4 * words.size());
    return words;
}

// Reads a list of indices into `list`; the reason where it is none.
std::string read_indices(const std::vector<uint32_t>& words, uint32_t limit, const char* what,
                         std::vector<uint32_t>& list) {
    for (uint32_t index : words)
        if (index >= limit) return std::string("note of ") + what + " names " + std::to_string(index);
    list = words;
    return {};
}

std::string read_literals(const std::vector<uint32_t>& words, uint32_t limit, std::vector<Literal>& literals) {
    if (words.size() % 5) return "note of literals is cut";
    for (size_t i = 0; i < words.size(); i += 5) {
        if (words[i] >= limit) return "note of literals names constant " + std::to_string(words[i]);
        literals.push_back({words[i], {words[i + 1], words[i + 2], words[i + 3], words[i + 4]}});
    }
    return {};
}

std::string read_textures(const std::vector<uint32_t>& words, std::vector<TextureConstants>& textures) {
    if (words.size() % 3) return "note of textures is cut";
    for (size_t i = 0; i < words.size(); i += 3) {
        const uint32_t count = words[i + 2] ? uint32_t{texture_constant_count} : 1;
        if (words[i] >= input_count || words[i + 1] > float_constant_count - count)
            return "note of textures names what there is not";
        textures.push_back({words[i], words[i + 1], words[i + 2] != 0});
    }
    return {};
}

struct Notes {
    std::vector<uint32_t> information;
    bool informed = false;
    bool own_layout = false;  // of the program information
};

std::string read_note(bool own, uint32_t type, const std::vector<uint32_t>& words, Object& object, Notes& notes) {
    if (own) {
        if (type == note_literals) return read_literals(words, float_constant_count, object.literals);
        if (type == note_integers) return read_literals(words, integer_constant_count, object.integers);
        if (type == note_textures) return read_textures(words, object.textures);
        if (type == note_layout) notes.own_layout = !words.empty() && words[0] == own_layout;
        return {};
    }
    const uint32_t first = words.empty() ? 0 : words[0];
    switch (type) {
        case note_information:
            if (first != 1) return "the program information does not begin with 1";
            notes.informed = true;
            notes.information = words;
            return {};
        case note_inputs: return read_indices(words, input_count, "inputs", object.inputs);
        case note_outputs: return read_indices(words, output_count, "outputs", object.outputs);
        case note_conditional_output: object.conditional_output = first != 0; return {};
        case note_float_constants:
            return read_indices(words, float_constant_count, "float constants", object.float_constants);
        case note_integer_constants:
            return read_indices(words, integer_constant_count, "integer constants", object.integer_constants);
        case note_early_exit: object.early_exit = first != 0; return {};
        default: return {};
    }
}

// Reads program information in the project's layout. Only the first words of another layout are known: what it would
// say is what the instructions need.
std::string read_information(const Notes& notes, Object& object) {
    const std::vector<uint32_t>& words = notes.information;
    if (!notes.informed) return "no program information";
    if (!notes.own_layout) {
        const Object needed = make_object(object.code);
        object.full_flow_control = needed.full_flow_control;
        object.temporaries = needed.temporaries;
        return {};
    }
    if (words.size() < information_words) return "the program information is too short";
    object.full_flow_control = words[information_flow_control] >> 31;
    object.temporaries = words[information_temporaries] & 127 ? words[information_temporaries] & 127 : 128;
    object.position_register = words[information_position];
    if (object.position_register >= temporary_count) return "the position register is beyond the last";
    if ((words[information_code_address] >> 16 & 511) + 1 != object.code.size())
        return "the end address is not the last instruction";
    return {};
}

}  // namespace

Object make_object(std::span<const Words> code, uint32_t position_register) {
    Object object;
    object.code.assign(code.begin(), code.end());
    object.position_register = position_register;
    std::vector<Slot> slots;
    for (const Words& words : code) slots.push_back(decode(words).slot);
    std::set<uint32_t> inputs, outputs, floats, integers;
    uint32_t highest = object.position_register;
    for (size_t i = 0; i < slots.size(); i++) {
        const Slot& slot = slots[i];
        if (slot.type == Flow) {
            if (slot.flow_op != flow_jump || slot.a_op != address_none) object.full_flow_control = true;
            if (slot.flow_op == flow_loop || slot.flow_op == flow_endloop || slot.flow_op == flow_rep ||
                slot.flow_op == flow_endrep)
                integers.insert(slot.int_addr);
            continue;
        }
        if (slot.last && i + 1 < slots.size()) object.early_exit = true;
        if (slot.type == Texture) {
            if (slot.tex_op != tex_nop && slot.tex_op != tex_kill) inputs.insert(slot.tex_id);
            highest = std::max({highest, uint32_t{slot.src_addr}, uint32_t{slot.dst_addr}});
            continue;
        }
        if (slot.type == Output) {
            if (slot.rgb_omask) outputs.insert(slot.rgb_target);
            if (slot.alpha_omask) outputs.insert(slot.alpha_target);
        }
        if (slot.w_omask) object.conditional_output = true;
        highest = std::max({highest, uint32_t{slot.rgb_addrd}, uint32_t{slot.alpha_addrd}});
        for (const AddressMembers& a : address_members) {
            if (slot.*a.constant && slot.*a.relative)
                for (uint32_t c = slot.*a.address; c < float_constant_count; c++) floats.insert(c);
            if (slot.*a.constant)
                floats.insert(slot.*a.address);
            else if (!(slot.*a.address & 0x80))
                highest = std::max<uint32_t>(highest, slot.*a.relative ? temporary_count - 1 : slot.*a.address);
        }
        if (slot.rgb_addrd_rel || slot.alpha_addrd_rel) highest = temporary_count - 1;
    }
    object.inputs.assign(inputs.begin(), inputs.end());
    object.outputs.assign(outputs.begin(), outputs.end());
    object.float_constants.assign(floats.begin(), floats.end());
    object.integer_constants.assign(integers.begin(), integers.end());
    object.temporaries = highest + 1;
    // Branches deeper than the partial mode's six need the full one.
    int depth = 0, deepest = 0;
    for (const Slot& slot : slots) {
        if (slot.type != Flow || slot.flow_op != flow_jump) continue;
        if (slot.b_op0 == branch_increment) deepest = std::max(deepest, ++depth);
        if (slot.b_op0 == branch_decrement) depth -= slot.b_pop_cnt;
    }
    if (deepest > 6) object.full_flow_control = true;
    return object;
}

Object make_object(std::span<const Slot> slots) {
    std::vector<Words> code;
    for (const Slot& slot : slots) code.push_back(encode(slot));
    return make_object(code);
}

std::vector<uint8_t> write_object(const Object& object) {
    const auto last = static_cast<uint32_t>(object.code.empty() ? 0 : object.code.size() - 1);
    std::vector<uint32_t> information(information_words);
    information[information_first] = 1;
    information[information_depth_source] = object.conditional_output;
    information[information_code_address] = last << 16;
    information[information_code_range] = last << 16;
    information[information_flow_control] = object.full_flow_control ? 1u << 31 : 0;
    for (uint32_t i = 0; i < output_count; i++)
        information[information_output_formats + i] =
            std::count(object.outputs.begin(), object.outputs.end(), i) ? used_output_format : unused_output_format;
    information[information_temporaries] = object.temporaries & 127;
    information[information_depth_format] = object.conditional_output ? 2 : 0;
    information[information_position] = object.position_register;

    Bytes notes;
    note(notes, vendor, note_information, information);
    note(notes, own_vendor, note_layout, {own_layout});
    if (!object.inputs.empty()) note(notes, vendor, note_inputs, object.inputs);
    if (!object.outputs.empty()) note(notes, vendor, note_outputs, object.outputs);
    if (object.conditional_output) note(notes, vendor, note_conditional_output, {1});
    if (!object.float_constants.empty()) note(notes, vendor, note_float_constants, object.float_constants);
    if (!object.integer_constants.empty()) note(notes, vendor, note_integer_constants, object.integer_constants);
    if (object.early_exit) note(notes, vendor, note_early_exit, {1});
    if (!object.literals.empty()) note(notes, own_vendor, note_literals, literal_words(object.literals));
    if (!object.integers.empty()) note(notes, own_vendor, note_integers, literal_words(object.integers));

    if (!object.textures.empty()) {
        std::vector<uint32_t> words;
        for (const TextureConstants& t : object.textures) words.insert(words.end(), {t.unit, t.constant, t.compares});
        note(notes, own_vendor, note_textures, words);
    }

    static constexpr char names[] = "\0.note.dpp\0.text\0.shstrtab";
    const uint32_t notes_at = elf_header_size + 2 * program_header_size;
    const auto notes_size = static_cast<uint32_t>(notes.data.size());
    const uint32_t text_at = (notes_at + notes_size + 7) & ~7u;
    const auto text_size = static_cast<uint32_t>(object.code.size() * instruction_bytes);
    const uint32_t names_at = text_at + text_size;
    const uint32_t sections_at = (names_at + static_cast<uint32_t>(sizeof names) + 3) & ~3u;

    Bytes out;
    out.text("\177ELF\1\1\1", 7);
    out.half(guide_os_abi | guide_abi_version << 8);
    out.align(16);
    out.half(2);  // ET_EXEC
    out.half(guide_machine);
    out.word(1);
    out.word(0);
    out.word(elf_header_size);
    out.word(sections_at);
    out.word(guide_flags);
    out.half(elf_header_size);
    out.half(program_header_size);
    out.half(2);
    out.half(section_header_size);
    out.half(4);
    out.half(3);
    for (uint32_t word : {4u, notes_at, 0u, 0u, notes_size, 0u, 4u, 4u}) out.word(word);       // PT_NOTE, PF_R
    for (uint32_t word : {1u, text_at, 0u, 0u, text_size, text_size, 5u, 8u}) out.word(word);  // PT_LOAD, PF_R | PF_X
    out.data.insert(out.data.end(), notes.data.begin(), notes.data.end());
    out.align(8);
    for (const Words& words : object.code)
        for (uint32_t word : words) out.word(word);
    out.text(names, sizeof names);
    out.align(4);
    const Header sections[] = {
        {},
        {1, 7 /* SHT_NOTE */, 0, 0, notes_at, notes_size, 0, 0, 4, 0},
        {11, 1 /* SHT_PROGBITS */, 6 /* ALLOC | EXECINSTR */, 0, text_at, text_size, 0, 0, 8, 0},
        {17, 3 /* SHT_STRTAB */, 0, 0, names_at, sizeof names, 0, 0, 1, 0},
    };
    for (const Header& s : sections)
        for (uint32_t word :
             {s.name, s.type, s.flags, s.address, s.offset, s.size, s.link, s.info, s.alignment, s.entry})
            out.word(word);
    return out.data;
}

ReadObject read_object(std::span<const uint8_t> bytes, bool any_machine) {
    ReadObject result;
    const auto fail = [&](std::string reason) {
        result.object = {};
        result.error = std::move(reason);
        return result;
    };
    if (bytes.size() < elf_header_size || std::memcmp(bytes.data(), "\177ELF", 4) != 0) return fail("not an ELF file");
    if (bytes[4] != 1 || bytes[5] != 1) return fail("not a 32-bit little-endian ELF file");
    const uint32_t machine = half_at(bytes, 18);
    if (!any_machine && machine != private_machine && !(machine == guide_machine && bytes[7] == guide_os_abi))
        return fail("not an ELF file for the DPP array");
    const uint64_t sections_at = word_at(bytes, 32);
    const uint32_t entry_size = half_at(bytes, 46), count = half_at(bytes, 48);
    if (entry_size < section_header_size || sections_at + uint64_t{entry_size} * count > bytes.size())
        return fail("the section headers lie outside the file");
    std::vector<std::span<const uint8_t>> note_sections;
    bool has_code = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t header = sections_at + uint64_t{i} * entry_size;
        const uint32_t type = word_at(bytes, header + 4), flags = word_at(bytes, header + 8);
        const size_t offset = word_at(bytes, header + 16), size = word_at(bytes, header + 20);
        const bool code = type == 1 && (flags & 6) == 6;
        if (!code && type != 7) continue;
        if (uint64_t{offset} + size > bytes.size())
            return fail("section " + std::to_string(i) + " lies outside the file");
        const auto content = bytes.subspan(offset, size);
        if (!code) {
            note_sections.push_back(content);
            continue;
        }
        if (has_code) return fail("more than one section of instructions");
        has_code = true;
        if (size == 0 || size % instruction_bytes) return fail("the instructions are not a whole number");
        if (size / instruction_bytes > max_instructions) return fail("more than 512 instructions");
        result.object.code.resize(size / instruction_bytes);
        std::memcpy(result.object.code.data(), content.data(), size);
    }
    if (!has_code) return fail("no section of instructions");
    Notes notes;
    notes.own_layout = machine == private_machine;
    for (const auto& section : note_sections)
        for (size_t at = 0; at + 12 <= section.size();) {
            const size_t name_size = word_at(section, at), size = word_at(section, at + 4);
            const uint32_t type = word_at(section, at + 8);
            if (name_size == 0 && size == 0 && type == 0) {  // padding
                at += 4;
                continue;
            }
            const uint64_t padded_name = (uint64_t{name_size} + 3) & ~uint64_t{3};
            if (at + 12 + padded_name + size > section.size()) return fail("a note is cut");
            const size_t content = at + 12 + static_cast<size_t>(padded_name);
            const auto is = [&](const char(&name)[8]) {
                return name_size == 8 && std::memcmp(section.data() + at + 12, name, 8) == 0;
            };
            if (is(vendor) || is(own_vendor)) {
                if (size % 4) return fail("a note is no whole number of words");
                const std::string reason =
                    read_note(is(own_vendor), type, words_of(section.subspan(content, size)), result.object, notes);
                if (!reason.empty()) return fail(reason);
            }
            at = content + ((size + 3) & ~size_t{3});
        }
    if (const std::string reason = read_information(notes, result.object); !reason.empty()) return fail(reason);
    return result;
}

}  // namespace machines::ctm
