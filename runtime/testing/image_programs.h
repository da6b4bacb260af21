// For tests: programs that load, store and change the texels of a few images.
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/images/image_access.h"
#include "runtime/memory/memory.h"
#include "runtime/testing/test_programs.h"

namespace runtime {

using Coordinates = std::array<int32_t, 4>;

// Images of units 0 and up, filled with numbers that differ everywhere.
struct Images {
    ProgramMemory program;
    std::vector<std::shared_ptr<Image>> images;

    Images() { program.faults = std::make_shared<FaultLog>(); }
    ImageBinding make(TextureKind kind, Format format, Extent extent, int32_t samples = 1) {
        const auto image = std::make_shared<Image>(format, extent, samples);
        images.push_back(image);
        for (int32_t z = 0; z < extent.depth; z++)
            for (int32_t s = 0; s < samples; s++)
                for (int32_t y = 0; y < extent.height; y++)
                    for (int32_t i = 0; i < extent.width * format_info(format).bytes_per_block; i++)
                        image->row(y, z, s)[i] = static_cast<std::byte>(i * 29 + y * 67 + z * 101 + s * 13 + 5);
        ImageBinding binding;
        binding.image = image;
        binding.kind = kind;
        binding.format = format;
        binding.extent = extent;
        return binding;
    }
    void add(TextureKind kind, Format format, Extent extent, int32_t samples = 1) {
        program.images.push_back(make(kind, format, extent, samples));
    }
    template <class Number>
    Number get(int32_t x, int32_t y = 0, int32_t z = 0, int32_t sample = 0, int component = 0, size_t unit = 0) const {
        Number value;
        const ImageBinding& binding = program.images[unit];
        std::memcpy(&value,
                    binding.image->row(y, z, sample) + x * format_info(binding.format).bytes_per_block +
                        static_cast<size_t>(component) * sizeof value,
                    sizeof value);
        return value;
    }
    std::string fault() const { return describe(program.faults->take()); }
};

inline const std::string image_options =
    "OPTION NV_shader_atomic_float; OPTION NV_shader_atomic_fp16_vector; OPTION NV_gpu_program5_mem_extended;\n"
    "OPTION EXT_shader_image_load_formatted; OPTION ARB_shader_image_size; OPTION NV_bindless_texture;\n"
    "OPTION ARB_shader_texture_image_samples;\n";

// Attribute 1: coordinates (c), 2: data (d), 3: a handle (h.x).
inline LaneRun run_on(const Images& images, const std::string& body, SimdLevel level,
                      const std::function<Coordinates(int)>& at,
                      const std::function<uint32_t(int, int)>& data = nullptr,
                      const std::function<void(Group&)>& change = {},
                      const std::function<uint64_t(int)>& handle = nullptr) {
    const auto program = parse_program("!!NVvp5.0\n" + image_options +
                                       "LONG TEMP h;\nTEMP t, c, d;\nMOV.S c, vertex.attrib[1];\n"
                                       "MOV.U d, vertex.attrib[2];\nPK64.U h.x, vertex.attrib[3];\n" +
                                       body + "END\n");
    LaneRun run;
    if (!program) return run;
    run.attributes.resize(program->attributes.size());
    run.results.resize(program->results.size());
    run.parameters.resize(program->parameters.size());
    for (size_t a = 0; a < program->attributes.size(); a++)
        for (int lane = 0; lane < group_lanes; lane++)
            for (int c = 0; c < 4; c++) {
                uint32_t value = 0;
                switch (program->attributes[a].binding.index) {
                    case 1: value = static_cast<uint32_t>(at(lane)[static_cast<size_t>(c)]); break;
                    case 2: value = data ? data(lane, c) : 0; break;
                    default: value = handle ? static_cast<uint32_t>(handle(lane) >> (c % 2 ? 32 : 0)) : 0; break;
                }
                run.attributes[a].component[static_cast<size_t>(c)].lane[lane] = value;
            }
    run.environment.parameters = run.parameters;
    run.environment.memory = &images.program;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    if (change) change(run.group);
    routine_at(program, level)->run(run.environment, run.group);
    run.environment = {};
    return run;
}

// Texels of 8 × 4 × 3.
inline Coordinates in_volume(int lane) { return {lane % 8, lane / 8, lane % 3, 0}; }

}  // namespace runtime
