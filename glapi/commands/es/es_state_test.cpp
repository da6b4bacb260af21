// What contexts of OpenGL ES 1.1 have, and what they refuse.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/registry/entry_point_table.h"
#include "glapi/registry/enum_names.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using testing::CurrentContext;
using testing::EsContext;
using testing::fixed;
using testing::string_of;

TEST(Es, SaysWhatItIs) {
    EsContext context;
    EXPECT_EQ(string_of(GL_VERSION).rfind("OpenGL ES-CM 1.1", 0), 0u);
    const std::string extensions = string_of(GL_EXTENSIONS) + ' ';
    // Those that every implementation of 1.1 has.
    for (const char* name :
         {"GL_OES_byte_coordinates", "GL_OES_compressed_paletted_texture", "GL_OES_fixed_point", "GL_OES_matrix_get",
          "GL_OES_point_size_array", "GL_OES_point_sprite", "GL_OES_read_format", "GL_OES_single_precision"})
        EXPECT_NE(extensions.find(std::string(name) + ' '), std::string::npos) << name;
    EXPECT_EQ(extensions.find("GL_ARB"), std::string::npos);
    EXPECT_EQ(::glGetString(GL_SHADING_LANGUAGE_VERSION), nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

TEST(Es, HasTheCommandsOfTheRegistry) {
    struct Row {
        std::string_view from, command;
    };
    static constexpr Row rows[] = {
#define ES_COMMAND(from, command) {from, command},
#include "glapi/generated/es_commands.inc"
#undef ES_COMMAND
    };
    std::map<std::string_view, bool> implemented;
    for (const EntryPoint& entry : entry_point_table()) implemented[entry.name] = !entry.missing;
    EXPECT_EQ(std::ranges::count(rows, "GL_VERSION_ES_CM_1_0", &Row::from), 144);
    for (const Row& row : rows) EXPECT_TRUE(implemented[row.command]) << row.from << ": " << row.command;
}

TEST(Es, RefusesCommandsOfOpenGl) {
    EsContext context;
    const std::pair<const char*, std::function<void()>> calls[] = {
        {"glBegin", [] { ::glBegin(GL_TRIANGLES); }},
        {"glVertex3f", [] { ::glVertex3f(0, 0, 0); }},
        {"glNewList", [] { ::glNewList(1, GL_COMPILE); }},
        {"glDrawBuffer", [] { ::glDrawBuffer(GL_BACK); }},
        {"glPolygonMode", [] { ::glPolygonMode(GL_FRONT_AND_BACK, GL_LINE); }},
        {"glTexImage3D",
         [] { ::glTexImage3D(GL_TEXTURE_2D, 0, GL_RGB, 1, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr); }},
        {"glOrtho", [] { ::glOrtho(0, 1, 0, 1, 0, 1); }},
        {"glClearDepth", [] { ::glClearDepth(1); }},
        {"glColor3f", [] { ::glColor3f(0, 0, 0); }},
        {"glPushAttrib", [] { ::glPushAttrib(GL_ENABLE_BIT); }},
        {"glGenProgramsARB",
         [] {
             GLuint n;
             ::glGenProgramsARB(1, &n);
         }},
        {"glBindFramebuffer", [] { ::glBindFramebuffer(GL_FRAMEBUFFER, 0); }},
        {"glCreateShader", [] { ::glCreateShader(GL_VERTEX_SHADER); }},
    };
    for (const auto& [name, call] : calls) {
        call();
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION}) << name;
    }
}

