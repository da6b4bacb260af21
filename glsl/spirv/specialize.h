// The folder's interface: translates a SPIR-V module to a checked shader, which links and lowers like one of GLSL.
//
// Accepts any words; throws std::bad_alloc only. A shader with errors keeps its messages; their lines are indices of
// words.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "ir/language.h"

namespace glsl {

struct Shader;

namespace spirv {

// The arguments of glSpecializeShader.
struct Specialization {
    std::string_view entry_point = "main";
    std::map<uint32_t, uint32_t> constants;  // by SpecId
};

std::shared_ptr<const Shader> specialize(arbasm::Stage stage, std::span<const uint32_t> words,
                                         const Specialization& specialization);

// The names of extensions of SPIR-V that modules may use.
std::span<const char* const> extensions();

// What of the arguments the module does not know; all of it belongs to the errors of glSpecializeShader.
struct Unknown {
    bool entry_point = false;          // there is none of this name
    bool stage = false;                // it is of another stage
    std::optional<uint32_t> constant;  // there is no such specialization constant
};
Unknown unknown_to(arbasm::Stage stage, std::span<const uint32_t> words, const Specialization& specialization);

}  // namespace spirv
}  // namespace glsl
