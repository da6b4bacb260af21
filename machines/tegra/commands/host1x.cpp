#include "machines/tegra/commands/host1x.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>

namespace machines::tegra {
namespace {

constexpr uint32_t max_count = 0xffff;

constexpr uint32_t header(StreamOpcode opcode, uint32_t offset, uint32_t argument) {
    return static_cast<uint32_t>(opcode) << 28 | (offset & 0xfff) << 16 | (argument & 0xffff);
}

constexpr std::array<std::string_view, 16> opcode_names{
    "SETCL", "INCR", "NONINCR", "MASK", "IMM", "RESTART", "GATHER", "", "", "", "", "", "", "", "EXTEND", "CHDONE"};

// Offsets that a command's data words go to.
void offsets_of(const StreamCommand& command, std::vector<uint32_t>& offsets) {
    const auto masked = [&](uint32_t mask) {
        for (uint32_t bit = 0; bit < 16; bit++)
            if (mask >> bit & 1) offsets.push_back((command.offset + bit) & 0xfff);
    };
    switch (command.opcode) {
        case StreamOpcode::SetClass: return masked(command.argument & 0x3f);
        case StreamOpcode::Mask: return masked(command.argument);
        case StreamOpcode::Increment:
            for (uint32_t i = 0; i < command.count; i++) offsets.push_back((command.offset + i) & 0xfff);
            return;
        case StreamOpcode::Repeat: offsets.assign(command.count, command.offset); return;
        case StreamOpcode::Immediate:
        case StreamOpcode::Restart:
        case StreamOpcode::Gather:
        case StreamOpcode::Extend:
        case StreamOpcode::Done: return;
    }
}

// The command whose first word this is, without its data; the reason where it is none.
std::string read_header(uint32_t word, StreamCommand& command) {
    command.opcode = static_cast<StreamOpcode>(word >> 28);
    command.offset = word >> 16 & 0xfff;
    command.argument = word & 0xffff;
    command.count = 0;
    switch (command.opcode) {
        case StreamOpcode::SetClass:
            command.count = static_cast<uint32_t>(__builtin_popcount(command.argument & 0x3f));
            return {};
        case StreamOpcode::Increment:
        case StreamOpcode::Repeat: command.count = command.argument; return {};
        case StreamOpcode::Mask: command.count = static_cast<uint32_t>(__builtin_popcount(command.argument)); return {};
        case StreamOpcode::Immediate: return {};
        case StreamOpcode::Done:
            return command.offset || command.argument ? "CHDONE has bits that are not known" : std::string();
        case StreamOpcode::Restart:
        case StreamOpcode::Gather: return std::string(opcode_names[word >> 28]) + " is for the kernel alone";
        case StreamOpcode::Extend: return "EXTEND is not used";
    }
    return "opcode " + std::to_string(word >> 28) + " is not defined";
}

std::string hex(uint32_t value, int digits) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%0*x", digits, value);
    return text;
}

bool read_number(std::string_view text, uint32_t& value) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

// What a value means: fields by name, or the float that it may be.
std::string meaning(uint32_t offset, uint32_t value) {
    const FoundRegister found = find_register(offset);
    if (!found.info) return {};
    std::string text;
    for (const RegisterField& field : fields_of(found.info->name))
        text += (text.empty() ? "  # " : " ") + std::string(field.name) + "=" + std::to_string(field.bits.get(value));
    const uint32_t exponent = value >> 23 & 0xff;
    if (text.empty() && exponent > 100 && exponent < 160) {
        float number = 0;
        std::memcpy(&number, &value, sizeof number);
        char digits[32];
        std::snprintf(digits, sizeof digits, "  # %g", static_cast<double>(number));
        text = digits;
    }
    return text;
}

}  // namespace

void StreamBuilder::set_class(uint32_t class_id) {
    words_.push_back(header(StreamOpcode::SetClass, 0, class_id << 6));
    open_ = 0;
}

void StreamBuilder::write(uint32_t offset, uint32_t value) {
    if (open_ && next_ == offset && (words_[open_ - 1] & max_count) < max_count) {
        words_[open_ - 1]++;
        words_.push_back(value);
        next_++;
        return;
    }
    if (value <= 0xffff) {
        words_.push_back(header(StreamOpcode::Immediate, offset, value));
        open_ = 0;
        return;
    }
    words_.push_back(header(StreamOpcode::Increment, offset, 1));
    open_ = words_.size();
    words_.push_back(value);
    next_ = offset + 1;
}

void StreamBuilder::write_float(uint32_t offset, float value) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    write(offset, bits);
}

void StreamBuilder::write_address(uint32_t offset, uint32_t address) {
    // Never immediate: what relocates it needs the whole word.
    if (!(open_ && next_ == offset)) {
        words_.push_back(header(StreamOpcode::Increment, offset, 0));
        open_ = words_.size();
        next_ = offset;
    }
    write(offset, address);
    addresses_.push_back(static_cast<uint32_t>(words_.size() - 1));
}

void StreamBuilder::increment(uint32_t offset, std::span<const uint32_t> values) {
    if (values.empty()) return;
    words_.push_back(header(StreamOpcode::Increment, offset, static_cast<uint32_t>(values.size())));
    words_.insert(words_.end(), values.begin(), values.end());
    open_ = 0;
}

void StreamBuilder::repeat(uint32_t offset, std::span<const uint32_t> values) {
    while (!values.empty()) {
        const auto part = values.first(std::min<size_t>(values.size(), max_count));
        words_.push_back(header(StreamOpcode::Repeat, offset, static_cast<uint32_t>(part.size())));
        words_.insert(words_.end(), part.begin(), part.end());
        values = values.subspan(part.size());
    }
    open_ = 0;
}