TEST(Es, OpenGlRefusesItsCommands) {
    CurrentContext context;
    ::glClearColorx(fixed(1), 0, 0, 0);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glEnableClientState(GL_POINT_SIZE_ARRAY_OES);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glEnable(GL_TEXTURE_GEN_STR_OES);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    GLint value = 0;
    ::glGetIntegerv(GL_POINT_SIZE_ARRAY_TYPE_OES, &value);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

TEST(Es, RefusesTokensOfOpenGl) {
    EsContext context;
    static GLfloat v[16];
    static GLint n[16];
    const std::tuple<const char*, GLenum, std::function<void()>> calls[] = {
        {"a texture target", GL_INVALID_ENUM, [] { ::glEnable(GL_TEXTURE_1D); }},
        {"texture coordinate generation", GL_INVALID_ENUM, [] { ::glEnable(GL_TEXTURE_GEN_S); }},
        {"stippling", GL_INVALID_ENUM, [] { ::glEnable(GL_LINE_STIPPLE); }},
        {"an array by glEnable", GL_INVALID_ENUM, [] { ::glEnable(GL_VERTEX_ARRAY); }},
        {"programs", GL_INVALID_ENUM, [] { ::glEnable(GL_FRAGMENT_PROGRAM_ARB); }},
        {"a plane beyond six", GL_INVALID_ENUM, [] { ::glEnable(GL_CLIP_PLANE0 + 6); }},
        {"client state", GL_INVALID_ENUM, [] { ::glEnableClientState(GL_EDGE_FLAG_ARRAY); }},
        {"quads", GL_INVALID_ENUM, [] { ::glDrawArrays(GL_QUADS, 0, 4); }},
        {"a matrix mode", GL_INVALID_ENUM, [] { ::glMatrixMode(GL_COLOR); }},
        {"one face of a material", GL_INVALID_ENUM, [] { ::glMaterialfv(GL_FRONT, GL_AMBIENT, v); }},
        {"the local viewer", GL_INVALID_ENUM, [] { ::glLightModelf(GL_LIGHT_MODEL_LOCAL_VIEWER, 1); }},
        {"the fog's source", GL_INVALID_ENUM, [] { ::glFogf(GL_FOG_COORD_SRC, GL_FOG_COORD); }},
        {"three colours", GL_INVALID_VALUE, [] { ::glColorPointer(3, GL_FLOAT, 0, nullptr); }},
        {"doubles", GL_INVALID_ENUM, [] { ::glVertexPointer(3, GL_DOUBLE, 0, nullptr); }},
        {"integers", GL_INVALID_ENUM, [] { ::glVertexPointer(3, GL_INT, 0, nullptr); }},
        {"signed colours", GL_INVALID_ENUM, [] { ::glColorPointer(4, GL_BYTE, 0, nullptr); }},
        {"one coordinate", GL_INVALID_VALUE, [] { ::glTexCoordPointer(1, GL_FLOAT, 0, nullptr); }},
        {"row lengths", GL_INVALID_ENUM, [] { ::glPixelStorei(GL_UNPACK_ROW_LENGTH, 8); }},
        {"GL_CLAMP", GL_INVALID_ENUM, [] { ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP); }},
        {"GL_CLAMP in floats", GL_INVALID_ENUM,
         [] { ::glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER); }},
        {"base levels", GL_INVALID_ENUM, [] { ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1); }},
        {"a source of ATI's", GL_INVALID_ENUM, [] { ::glTexEnvf(GL_TEXTURE_ENV, GL_SRC0_RGB, GL_ZERO); }},
        {"a function of ATI's", GL_INVALID_ENUM,
         [] { ::glTexEnvf(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE_ADD_ATI); }},
        {"a saturated destination", GL_INVALID_ENUM, [] { ::glBlendFunc(GL_ONE, GL_SRC_ALPHA_SATURATE); }},
        {"a constant colour", GL_INVALID_ENUM, [] { ::glBlendFunc(GL_CONSTANT_COLOR, GL_ONE); }},
        {"accumulation", GL_INVALID_VALUE, [] { ::glClear(GL_ACCUM_BUFFER_BIT); }},
        {"a hint", GL_INVALID_ENUM, [] { ::glHint(GL_POLYGON_SMOOTH_HINT, GL_NICEST); }},
        {"a usage", GL_INVALID_ENUM, [] { ::glBufferData(GL_ARRAY_BUFFER, 1, nullptr, GL_STREAM_DRAW); }},
        {"a buffer target", GL_INVALID_ENUM, [] { ::glBindBuffer(GL_PIXEL_PACK_BUFFER, 0); }},
        {"a ninth unit", GL_INVALID_ENUM, [] { ::glActiveTexture(GL_TEXTURE0 + 8); }},
        {"OpenGL's state", GL_INVALID_ENUM, [] { ::glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, n); }},
        {"the polygon mode", GL_INVALID_ENUM, [] { ::glGetIntegerv(GL_POLYGON_MODE, n); }},
        {"RGB pixels", GL_INVALID_OPERATION, [] { ::glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE, n); }},
        {"proxies", GL_INVALID_ENUM,
         [] { ::glTexImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr); }},
        {"sized formats", GL_INVALID_VALUE,
         [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr); }},
        {"conversions", GL_INVALID_OPERATION,
         [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr); }},
        {"borders", GL_INVALID_VALUE,
         [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 1, GL_RGB, GL_UNSIGNED_BYTE, nullptr); }},
        {"types of texels", GL_INVALID_ENUM,
         [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_FLOAT, nullptr); }},
        {"types that don't fit", GL_INVALID_OPERATION,
         [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, nullptr); }},
        {"formats of pixels", GL_INVALID_ENUM,
         [] { ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_BGR, GL_UNSIGNED_BYTE, n); }},
    };
    for (const auto& [what, error, call] : calls) {
        call();
        EXPECT_EQ(::glGetError(), error) << what;
    }
}

