#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

int get(Context& context, GLenum token) {
    GLint value = -1;
    commands::GetIntegerv(context, token, &value);
    return value;
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
