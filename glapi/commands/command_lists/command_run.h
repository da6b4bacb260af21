// Commands from memory, executed: DrawCommandsNV and its kin (NV_command_list). State that they set is restored at the
// end.
//
// The specifications leave wrong commands undefined. Here they end the whole command with an error that has their
// position; earlier draws are executed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "glapi/draw/draw.h"
#include "glapi/draw/long_command.h"
#include "glapi/generated/gl.h"
#include "glapi/objects/command_lists/command_lists.h"

namespace glapi {

class Context;
struct Version;

// ---- what commands look like in memory

struct CommandToken {
    GLenum token;
    GLuint bytes;  // with the header
    bool in_core;
};
// Null: there is no such command.
const CommandToken* find_command_token(const Version& version, GLenum token);
GLuint command_header(const CommandToken& token);
// Stages are numbered as arbasm::Stage numbers them; -1: commands give it no uniform blocks.
int command_stage(GLenum shader_type);

struct Nothing {};
struct OneWord {
    GLuint value;
};
struct OneNumber {
    GLfloat value;
};
struct DrawElementsWords {
    GLuint count, first_index, base_vertex;
};
struct DrawArraysWords {
    GLuint count, first;
};
struct InstancedElementsWords {
    GLuint mode, count, instances, first_index, base_vertex, base_instance;
};
struct InstancedArraysWords {
    GLuint mode, count, instances, first, base_instance;
};
struct ElementAddressWords {
    GLuint low, high, index_bytes;
};
struct AttributeAddressWords {
    GLuint index, low, high;
};
struct UniformAddressWords {
    GLushort index, stage;
    GLuint low, high;
};
struct BlendColorWords {
    GLfloat red, green, blue, alpha;
};
struct StencilReferenceWords {
    GLuint front, back;
};
struct PolygonOffsetWords {
    GLfloat scale, bias;
};
struct RectangleWords {
    GLuint x, y, width, height;
};

// ---- how they are executed

class CommandRun {
  public:
    explicit CommandRun(Context& context);
    ~CommandRun();
    CommandRun(const CommandRun&) = delete;
    CommandRun& operator=(const CommandRun&) = delete;

    // The commands of a step are executed with its state; what commands have set before stays.
    void use(const CommandStep& step);
    // `sequence`: its number, for messages. False after an error.
    bool execute(GLenum mode, std::span<const std::byte> commands, size_t sequence);

  private:
    // How execution continues: with the next command, at the end of the sequence, or not, after an error.
    enum class Then : uint8_t { GoOn, End, Stop };
    struct Saved;

    Then execute(const std::byte* words, GLenum token);
    Then fail(const char* why);
    Then draw(ArrayDraw call);
    bool suits(GLenum mode) const;

    Then terminate(const Nothing&) { return Then::End; }
    Then no_operation(const Nothing&) { return Then::GoOn; }
    Then draw_elements(const DrawElementsWords& words);
    Then draw_arrays(const DrawArraysWords& words);
    Then draw_elements_strip(const DrawElementsWords& words);
    Then draw_arrays_strip(const DrawArraysWords& words);
    Then draw_instanced_elements(const InstancedElementsWords& words);
    Then draw_instanced_arrays(const InstancedArraysWords& words);
    Then element_address(const ElementAddressWords& words);
    Then attribute_address(const AttributeAddressWords& words);
    Then uniform_address(const UniformAddressWords& words);
    Then blend_color(const BlendColorWords& words);
    Then stencil_reference(const StencilReferenceWords& words);
    Then line_width(const OneNumber& words);
    Then polygon_offset(const PolygonOffsetWords& words);
    Then alpha_reference(const OneNumber& words);
    Then viewport(const RectangleWords& words);
    Then scissor(const RectangleWords& words);
    Then front_face(const OneWord& words);

    Context& context_;
    LongCommand all_;
    std::unique_ptr<Saved> saved_;
    std::shared_ptr<const CapturedState> state_;
    GLenum mode_ = GL_TRIANGLES;
    rasterizer::IndexType index_type_ = rasterizer::IndexType::UnsignedShort;
    GLenum validated_ = GL_NONE;  // with the state as it is, drawing of this primitive is right
    bool is_validated_ = false;
    size_t sequence_ = 0, at_ = 0;  // where the command stands, for messages
};

}  // namespace glapi