TEST(Es, TakesItsImages) {
    EsContext context;
    const std::pair<GLenum, GLenum> images[] = {{GL_ALPHA, GL_UNSIGNED_BYTE},
                                                {GL_RGB, GL_UNSIGNED_BYTE},
                                                {GL_RGBA, GL_UNSIGNED_BYTE},
                                                {GL_LUMINANCE, GL_UNSIGNED_BYTE},
                                                {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE},
                                                {GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
                                                {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4},
                                                {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1},
                                                {GL_BGRA, GL_UNSIGNED_BYTE}};
    const std::array<uint8_t, 64> texels{};
    for (const auto& [format, type] : images) {
        ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), 4, 4, 0, format, type, texels.data());
        ::glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 2, 2, format, type, texels.data());
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR}) << enum_name(format) << ' ' << enum_name(type);
    }
    for (const GLenum format : {GL_ALPHA, GL_RGB, GL_RGBA, GL_LUMINANCE, GL_LUMINANCE_ALPHA}) {
        ::glCopyTexImage2D(GL_TEXTURE_2D, 0, format, 0, 0, 4, 4, 0);
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR}) << enum_name(format);
    }
    // Nothing is copied to other formats, and nobody compresses.
    for (const GLenum format : {GLenum{GL_ETC1_RGB8_OES}, GLenum{GL_BGRA}, GLenum{GL_RGB8}, GLenum{4}}) {
        ::glCopyTexImage2D(GL_TEXTURE_2D, 0, format, 0, 0, 4, 4, 0);
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM}) << enum_name(format);
    }
}

