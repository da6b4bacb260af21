// Offsets, strides and sizes against those of the OpenGL specification's rules (7.6.2.2), computed by hand.
#include "glsl/tree/memory_layout.h"

#include <gtest/gtest.h>

#include "glsl/compile.h"
#include "glsl/tree/shader.h"

namespace glsl {
namespace {

struct Expected {
    int64_t offset, stride;
};

// The layout of the block that a shader declares.
void expect_layout(const std::string& declarations, const std::vector<Expected>& members, int64_t size) {
    const std::string text = "#version 450\n" + declarations + "\nvoid main() {}\n";
    const std::string_view strings[] = {text};
    const auto shader = compile(arbasm::Stage::Vertex, strings);
    ASSERT_FALSE(has_errors(*shader)) << log_of(*shader);
    ASSERT_EQ(shader->blocks.size(), 1u);
    const Block& block = *shader->blocks[0];
    const BlockLayout layout = block_layout(block);
    ASSERT_EQ(layout.members.size(), members.size());
    for (size_t n = 0; n < members.size(); n++) {
        const Member& member = block.type->structure->members[n];
        EXPECT_EQ(layout.members[n].offset, members[n].offset) << member.name;
        if (member.type->is_array() || member.type->is_matrix()) {
            EXPECT_EQ(memory_stride(member.type, layout.members[n].rules), members[n].stride) << member.name;
        }
    }
    EXPECT_EQ(layout.size, size);
}

constexpr const char* members =
    "struct S { vec2 a; float b; };\n"
    "layout(%) buffer B { float a; vec3 b; float c; vec2 d; float e[3]; mat2x3 f; layout(row_major) mat2x3 g; S h[2]; "
    "bool i; dvec3 j; mat2 k[2]; float l[2][3]; };\n";

std::string with_packing(std::string text, const std::string& packing) {
    return text.replace(text.find('%'), 1, packing);
}

TEST(MemoryLayout, Std140) {
    expect_layout(with_packing(members, "std140"),
                  {{0, 0},
                   {16, 0},
                   {28, 0},
                   {32, 0},
                   {48, 16},
                   {96, 16},
                   {128, 16},
                   {176, 16},
                   {208, 0},
                   {224, 0},
                   {256, 32},
                   {320, 48}},
                  416);
}

TEST(MemoryLayout, Std430) {
    expect_layout(with_packing(members, "std430"),
                  {{0, 0},
                   {16, 0},
                   {28, 0},
                   {32, 0},
                   {40, 4},
                   {64, 16},
                   {96, 8},
                   {120, 16},
                   {152, 0},
                   {160, 0},
                   {184, 16},
                   {216, 12}},
                  256);
}

// Without a layout that says where members lie, they lie as std430 has them.
TEST(MemoryLayout, OfTheImplementationsChoice) {
    for (const std::string begin : {"uniform", "layout(shared) uniform", "layout(packed) buffer"})
        expect_layout(begin + " B { float a[3]; vec2 b; };", {{0, 4}, {16, 0}}, 24);
}

TEST(MemoryLayout, ChosenOffsets) {
    expect_layout(
        "layout(std140, align = 64) uniform B { float a; layout(align = 8) vec2 b; layout(offset = 80) vec4 c; "
        "layout(offset = 148, align = 4) float d; float e; };",
        {{0, 0}, {8, 0}, {128, 0}, {148, 0}, {192, 0}}, 208);
}

TEST(MemoryLayout, TheLastMemberHasOneElement) {
    expect_layout("layout(std430) buffer B { vec2 a; vec3 b[]; };", {{0, 0}, {16, 16}}, 32);
}

}  // namespace
}  // namespace glsl
