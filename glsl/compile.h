// GLSL to checked shaders. The room's face, with link.h.
//
// Never throws but for memory; any input. A shader with errors keeps its messages and can't be linked.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "glsl/text/preprocessor.h"

#include "ir/language.h"

namespace glsl {

struct Shader;

// `strings` are the application's, as glShaderSource takes them.
std::shared_ptr<const Shader> compile(arbasm::Stage stage, std::span<const std::string_view> strings,
                                      const PreprocessorOptions& options = {});

bool has_errors(const Shader& shader);

// What the shader took gl_VerticesIn for (PreprocessorOptions::vertices_in); 0: it doesn't name it.
int vertices_in(const Shader& shader);

// The information log: a line `string:line(column): error: …` for each message, the line of source and a caret.
std::string log_of(const Shader& shader);

}  // namespace glsl