// The state tables of OpenGL ES 1.1 (6.1 and following) and of the extensions, with what glGetFixedv says of an initial
// value where that is the same for every implementation.
constexpr int anything = -12345;
constexpr std::pair<GLenum, int> state_table[] = {
    {GL_CURRENT_COLOR, fixed(1)},
    {GL_CURRENT_TEXTURE_COORDS, 0},
    {GL_CURRENT_NORMAL, 0},
    {GL_CLIENT_ACTIVE_TEXTURE, GL_TEXTURE0},
    {GL_VERTEX_ARRAY, 0},
    {GL_VERTEX_ARRAY_SIZE, fixed(4)},
    {GL_VERTEX_ARRAY_STRIDE, 0},
    {GL_VERTEX_ARRAY_TYPE, GL_FLOAT},
    {GL_NORMAL_ARRAY, 0},
    {GL_NORMAL_ARRAY_STRIDE, 0},
    {GL_NORMAL_ARRAY_TYPE, GL_FLOAT},
    {GL_COLOR_ARRAY, 0},
    {GL_COLOR_ARRAY_SIZE, fixed(4)},
    {GL_COLOR_ARRAY_STRIDE, 0},
    {GL_COLOR_ARRAY_TYPE, GL_FLOAT},
    {GL_TEXTURE_COORD_ARRAY, 0},
    {GL_TEXTURE_COORD_ARRAY_SIZE, fixed(4)},
    {GL_TEXTURE_COORD_ARRAY_STRIDE, 0},
    {GL_TEXTURE_COORD_ARRAY_TYPE, GL_FLOAT},
    {GL_POINT_SIZE_ARRAY_OES, 0},
    {GL_POINT_SIZE_ARRAY_STRIDE_OES, 0},
    {GL_POINT_SIZE_ARRAY_TYPE_OES, GL_FLOAT},
    {GL_ARRAY_BUFFER_BINDING, 0},
    {GL_ELEMENT_ARRAY_BUFFER_BINDING, 0},
    {GL_VERTEX_ARRAY_BUFFER_BINDING, 0},
    {GL_NORMAL_ARRAY_BUFFER_BINDING, 0},
    {GL_COLOR_ARRAY_BUFFER_BINDING, 0},
    {GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, 0},
    {GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES, 0},
    {GL_MODELVIEW_MATRIX, fixed(1)},
    {GL_PROJECTION_MATRIX, fixed(1)},
    {GL_TEXTURE_MATRIX, fixed(1)},
    {GL_VIEWPORT, 0},
    {GL_DEPTH_RANGE, 0},
    {GL_MODELVIEW_STACK_DEPTH, fixed(1)},
    {GL_PROJECTION_STACK_DEPTH, fixed(1)},
    {GL_TEXTURE_STACK_DEPTH, fixed(1)},
    {GL_MATRIX_MODE, GL_MODELVIEW},
    {GL_NORMALIZE, 0},
    {GL_RESCALE_NORMAL, 0},
    {GL_CLIP_PLANE0, 0},
    {GL_CLIP_PLANE5, 0},
    {GL_FOG_COLOR, 0},
    {GL_FOG_DENSITY, fixed(1)},
    {GL_FOG_START, 0},
    {GL_FOG_END, fixed(1)},
    {GL_FOG_MODE, GL_EXP},
    {GL_FOG, 0},
    {GL_SHADE_MODEL, GL_SMOOTH},
    {GL_LIGHTING, 0},
    {GL_COLOR_MATERIAL, 0},
    {GL_LIGHT_MODEL_AMBIENT, 13107},
    {GL_LIGHT_MODEL_TWO_SIDE, 0},
    {GL_LIGHT0, 0},
    {GL_LIGHT7, 0},
    {GL_POINT_SIZE, fixed(1)},
    {GL_POINT_SMOOTH, 0},
    {GL_POINT_SIZE_MIN, 0},
    {GL_POINT_SIZE_MAX, anything},
    {GL_POINT_FADE_THRESHOLD_SIZE, fixed(1)},
    {GL_POINT_DISTANCE_ATTENUATION, fixed(1)},
    {GL_LINE_WIDTH, fixed(1)},
    {GL_LINE_SMOOTH, 0},
    {GL_CULL_FACE, 0},
    {GL_CULL_FACE_MODE, GL_BACK},
    {GL_FRONT_FACE, GL_CCW},
    {GL_POLYGON_OFFSET_FACTOR, 0},
    {GL_POLYGON_OFFSET_UNITS, 0},
    {GL_POLYGON_OFFSET_FILL, 0},
    {GL_MULTISAMPLE, fixed(1)},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, 0},
    {GL_SAMPLE_ALPHA_TO_ONE, 0},
    {GL_SAMPLE_COVERAGE, 0},
    {GL_SAMPLE_COVERAGE_VALUE, fixed(1)},
    {GL_SAMPLE_COVERAGE_INVERT, 0},
    {GL_TEXTURE_2D, 0},
    {GL_TEXTURE_BINDING_2D, 0},
    {GL_ACTIVE_TEXTURE, GL_TEXTURE0},
    {GL_POINT_SPRITE_OES, 0},
    {GL_SCISSOR_TEST, 0},
    {GL_SCISSOR_BOX, 0},
    {GL_ALPHA_TEST, 0},
    {GL_ALPHA_TEST_FUNC, GL_ALWAYS},
    {GL_ALPHA_TEST_REF, 0},
    {GL_STENCIL_TEST, 0},
    {GL_STENCIL_FUNC, GL_ALWAYS},
    {GL_STENCIL_VALUE_MASK, anything},
    {GL_STENCIL_REF, 0},
    {GL_STENCIL_FAIL, GL_KEEP},
    {GL_STENCIL_PASS_DEPTH_FAIL, GL_KEEP},
    {GL_STENCIL_PASS_DEPTH_PASS, GL_KEEP},
    {GL_DEPTH_TEST, 0},
    {GL_DEPTH_FUNC, GL_LESS},
    {GL_BLEND, 0},
    {GL_BLEND_SRC, GL_ONE},
    {GL_BLEND_DST, GL_ZERO},
    {GL_DITHER, fixed(1)},
    {GL_COLOR_LOGIC_OP, 0},
    {GL_LOGIC_OP_MODE, GL_COPY},
    {GL_COLOR_WRITEMASK, fixed(1)},
    {GL_DEPTH_WRITEMASK, fixed(1)},
    {GL_STENCIL_WRITEMASK, anything},
    {GL_COLOR_CLEAR_VALUE, 0},
    {GL_DEPTH_CLEAR_VALUE, fixed(1)},
    {GL_STENCIL_CLEAR_VALUE, 0},
    {GL_UNPACK_ALIGNMENT, fixed(4)},
    {GL_PACK_ALIGNMENT, fixed(4)},
    {GL_PERSPECTIVE_CORRECTION_HINT, GL_DONT_CARE},
    {GL_POINT_SMOOTH_HINT, GL_DONT_CARE},
    {GL_LINE_SMOOTH_HINT, GL_DONT_CARE},
    {GL_FOG_HINT, GL_DONT_CARE},
    {GL_GENERATE_MIPMAP_HINT, GL_DONT_CARE},
    {GL_MAX_LIGHTS, anything},
    {GL_MAX_CLIP_PLANES, fixed(6)},
    {GL_MAX_MODELVIEW_STACK_DEPTH, anything},
    {GL_MAX_PROJECTION_STACK_DEPTH, anything},
    {GL_MAX_TEXTURE_STACK_DEPTH, anything},
    {GL_SUBPIXEL_BITS, anything},
    {GL_MAX_TEXTURE_SIZE, anything},
    {GL_MAX_VIEWPORT_DIMS, anything},
    {GL_ALIASED_POINT_SIZE_RANGE, fixed(1)},
    {GL_SMOOTH_POINT_SIZE_RANGE, fixed(1)},
    {GL_ALIASED_LINE_WIDTH_RANGE, fixed(1)},
    {GL_SMOOTH_LINE_WIDTH_RANGE, fixed(1)},
    {GL_MAX_TEXTURE_UNITS, anything},
    {GL_SAMPLE_BUFFERS, anything},
    {GL_SAMPLES, anything},
    {GL_NUM_COMPRESSED_TEXTURE_FORMATS, fixed(11)},
    {GL_COMPRESSED_TEXTURE_FORMATS, GL_PALETTE4_RGB8_OES},
    {GL_RED_BITS, anything},
    {GL_GREEN_BITS, anything},
    {GL_BLUE_BITS, anything},
    {GL_ALPHA_BITS, anything},
    {GL_DEPTH_BITS, anything},
    {GL_STENCIL_BITS, anything},
    {GL_IMPLEMENTATION_COLOR_READ_TYPE_OES, GL_UNSIGNED_BYTE},
    {GL_IMPLEMENTATION_COLOR_READ_FORMAT_OES, GL_RGBA},
    {GL_MATRIX_PALETTE_OES, 0},
    {GL_MAX_PALETTE_MATRICES_OES, fixed(32)},
    {GL_MAX_VERTEX_UNITS_OES, fixed(4)},
    {GL_CURRENT_PALETTE_MATRIX_OES, 0},
    {GL_MATRIX_INDEX_ARRAY_OES, 0},
    {GL_MATRIX_INDEX_ARRAY_SIZE_OES, 0},
    {GL_MATRIX_INDEX_ARRAY_TYPE_OES, GL_UNSIGNED_BYTE},
    {GL_MATRIX_INDEX_ARRAY_STRIDE_OES, 0},
    {GL_MATRIX_INDEX_ARRAY_BUFFER_BINDING_OES, 0},
    {GL_WEIGHT_ARRAY_OES, 0},
    {GL_WEIGHT_ARRAY_SIZE_OES, 0},
    {GL_WEIGHT_ARRAY_TYPE_OES, GL_FLOAT},
    {GL_WEIGHT_ARRAY_STRIDE_OES, 0},
    {GL_WEIGHT_ARRAY_BUFFER_BINDING_OES, 0},
    {GL_TEXTURE_CUBE_MAP_OES, 0},
    {GL_TEXTURE_BINDING_CUBE_MAP_OES, 0},
    {GL_TEXTURE_GEN_STR_OES, 0},
    {GL_MAX_CUBE_MAP_TEXTURE_SIZE_OES, anything},
    {GL_BLEND_EQUATION_OES, GL_FUNC_ADD_OES},
    {GL_BLEND_EQUATION_ALPHA_OES, GL_FUNC_ADD_OES},
    {GL_BLEND_SRC_RGB_OES, GL_ONE},
    {GL_BLEND_DST_ALPHA_OES, 0},
    {GL_FRAMEBUFFER_BINDING_OES, 0},
    {GL_RENDERBUFFER_BINDING_OES, 0},
    {GL_MAX_RENDERBUFFER_SIZE_OES, anything},
    {GL_VERTEX_ARRAY_BINDING_OES, 0},
};

