// A program of one stage with all that it reads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/executable_program.h"
#include "runtime/sampling/texture_binding.h"

namespace rasterizer {

// Without a program: the stage is absent.
struct StageProgram : runtime::ExecutableProgram {
    std::vector<runtime::Vector4> parameters;       // one per Program::parameters
    std::vector<runtime::TextureBinding> textures;  // by unit
    std::vector<std::span<const std::byte>> constant_buffers;
    std::shared_ptr<const runtime::ProgramMemory> memory;  // null: the program reaches none
    std::vector<uint32_t> subroutines;                     // SUBROUTINENUM of each subroutine parameter
    std::vector<std::shared_ptr<const void>> owners;
};

}  // namespace rasterizer
