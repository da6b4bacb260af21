#include <gtest/gtest.h>

#include "glapi/registry/enum_names.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

int get(Context& context, GLenum token) {
    GLint values[4] = {-1};  // the first is looked at
    commands::GetIntegerv(context, token, values);
    return values[0];
}

TEST(AttributeStack, RestoresItsGroupsOnly) {
    CurrentContext context;
    commands::PushAttrib(*context, GL_DEPTH_BUFFER_BIT | GL_LINE_BIT);
    commands::DepthFunc(*context, GL_GREATER);
    commands::Enable(*context, GL_DEPTH_TEST);
    commands::LineWidth(*context, 5);
    commands::PointSize(*context, 7);
    commands::PopAttrib(*context);
    EXPECT_EQ(get(*context, GL_DEPTH_FUNC), GL_LESS);
    EXPECT_FALSE(commands::IsEnabled(*context, GL_DEPTH_TEST));
    EXPECT_EQ(get(*context, GL_LINE_WIDTH), 1);
    EXPECT_EQ(get(*context, GL_POINT_SIZE), 7);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(AttributeStack, EnableGroupTakesSwitchesOfAllUnits) {
    CurrentContext context;
    commands::ActiveTexture(*context, GL_TEXTURE3);
    commands::Enable(*context, GL_TEXTURE_2D);
    commands::PushAttrib(*context, GL_ENABLE_BIT);
    commands::Disable(*context, GL_TEXTURE_2D);
    commands::Enable(*context, GL_BLEND);
    commands::Enable(*context, GL_LIGHT5);
    commands::BlendFunc(*context, GL_ONE, GL_ONE);
    commands::ActiveTexture(*context, GL_TEXTURE0);
    commands::PopAttrib(*context);
    EXPECT_FALSE(commands::IsEnabled(*context, GL_BLEND));
    EXPECT_FALSE(commands::IsEnabled(*context, GL_LIGHT5));
    EXPECT_EQ(get(*context, GL_BLEND_DST), GL_ONE) << "not a switch";
    EXPECT_FALSE(commands::IsEnabled(*context, GL_TEXTURE_2D));
    commands::ActiveTexture(*context, GL_TEXTURE3);
    EXPECT_TRUE(commands::IsEnabled(*context, GL_TEXTURE_2D));
}

constexpr bool saved = true, unsaved = false;
constexpr struct {
    GLenum token;
    bool is_saved;
} capabilities[] = {
#define ASMGL_CAPABILITY(token, count, flag, attribute) {token, attribute},
#define ASMGL_INDEXED_CAPABILITY(token, count, flag, attribute) {token, attribute},
#define ASMGL_UNIT_CAPABILITY(token, flag) {token, saved},
#include "glapi/commands/state/state_variables.def"
};

TEST(AttributeStack, EnableGroupHasTheCapabilitiesThatSaySo) {
    CurrentContext context;
    for (const auto& row : capabilities) {
        const GLboolean before = commands::IsEnabled(*context, row.token);
        commands::PushAttrib(*context, GL_ENABLE_BIT);
        before ? commands::Disable(*context, row.token) : commands::Enable(*context, row.token);
        EXPECT_NE(commands::IsEnabled(*context, row.token), before) << enum_name(row.token);
        commands::PopAttrib(*context);
        EXPECT_EQ(commands::IsEnabled(*context, row.token) == before, row.is_saved) << enum_name(row.token);
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR}) << enum_name(row.token);
    }
}

// One variable of each row ASMGL_ATTRIBUTES of state_variables.def.
struct Change {
    GLbitfield bit;
    GLenum token;
    void (*command)(Context& context);
};
constexpr Change changes[] = {
    {GL_VIEWPORT_BIT, GL_VIEWPORT, [](Context& c) { commands::Viewport(c, 1, 2, 3, 4); }},
    {GL_SCISSOR_BIT, GL_SCISSOR_BOX, [](Context& c) { commands::Scissor(c, 1, 2, 3, 4); }},
    {GL_TRANSFORM_BIT, GL_MATRIX_MODE, [](Context& c) { commands::MatrixMode(c, GL_PROJECTION); }},
    {GL_LIGHTING_BIT, GL_SHADE_MODEL, [](Context& c) { commands::ShadeModel(c, GL_FLAT); }},
    {GL_FOG_BIT, GL_FOG_DENSITY, [](Context& c) { commands::Fogf(c, GL_FOG_DENSITY, 5); }},
    {GL_POINT_BIT, GL_POINT_SIZE, [](Context& c) { commands::PointSize(c, 5); }},
    {GL_LINE_BIT, GL_LINE_WIDTH, [](Context& c) { commands::LineWidth(c, 5); }},
    {GL_POLYGON_BIT, GL_CULL_FACE_MODE, [](Context& c) { commands::CullFace(c, GL_FRONT); }},
    {GL_MULTISAMPLE_BIT, GL_SAMPLE_COVERAGE_VALUE, [](Context& c) { commands::SampleCoverage(c, 0, GL_TRUE); }},
    {GL_HINT_BIT, GL_FOG_HINT, [](Context& c) { commands::Hint(c, GL_FOG_HINT, GL_NICEST); }},
    {GL_COLOR_BUFFER_BIT, GL_LOGIC_OP_MODE, [](Context& c) { commands::LogicOp(c, GL_XOR); }},
    {GL_COLOR_BUFFER_BIT, GL_DRAW_BUFFER, [](Context& c) { commands::DrawBuffer(c, GL_FRONT); }},
    {GL_DEPTH_BUFFER_BIT, GL_DEPTH_FUNC, [](Context& c) { commands::DepthFunc(c, GL_GREATER); }},
    {GL_STENCIL_BUFFER_BIT, GL_STENCIL_FAIL, [](Context& c) { commands::StencilOp(c, GL_INCR, GL_KEEP, GL_KEEP); }},
    {GL_ACCUM_BUFFER_BIT, GL_ACCUM_CLEAR_VALUE, [](Context& c) { commands::ClearAccum(c, 1, 1, 1, 1); }},
    {GL_TEXTURE_BIT, GL_TEXTURE_GEN_S, [](Context& c) { commands::Enable(c, GL_TEXTURE_GEN_S); }},
    {GL_TEXTURE_BIT, GL_ACTIVE_TEXTURE, [](Context& c) { commands::ActiveTexture(c, GL_TEXTURE5); }},
    {GL_TEXTURE_BIT, GL_TEXTURE_CUBE_MAP_SEAMLESS,
     [](Context& c) { commands::Enable(c, GL_TEXTURE_CUBE_MAP_SEAMLESS); }},
    {GL_LIST_BIT, GL_LIST_BASE, [](Context& c) { commands::ListBase(c, 5); }},
    {GL_CURRENT_BIT, GL_CURRENT_COLOR, [](Context& c) { commands::Color4f(c, 0, 0, 0, 0); }},
    {GL_PIXEL_MODE_BIT, GL_READ_BUFFER, [](Context& c) { commands::ReadBuffer(c, GL_FRONT); }},
    {GL_PIXEL_MODE_BIT, GL_MAP_COLOR, [](Context& c) { commands::PixelTransferi(c, GL_MAP_COLOR, 1); }},
    {GL_PIXEL_MODE_BIT, GL_ZOOM_X, [](Context& c) { commands::PixelZoom(c, 2, 1); }},
    {GL_PIXEL_MODE_BIT, GL_ZOOM_Y, [](Context& c) { commands::PixelZoom(c, 1, 2); }},
};

