// A fragment program as the emulated DPP array has it: what running and capturing it share.
#pragma once

#include <bit>
#include <span>
#include <string>
#include <vector>

#include "machines/ctm/codegen/generate.h"
#include "machines/ctm/emulator/array.h"
#include "runtime/execution/routine.h"
#include "runtime/sampling/sampler.h"

namespace runtime::back_ends {

namespace ctm = machines::ctm;

constexpr uint32_t columns = 16, rows = 2;
constexpr uint32_t element_bytes = 16;
constexpr uint32_t surface_bytes = columns * rows * element_bytes;
constexpr int most_turns = 255;
static_assert(group_lanes == ctm::group_size);

// Where a lane's element is in a surface of one group.
constexpr uint32_t element_of(int lane) {
    const auto n = static_cast<uint32_t>(lane);
    return ((n >> 1 & 1) * columns + n / 4 * 2 + (n & 1)) * element_bytes;
}

inline float as_float(uint32_t bits) { return std::bit_cast<float>(bits); }

// Properties of texture and sampler for the arithmetic of a shadow lookup.
struct TextureState {
    std::array<ctm::Element, ctm::texture_constant_count> values{};
    std::string reason;  // it cannot be told in these
};
TextureState texture_state(const TextureBinding& binding, const SampleTarget& target);
// The texels of a depth texture as they are: neither compared nor filtered.
TextureBinding plain_texels(const TextureBinding& binding);

// Common to all ways of running a program.
struct Compiled {
    std::shared_ptr<const arbasm::Program> program;
    std::shared_ptr<const Routine> native;
    ctm::Generated generated;
    std::vector<uint8_t> written;  // by result: components that the program writes somewhere

    // The whole number of turns of each loop; false where the machine cannot count so far.
    bool count(const ProgramEnvironment& environment, std::span<ctm::IntegerConstant> integers) const {
        for (const auto& [parameter, component, constant] : generated.counts) {
            const float turns = as_float(environment.parameters[parameter][component]);
            if (turns >= most_turns + 1) return false;
            integers[constant].count = turns > 0 ? static_cast<uint8_t>(turns) : uint8_t{0};
        }
        for (const ctm::Literal& literal : generated.object.integers)
            integers[literal.index].count = static_cast<uint8_t>(literal.bits[0]);
        return true;
    }

    // The constants about textures, each as `write(constant, value)`; why the program has to run natively, or "".
    template <typename Write>
    std::string bind_textures(const ProgramEnvironment& environment, Write&& write) const {
        static const TextureBinding none;
        for (const ctm::TextureConstants& t : generated.object.textures) {
            const TextureState state =
                texture_state(t.unit < environment.textures.size() ? environment.textures[t.unit] : none,
                              sample_target(program->texture_units[t.unit]));
            if (!state.reason.empty()) return "texture unit " + std::to_string(t.unit) + ": " + state.reason;
            for (uint32_t n = 0; n < ctm::texture_constant_count; n++) write(t.constant + n, state.values[n]);
        }
        return {};
    }
};

}  // namespace runtime::back_ends
