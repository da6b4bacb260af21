#include "machines/ctm/device/device.h"

#include <cstdio>
#include <cstring>

#include "machines/ctm/assembly/object.h"

namespace machines::ctm {
namespace {

constexpr uint32_t memory_base = 0x01000000;

uint32_t base_of(uint32_t address) { return address & ~(base_alignment - 1); }

}  // namespace

Device::Device(uint32_t memory_bytes) {
    memory_.base = memory_base;
    memory_.bytes.resize(memory_bytes);
}

bool Device::read_commands(uint32_t address, uint32_t bytes, ParsedCommands& parsed) {
    const uint8_t* at = memory_.at(address, bytes);
    if (!at || bytes % 4 || address % 4) {
        failure_ = "the command buffer is not in memory, or not of whole words";
        return false;
    }
    std::vector<uint32_t> words(bytes / 4);
    if (bytes) std::memcpy(words.data(), at, bytes);
    parsed = parse_commands(words);
    failure_ = parsed.error;
    return failure_.empty();
}

bool Emulator::set_surface(Surface& surface, uint32_t base, uint32_t format, uint32_t height) {
    surface.base = base_of(base);
    surface.height = height & 0x1fff;
    surface.bound = true;
    failure_ = set_format(surface, format);
    return failure_.empty();
}

bool Emulator::load_program() {
    if (!has_instructions_) return failure_ = "start_program without set_inst_fmt", false;
    const uint8_t* at = memory_.at(instruction_base_, 4);
    if (!at) return failure_ = "the program is not in memory", false;
    const size_t left = memory_.bytes.size() - (instruction_base_ - memory_.base);
    std::vector<Words> code;
    dispatch_.position_register = 0;
    if (std::memcmp(at, "\177ELF", 4) == 0) {
        ReadObject read = read_object({at, left}, !dispatch_.strict);
        if (!read.error.empty()) return failure_ = "the program: " + read.error, false;
        code = std::move(read.object.code);
        dispatch_.full_flow_control = read.object.full_flow_control;
        dispatch_.position_register = read.object.position_register;
    } else {
        // Instructions up to an OUTPUT that says LAST.
        dispatch_.full_flow_control = true;
        for (size_t i = 0;; i++) {
            if (i == max_instructions || (i + 1) * instruction_bytes > left)
                return failure_ = "the program has no OUTPUT with LAST at its end", false;
            Words words;
            std::memcpy(words.data(), at + i * instruction_bytes, instruction_bytes);
            code.push_back(words);
            if ((words[0] & 3) == Output && (words[0] >> 8 & 1)) break;
        }
    }
    dispatch_.code.clear();
    for (size_t i = 0; i < code.size(); i++) {
        Decoded decoded = decode(code[i]);
        if (dispatch_.strict && !decoded.error.empty())
            return failure_ = "instruction " + std::to_string(i) + ": " + decoded.error, false;
        dispatch_.code.push_back(decoded.slot);
    }
    return true;
}

bool Emulator::start() {
    if (!load_program()) return false;
    // Constants that do not fit into memory any more are zeros.
    if (has_floats_)
        for (uint32_t i = 0; i < float_constant_count; i++)
            if (const uint8_t* at = memory_.at(uint64_t{float_base_} + i * float_constant_bytes, float_constant_bytes))
                std::memcpy(dispatch_.floats[i].data(), at, float_constant_bytes);
    if (has_integers_)
        for (uint32_t i = 0; i < integer_constant_count; i++)
            if (const uint8_t* at = memory_.at(uint64_t{integer_base_} + i * integer_constant_bytes, 4))
                dispatch_.integers[i] = {at[0], at[1], static_cast<int8_t>(at[2])};
    dispatch_.booleans = 0;
    if (has_booleans_)
        for (uint32_t i = 0; i < boolean_constant_count; i++)
            if (const uint8_t* at = memory_.at(uint64_t{boolean_base_} + i * boolean_constant_bytes, 4))
                dispatch_.booleans |= static_cast<uint32_t>(at[0] != 0) << i;
    const RunResult result = run_array(dispatch_, memory_, threads_);
    instructions_ += result.instructions;
    failure_ = print_fault(result.fault, dispatch_.code);
    return failure_.empty();
}

bool Emulator::execute(const ParsedCommand& command) {
    const auto& p = command.parameters;
    const auto base = [&](uint32_t& where, bool& has) {
        where = base_of(p[0]);
        has = true;
        return true;
    };
    switch (command.command) {
        case Command::set_cond_val: std::memcpy(&dispatch_.condition_value, p.data(), 4); return true;
        case Command::set_domain:
            for (size_t i = 0; i < 4; i++) dispatch_.domain[i] = p[i] & largest_coordinate;
            return true;
        case Command::start_program: return start();
        case Command::init_perf_counters: counted_ = 0, counted_from_ = instructions_; return true;
        case Command::start_perf_counters: counting_ = true, counted_from_ = instructions_; return true;
        case Command::stop_perf_counters:
            if (counting_) counted_ += instructions_ - counted_from_;
            counting_ = false;
            return true;
        case Command::read_perf_counters: {
            uint8_t* at = memory_.at(base_of(p[0]), 8);
            if (!at) return failure_ = "read_perf_counters: not in memory", false;
            // The emulator has no clock: an instruction of a processor counts as one.
            const uint32_t clocks[2] = {static_cast<uint32_t>(counted_), static_cast<uint32_t>(counted_)};
            std::memcpy(at, clocks, sizeof clocks);
            return true;
        }
        case Command::set_inst_fmt: return base(instruction_base_, has_instructions_);
        case Command::set_constf_fmt: return base(float_base_, has_floats_);
        case Command::set_consti_fmt: return base(integer_base_, has_integers_);
        case Command::set_constb_fmt: return base(boolean_base_, has_booleans_);
        case Command::set_inp_fmt: {
            Surface& surface = dispatch_.inputs[p[0] & 15];
            if (!set_surface(surface, p[1], p[2], p[3])) return false;
            if (surface.tiling >= LinearInput2x2 && format_channels[surface.format] != 1)
                return failure_ = "inputs of 2x2 tiling have one channel", false;
            return true;
        }
        case Command::set_out_fmt: return set_surface(dispatch_.outputs[p[0] & 3], p[1], p[2], p[3]);
        case Command::set_cond_out_fmt: return set_surface(dispatch_.conditional, p[0], p[1], p[2]);
        case Command::set_out_mask: dispatch_.output_mask = p[0] & 15; return true;
        case Command::set_cond_out_mask: dispatch_.conditional_mask = p[0] & 1; return true;
        case Command::set_cond_test: dispatch_.condition = static_cast<ConditionTestCode>(p[0] & 7); return true;
        case Command::set_cond_loc: dispatch_.test_before = p[0] & 1; return true;
        case Command::set_params: return failure_ = "set_params: interpolants are not emulated", false;
        // The emulator has no caches.
        case Command::inv_inst_cache:
        case Command::inv_constf_cache:
        case Command::inv_consti_cache:
        case Command::inv_constb_cache:
        case Command::inv_inp_cache:
        case Command::inv_cond_out_cache:
        case Command::flush_out_cache:
        case Command::flush_cond_out_cache:
        case Command::Count: return true;
    }
    return true;
}

uint32_t Emulator::submit(uint32_t address, uint32_t bytes) {
    ParsedCommands parsed;
    if (!read_commands(address, bytes, parsed)) return 0;
    for (const ParsedCommand& command : parsed.commands)
        if (!execute(command)) {
            failure_ = std::string(command_table[static_cast<size_t>(command.command)].name) + ": " + failure_;
            return 0;
        }
    return ++last_;
}

uint32_t CapturingDevice::submit(uint32_t address, uint32_t bytes) {
    ParsedCommands parsed;
    if (!read_commands(address, bytes, parsed)) return 0;
    char number[16];
    std::snprintf(number, sizeof number, "/%04u", last_ + 1);
    const auto write = [&](const char* suffix, const void* data, size_t size) {
        const std::string name = folder_ + number + suffix;
        FILE* file = std::fopen(name.c_str(), "wb");
        const bool whole = file && std::fwrite(data, 1, size, file) == size;
        if ((file && std::fclose(file) != 0) || !whole) failure_ = "cannot write " + name;
        return failure_.empty();
    };
    size_t end = memory_.bytes.size();
    while (end && !memory_.bytes[end - 1]) end--;
    const std::string text = print_commands(parsed.commands);
    if (!write("-commands.bin", memory_.at(address, bytes), bytes) ||
        !write("-commands.txt", text.data(), text.size()) || !write("-memory.bin", memory_.bytes.data(), end))
        return 0;
    return ++last_;
}

}  // namespace machines::ctm