TEST(AttributeStack, GroupsHaveTheirVariables) {
    for (const Change& change : changes) {
        CurrentContext context;
        const GLint before = get(*context, change.token);
        commands::PushAttrib(*context, change.bit);
        change.command(*context);
        EXPECT_NE(get(*context, change.token), before) << enum_name(change.token);
        commands::PopAttrib(*context);
        EXPECT_EQ(get(*context, change.token), before) << enum_name(change.token);
        commands::PushAttrib(*context, GL_ALL_ATTRIB_BITS & ~(change.bit | GL_ENABLE_BIT));
        change.command(*context);
        const GLint changed = get(*context, change.token);
        commands::PopAttrib(*context);
        EXPECT_EQ(get(*context, change.token), changed) << enum_name(change.token);
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR}) << enum_name(change.token);
    }
}

TEST(AttributeStack, TextureGroupRestoresBindingsAndParameters) {
    CurrentContext context;
    GLuint textures[2];
    commands::GenTextures(*context, 2, textures);
    commands::BindTexture(*context, GL_TEXTURE_2D, textures[0]);
    commands::PushAttrib(*context, GL_TEXTURE_BIT);
    commands::TexParameteri(*context, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    commands::BindTexture(*context, GL_TEXTURE_2D, textures[1]);
    commands::PopAttrib(*context);
    EXPECT_EQ(get(*context, GL_TEXTURE_BINDING_2D), int(textures[0]));
    GLint filter = 0;
    commands::GetTexParameteriv(*context, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, &filter);
    EXPECT_EQ(filter, GL_LINEAR);

    commands::PushAttrib(*context, GL_TEXTURE_BIT);
    commands::DeleteTextures(*context, 1, &textures[0]);
    commands::PopAttrib(*context);
    EXPECT_EQ(get(*context, GL_TEXTURE_BINDING_2D), 0) << "a deleted object is not bound again";
}

TEST(AttributeStack, OverAndUnderflow) {
    CurrentContext context;
    commands::PopAttrib(*context);
    EXPECT_EQ(context.error(), GLenum{GL_STACK_UNDERFLOW});
    for (int i = 0; i < limits::MAX_ATTRIB_STACK_DEPTH; ++i) commands::PushAttrib(*context, GL_ALL_ATTRIB_BITS);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    commands::PushAttrib(*context, 0);
    EXPECT_EQ(context.error(), GLenum{GL_STACK_OVERFLOW});
    EXPECT_EQ(get(*context, GL_ATTRIB_STACK_DEPTH), limits::MAX_ATTRIB_STACK_DEPTH);
    for (int i = 0; i < limits::MAX_ATTRIB_STACK_DEPTH; ++i) commands::PopAttrib(*context);
    commands::PopClientAttrib(*context);
    EXPECT_EQ(context.error(), GLenum{GL_STACK_UNDERFLOW});
}

TEST(AttributeStack, ClientGroups) {
    CurrentContext context;
    const float positions[6] = {};
    commands::PixelStorei(*context, GL_UNPACK_ALIGNMENT, 2);
    commands::PushClientAttrib(*context, GL_CLIENT_ALL_ATTRIB_BITS);
    commands::PixelStorei(*context, GL_UNPACK_ALIGNMENT, 8);
    commands::VertexPointer(*context, 2, GL_FLOAT, 0, positions);
    commands::EnableClientState(*context, GL_VERTEX_ARRAY);
    commands::PopClientAttrib(*context);
    EXPECT_EQ(get(*context, GL_UNPACK_ALIGNMENT), 2);
    EXPECT_EQ(get(*context, GL_VERTEX_ARRAY_SIZE), 4);
    EXPECT_FALSE(commands::IsEnabled(*context, GL_VERTEX_ARRAY));
}

}  // namespace
}  // namespace glapi