ParsedStream parse_stream(std::span<const uint32_t> words) {
    ParsedStream parsed;
    for (uint32_t at = 0; at < words.size();) {
        StreamCommand command;
        parsed.word = at;
        parsed.error = read_header(words[at], command);
        if (!parsed.error.empty()) return parsed;
        command.first = at + 1;
        if (words.size() - command.first < command.count) {
            parsed.error = std::string(opcode_names[static_cast<size_t>(command.opcode)]) + " has " +
                           std::to_string(command.count) + " words of data, and the stream ends before them";
            return parsed;
        }
        parsed.commands.push_back(command);
        at = command.first + command.count;
        if (command.opcode == StreamOpcode::Done && at < words.size()) {
            parsed.word = at;
            parsed.error = "there are words behind CHDONE";
            return parsed;
        }
    }
    return parsed;
}

std::vector<RegisterWrite> writes_of(const ParsedStream& stream, std::span<const uint32_t> words) {
    std::vector<RegisterWrite> writes;
    std::vector<uint32_t> offsets;
    uint32_t class_id = 0;
    for (const StreamCommand& command : stream.commands) {
        if (command.opcode == StreamOpcode::SetClass) class_id = command.argument >> 6;
        if (command.opcode == StreamOpcode::Immediate) {
            writes.push_back({class_id, command.offset, command.argument, command.first - 1});
            continue;
        }
        offsets.clear();
        offsets_of(command, offsets);
        for (uint32_t i = 0; i < offsets.size(); i++)
            writes.push_back({class_id, offsets[i], words[command.first + i], command.first + i});
    }
    return writes;
}

std::string print_stream(std::span<const uint32_t> words) {
    const ParsedStream parsed = parse_stream(words);
    std::string text;
    std::vector<uint32_t> offsets;
    for (const StreamCommand& command : parsed.commands) {
        text += opcode_names[static_cast<size_t>(command.opcode)];
        const std::string name = register_name(command.offset);
        switch (command.opcode) {
            case StreamOpcode::SetClass:
                text += " " + name + " " + hex(command.argument >> 6, 3) + " " + hex(command.argument & 0x3f, 2);
                break;
            case StreamOpcode::Mask: text += " " + name + " " + hex(command.argument, 4); break;
            case StreamOpcode::Immediate:
                text += " " + name + " " + hex(command.argument, 4) + meaning(command.offset, command.argument);
                break;
            case StreamOpcode::Done: break;
            case StreamOpcode::Increment:
            case StreamOpcode::Repeat:
            case StreamOpcode::Restart:
            case StreamOpcode::Gather:
            case StreamOpcode::Extend: text += " " + name + " " + std::to_string(command.count); break;
        }
        text += "\n";
        offsets.clear();
        offsets_of(command, offsets);
        for (uint32_t i = 0; i < offsets.size(); i++) {
            const uint32_t value = words[command.first + i];
            text += "    " + register_name(offsets[i]) + " = " + hex(value, 8) + meaning(offsets[i], value) + "\n";
        }
    }
    return text;
}

std::string StreamReader::line(std::string_view text) {
    text = text.substr(0, text.find('#'));
    std::vector<std::string_view> words;
    for (size_t at = 0; (at = text.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const size_t stop = std::min(text.find_first_of(" \t\r", at), text.size());
        words.push_back(text.substr(at, stop - at));
        at = stop;
    }
    if (words.empty()) return {};
    uint32_t value = 0;
    if (next_ < expected_.size()) {
        const uint32_t offset = expected_[next_];
        if (words.size() != 3 || words[1] != "=" || parse_register_name(words[0]) != static_cast<int32_t>(offset) ||
            !read_number(words[2], value))
            return "\"" + register_name(offset) + " = value\" is missing";
        words_.push_back(value);
        next_++;
        return {};
    }
    uint32_t opcode = 0;
    while (opcode < opcode_names.size() && opcode_names[opcode] != words[0]) opcode++;
    if (opcode == opcode_names.size()) return "\"" + std::string(words[0]) + "\" is no opcode";
    const auto kind = static_cast<StreamOpcode>(opcode);
    const size_t arguments = kind == StreamOpcode::Done ? 0 : kind == StreamOpcode::SetClass ? 3 : 2;
    if (words.size() != 1 + arguments)
        return std::string(words[0]) + " takes " + std::to_string(arguments) + " arguments";
    uint32_t offset = 0, argument = 0;
    if (arguments) {
        const int32_t found = parse_register_name(words[1]);
        if (found < 0) return "\"" + std::string(words[1]) + "\" is no register";
        offset = static_cast<uint32_t>(found);
        if (!read_number(words[2], argument) || argument > 0xffff)
            return "\"" + std::string(words[2]) + "\" is no number of 16 bits";
    }
    if (kind == StreamOpcode::SetClass) {
        if (argument > 0x3ff || !read_number(words[3], value) || value > 0x3f)
            return "SETCL takes a class of ten bits and a mask of six";
        argument = argument << 6 | value;
    }
    const uint32_t word = header(kind, offset, argument);
    StreamCommand command;
    if (std::string reason = read_header(word, command); !reason.empty()) return reason;
    words_.push_back(word);
    expected_.clear();
    next_ = 0;
    offsets_of(command, expected_);
    return {};
}

std::string StreamReader::finish() const {
    return next_ < expected_.size() ? "\"" + register_name(expected_[next_]) + " = value\" is missing" : std::string();
}

}  // namespace machines::tegra
