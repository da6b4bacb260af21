// What a context offers to the shaders that are compiled in it: versions, and the values of built-in constants.
#pragma once

#include "glsl/compile.h"

namespace glapi {

class Context;

class LanguageOptions : public glsl::LimitSource {
  public:
    LanguageOptions(Context& context, const glsl::IncludeResolver& includes);
    LanguageOptions(const LanguageOptions&) = delete;
    LanguageOptions& operator=(const LanguageOptions&) = delete;

    const glsl::PreprocessorOptions& options() const { return options_; }
    int32_t value(const glsl::ConstantRow& row, int component) const override;

  private:
    Context& context_;
    glsl::PreprocessorOptions options_;
};

}  // namespace glapi
