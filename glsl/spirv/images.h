// Textures and images: the built-in functions of GLSL that instructions are, by their image operands.
#pragma once

#include <array>
#include <span>

#include "glsl/spirv/values.h"

namespace glsl::spirv {

class ImageInstructions {
  public:
    ImageInstructions(Reader& reader, FunctionValues& values)
        : reader_(reader), context_(reader.context().nodes()), values_(values) {}

    // False: the instruction is none of these.
    bool read(const Instruction& instruction);

  private:
    struct Operands {
        Expression* bias = nullptr;
        Expression* level = nullptr;
        std::array<Expression*, 2> gradients{};
        Expression* offset = nullptr;   // constant or not
        Expression* offsets = nullptr;  // of gathers
        Expression* sample = nullptr;
        Expression* least_level = nullptr;
        bool right = true;
    };
    Operands operands_of(std::span<const uint32_t> words, uint32_t at);
    std::vector<Expression*> texel_coordinates(Expression* image, Expression* given, const Operands& operands,
                                               uint32_t at);
    void define_texel(const Instruction& instruction, std::string name, std::vector<Expression*> arguments,
                      Expression* last, bool sparse);
    void sample(const Instruction& instruction);
    void fetch(const Instruction& instruction);
    void gather(const Instruction& instruction);
    void read_image(const Instruction& instruction);
    void write_image(const Instruction& instruction);
    void query_image(const Instruction& instruction);
    Expression* opaque(Id id, bool image, uint32_t at);
    Expression* with_shadow(Expression* sampler, bool shadow, uint32_t at);
    Expression* numbers(Expression* expression, Scalar scalar, uint32_t at);

    Reader& reader_;
    CheckContext& context_;
    FunctionValues& values_;
};

}  // namespace glsl::spirv
