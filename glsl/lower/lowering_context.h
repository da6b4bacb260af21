// All of a stage's lowering needs this: the decisions of link/, the program that is made, and its errors. Code that
// needs nothing else is a function that takes a LoweringContext, or the Assembly alone.
#pragma once

#include <string>
#include <vector>

#include "glsl/lower/assembly.h"
#include "glsl/lower/stage_input.h"
#include "glsl/lower/value.h"

namespace glsl {

struct LoweringError {
    Location where;
    std::string text;
};

class LoweringContext {
  public:
    explicit LoweringContext(const StageInput& input) : input_(input), assembly_(input.stage) {}
    LoweringContext(const LoweringContext&) = delete;
    LoweringContext& operator=(const LoweringContext&) = delete;

    const StageInput& input() const { return input_; }
    Assembly& assembly() { return assembly_; }

    void error(Location where, std::string text) { errors_.push_back({where, std::move(text)}); }
    const std::vector<LoweringError>& errors() const { return errors_; }

    // What is no value, since registers can't hold it; whether a type contains such.
    bool is_opaque(const Type* type) const;
    bool contains_opaque(const Type* type) const;

    // ---- limits against hostile shaders: registers of a value, instructions of a program, and nested expressions and
    // statements, including inlined functions
    static constexpr int64_t most_registers = 65536;
    static constexpr size_t most_instructions = size_t{1} << 17;
    static constexpr int most_depth = 800;
    // Whether there is room; where not, it is reported, and from then on nothing is lowered.
    bool has_room(Location where, const Type* type);
    bool is_out_of_room() const { return out_of_room_; }
    // What stands for a value that there is no room for.
    static Value nothing(const Type* type);
    // Instructions of subroutines, and of the routines that call the one that is being written.
    void add_other_code(size_t instructions) { other_code_ += instructions; }

    // Counts expressions and statements in each other.
    class Deeper {
      public:
        explicit Deeper(LoweringContext& context) : depth_(context.depth_) { depth_++; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { depth_--; }

      private:
        int& depth_;
    };

    // While set, inputs are read as they come: see Leaf::narrows.
    void read_raw_inputs(bool raw) { raw_inputs_ = raw; }
    bool reads_raw_inputs() const { return raw_inputs_; }

  private:
    const StageInput& input_;
    Assembly assembly_;
    std::vector<LoweringError> errors_;
    size_t other_code_ = 0;
    int depth_ = 0;
    bool out_of_room_ = false;
    bool raw_inputs_ = false;
};

}  // namespace glsl