TEST(Es, AnswersForItsState) {
    EsContext context;
    for (const auto& [token, expected] : state_table) {
        std::array<GLfixed, 64> values{};
        ::glGetFixedv(token, values.data());
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR}) << enum_name(token);
        if (expected != anything) {
            EXPECT_EQ(values[0], expected) << enum_name(token);
        }
        std::array<GLfloat, 64> floats{};
        ::glGetFloatv(token, floats.data());
        ::glGetIntegerv(token, values.data());
        std::array<GLboolean, 64> booleans{};
        ::glGetBooleanv(token, booleans.data());
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR}) << enum_name(token);
    }
}

TEST(Es, AnswersForItsArrays) {
    EsContext context;
    for (const GLenum token :
         {GL_VERTEX_ARRAY_POINTER, GL_NORMAL_ARRAY_POINTER, GL_COLOR_ARRAY_POINTER, GL_TEXTURE_COORD_ARRAY_POINTER,
          GL_POINT_SIZE_ARRAY_POINTER_OES, GL_MATRIX_INDEX_ARRAY_POINTER_OES, GL_WEIGHT_ARRAY_POINTER_OES}) {
        void* pointer = &context;
        ::glGetPointerv(token, &pointer);
        EXPECT_EQ(pointer, nullptr) << enum_name(token);
    }
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    for (const GLenum token : {GL_POINT_SIZE_ARRAY_OES, GL_WEIGHT_ARRAY_OES, GL_MATRIX_INDEX_ARRAY_OES, GL_VERTEX_ARRAY,
                               GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_TEXTURE_COORD_ARRAY}) {
        ::glEnableClientState(token);
        EXPECT_TRUE(::glIsEnabled(token)) << enum_name(token);
        ::glDisableClientState(token);
        EXPECT_FALSE(::glIsEnabled(token)) << enum_name(token);
    }
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(Es, ShowsMatricesByBitsAndByMantissas) {
    EsContext context;
    ::glScalef(0.1f, 3e8f, -2e-9f);
    std::array<GLint, 16> bits{};
    ::glGetIntegerv(GL_MODELVIEW_MATRIX_FLOAT_AS_INT_BITS_OES, bits.data());
    EXPECT_EQ(std::bit_cast<float>(bits[0]), 0.1f);
    EXPECT_EQ(std::bit_cast<float>(bits[10]), -2e-9f);
    std::array<GLfixed, 16> mantissas{};
    std::array<GLint, 16> exponents{};
    EXPECT_EQ(::glQueryMatrixxOES(mantissas.data(), exponents.data()), 0u);
    std::array<GLfloat, 16> matrix{};
    ::glGetFloatv(GL_MODELVIEW_MATRIX, matrix.data());
    for (size_t i = 0; i < 16; ++i) EXPECT_EQ(std::ldexp(mantissas[i] / 65536.0, exponents[i]), double{matrix[i]}) << i;
    const GLfloat infinite[16] = {1, 0, 0, 0, 0, INFINITY};
    ::glLoadMatrixf(infinite);
    EXPECT_EQ(::glQueryMatrixxOES(mantissas.data(), exponents.data()), 1u << 5);
}

TEST(Es, HasItsMatrixStacks) {
    EsContext context;
    ::glMatrixMode(GL_MATRIX_PALETTE_OES);
    ::glPushMatrix();
    EXPECT_EQ(context.error(), GLenum{GL_STACK_OVERFLOW}) << "the palette has no stack";
    ::glCurrentPaletteMatrixOES(31);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    ::glCurrentPaletteMatrixOES(32);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    GLint value = 0;
    ::glGetIntegerv(GL_CURRENT_PALETTE_MATRIX_OES, &value);
    EXPECT_EQ(value, 31);
    ::glWeightPointerOES(5, GL_FLOAT, 0, nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    ::glMatrixIndexPointerOES(2, GL_FIXED, 0, nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

}  // namespace
}  // namespace glapi
