// What the passes of link() work on: the shaders of each stage, what the application asked for, and the program that is
// made. A pass is a function in a file of its own; link.cpp calls them in order.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "glsl/link.h"
#include "glsl/link/stage_unit.h"

namespace glsl {

class LinkContext {
  public:
    LinkContext(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options);

    const LinkOptions& options() const { return options_; }
    std::array<StageUnit, arbasm::stage_count>& units() { return units_; }
    StageUnit& unit(arbasm::Stage stage) { return units_[static_cast<size_t>(stage)]; }
    bool has_modules() const { return has_modules_; }  // shaders of SPIR-V
    LinkedProgram& program() { return program_; }
    LinkedStage& stage(const StageUnit& unit) { return program_.stages[static_cast<size_t>(unit.stage)]; }

    // Whether nothing has been wrong. Most passes need that those before them were right.
    bool right() const { return right_; }
    void error(std::string text);
    void error_if(bool wrong) { right_ &= !wrong; }  // that is in the log already

  private:
    const LinkOptions& options_;
    LinkedProgram program_;
    bool right_ = true;
    bool has_modules_ = false;
    std::array<StageUnit, arbasm::stage_count> units_;
};

}  // namespace glsl
