#include "runtime/targets/ctm_capture.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "machines/ctm/assembly/listing.h"

namespace runtime::back_ends {

uint32_t CommandCapture::write_object(const ctm::Generated& generated) {
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    char name[32];
    std::snprintf(name, sizeof name, "program-%04u", ++objects_);
    const std::vector<uint8_t> object = ctm::write_object(generated.object);
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::ofstream file(path.string() + ".elf", std::ios::binary);
    file.write(reinterpret_cast<const char*>(object.data()), static_cast<std::streamsize>(object.size()));
    std::ofstream text(path.string() + ".txt");
    for (const ctm::Slot& slot : generated.slots) text << ctm::disassemble(slot) << '\n';
    if (!file.flush() || !text.flush()) say("cannot write " + path.string());
    return objects_;
}

namespace {

// The texels of the base level, as far as the array's coordinates reach.
std::vector<ctm::Element> texels_of(const TextureBinding& binding, const SampleTarget& target, uint32_t& width,
                                    uint32_t& height) {
    width = height = 1;
    if (binding.texture() && !binding.texture()->levels.empty() && binding.texture()->levels[0]) {
        SampleRequest request;
        request.operation = SampleOperation::QuerySize;
        request.kind = target.kind;
        LaneVector size{};
        sample(binding, request, 1, size);
        width = std::clamp<uint32_t>(size.component[0].lane[0], 1, ctm::largest_coordinate);
        if (target.kind != TextureKind::Texture1D)
            height = std::clamp<uint32_t>(size.component[1].lane[0], 1, ctm::largest_coordinate);
    }
    std::vector<ctm::Element> texels(size_t{width} * height);
    SampleRequest request;
    request.operation = SampleOperation::Fetch;
    request.kind = target.kind;
    LaneVector coordinates{}, result{};
    request.coordinates = &coordinates;
    for (size_t first = 0; first < texels.size(); first += group_lanes) {
        const size_t count = std::min<size_t>(group_lanes, texels.size() - first);
        for (size_t lane = 0; lane < count; lane++) {
            coordinates.component[0].lane[lane] = static_cast<uint32_t>((first + lane) % width);
            coordinates.component[1].lane[lane] = static_cast<uint32_t>((first + lane) / width);
        }
        const LaneMask lanes = count == group_lanes ? all_lanes : (LaneMask{1} << count) - 1;
        sample(binding, request, lanes, result);
        for (size_t lane = 0; lane < count; lane++)
            for (size_t c = 0; c < 4; c++) texels[first + lane][c] = as_float(result.component[c].lane[lane]);
    }
    return texels;
}

}  // namespace

void CommandCapture::capture(const Compiled& compiled, const ProgramEnvironment& environment, const Group& group) {
    using enum ctm::Command;
    const std::lock_guard lock(mutex_);
    ctm::Memory& memory = device_.memory();
    std::fill(memory.bytes.begin(), memory.bytes.end(), uint8_t{0});
    uint8_t* const bytes = memory.bytes.data();
    const uint32_t base = memory.base;
    const ctm::Generated& generated = compiled.generated;
    const std::vector<uint8_t> object = ctm::write_object(generated.object);
    std::memcpy(bytes + object_at, object.data(), object.size());
    std::array<ctm::IntegerConstant, ctm::integer_constant_count> integers{};
    if (!compiled.count(environment, integers)) return say("a loop has more than 255 turns: not recorded");
    for (size_t i = 0; i < integers.size(); i++) bytes[integers_at + 4 * i] = integers[i].count;
    for (const auto& [parameter, constant] : generated.constants)
        std::memcpy(bytes + constants_at + 16 * constant, environment.parameters[parameter].data(), 16);
    for (const ctm::Literal& literal : generated.object.literals)
        std::memcpy(bytes + constants_at + 16 * literal.index, literal.bits.data(), 16);
    const std::string reason = compiled.bind_textures(environment, [&](uint32_t constant, const ctm::Element& value) {
        std::memcpy(bytes + constants_at + 16 * constant, value.data(), 16);
    });
    if (!reason.empty()) return say(reason + ": not recorded");

    ctm::CommandBuffer commands;
    uint32_t at = surfaces_at;
    // Room for a surface of `rows_there` rows of `pitch` elements; 0: there is no more.
    const auto room = [&](uint32_t pitch, uint32_t rows_there) {
        const uint64_t size = uint64_t{pitch} * rows_there * element_bytes;
        if (size > memory_bytes - at) return uint32_t{0};
        const uint32_t offset = at;
        at = static_cast<uint32_t>((at + size + ctm::base_alignment - 1) & ~uint64_t{ctm::base_alignment - 1});
        return offset;
    };
    const uint32_t format = ctm::format_word(ctm::FLOAT32_4, ctm::Linear, columns);
    commands.add(flush_out_cache);
    commands.add(flush_cond_out_cache);
    for (const auto& [attribute, input] : generated.attributes) {
        const uint32_t offset = room(columns, rows);
        for (int lane = 0; lane < group_lanes; lane++)
            for (size_t c = 0; c < 4; c++)
                std::memcpy(bytes + offset + element_of(lane) + 4 * c,
                            &group.attributes[attribute].component[c].lane[lane], 4);
        commands.add(set_inp_fmt, {input, base + offset, format, rows});
    }
    for (const uint32_t input : generated.object.inputs) {
        if (std::ranges::any_of(generated.attributes, [&](const auto& pair) { return pair.to == input; })) continue;
        static const TextureBinding none;
        uint32_t width = 0, height = 0;
        const TextureBinding& binding = input < environment.textures.size() ? environment.textures[input] : none;
        const SampleTarget target = sample_target(compiled.program->texture_units[input]);
        const auto texels = texels_of(target.shadow ? plain_texels(binding) : binding, target, width, height);
        // A pitch is a multiple of four, and what coordinates scale with: rows are padded by repeating their end.
        const uint32_t pitch = (width + 3) & ~3u;
        const uint32_t offset = room(pitch, height);
        if (!offset) return say("the textures are too large to be recorded");
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < pitch; x++)
                std::memcpy(bytes + offset + (size_t{y} * pitch + x) * element_bytes,
                            texels[size_t{y} * width + std::min(x, width - 1)].data(), element_bytes);
        commands.add(set_inp_fmt, {input, base + offset, ctm::format_word(ctm::FLOAT32_4, ctm::Linear, pitch), height});
    }
    for (const uint32_t output : generated.object.outputs)
        commands.add(set_out_fmt, {output, base + room(columns, rows), format, rows});
    if (generated.object.conditional_output)
        commands.add(set_cond_out_fmt,
                     {base + room(columns, rows), ctm::format_word(ctm::FLOAT32_1, ctm::Linear, columns), rows});
    commands.add(inv_inp_cache);
    commands.add(inv_cond_out_cache);
    commands.add(set_inst_fmt, {base + object_at, 0});
    commands.add(inv_inst_cache);
    commands.add(set_constf_fmt,
                 {base + constants_at, ctm::format_word(ctm::FLOAT32_4, ctm::Linear, ctm::float_constant_count)});
    commands.add(inv_constf_cache);
    commands.add(set_consti_fmt,
                 {base + integers_at, ctm::format_word(ctm::UINT8_4, ctm::Linear, ctm::integer_constant_count)});
    commands.add(inv_consti_cache);
    commands.add(set_out_mask, {15});
    commands.add(set_cond_out_mask, {1});
    commands.add(set_cond_test, {ctm::condition_always});
    commands.add(set_cond_loc, {0});
    commands.add(set_domain, {0, 0, columns - 1, rows - 1});
    commands.add(start_program);
    commands.add(flush_out_cache);
    commands.add(flush_cond_out_cache);
    const std::vector<uint32_t>& words = commands.words();
    std::memcpy(bytes + commands_at, words.data(), 4 * words.size());
    if (!device_.submit(base + commands_at, static_cast<uint32_t>(4 * words.size()))) say(device_.failure());
}

}  // namespace runtime::back_ends
