// What surrounds a program in the function that is being recorded.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "runtime/execution/routine.h"
#include "runtime/jit/image_window.h"
#include "runtime/jit/known_samplers.h"
#include "runtime/jit/piece.h"
#include "runtime/jit/program_windows.h"

namespace runtime {
class TextureBinding;
}

namespace runtime::jit {

// What the program reads, and what its results hold before it runs.
struct ProgramInputs {
    PointerTo<Vector4> parameters{no_value};  // Program::parameters
    // An attribute's component, in the lanes of the piece. Null: in memory, at the machine's base.
    std::function<Unsigned(int32_t attribute, int component)> attribute;
    // The same where IPAC, IPAO (x and y: floats) and IPAS (x: which sample) say; null: by the interpreter's function,
    // as attributes by a run-time index are.
    std::function<std::array<Unsigned, 4>(int32_t attribute, InterpolateAt where, Unsigned x, Unsigned y)> attribute_at;
    // What a result holds before; null: nothing that matters.
    std::function<Unsigned(int32_t result, int component)> result_before;
};

struct EmitContext {
    Piece piece;
    ProgramInputs inputs;
    std::optional<ScalarUnsigned> start;  // Dispatched: the step to begin with
    KnownSamplers known_samplers;
    PointerTo<TextureBinding> textures{no_value};  // by unit, of those with a known sampler
    FormatOfUnit image_format;
    // Those of windows_of(code) that are open; nothing: the code opens them.
    std::optional<PointerTo<ImageWindow>> image_windows;
    std::optional<PointerTo<MemoryWindow>> memory_windows;
};

}  // namespace runtime::jit
