// ATI_element_array, APPLE_element_array, IBM_multimode_draw_arrays, ATI_vertex_array_object,
// ATI_vertex_attrib_array_object, ATI_map_object_buffer, APPLE_vertex_array_object, APPLE_object_purgeable,
// AMD_name_gen_delete.
#include <cstring>
#include <functional>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;

// Eight points in the pixels (4n, 4n).
struct VendorArraysTest : testing::ProgramFixture {
    VendorArraysTest() {
        for (int n = 0; n < 8; ++n) points[n][0] = points[n][1] = (4 * static_cast<float>(n) + 0.5f) / 32 - 1;
        EnableClientState(context(), GL_VERTEX_ARRAY);
        VertexPointer(context(), 2, GL_FLOAT, 0, points);
    }
    GLint number(GLenum token) {
        GLint value = -1;
        GetIntegerv(context(), token, &value);
        return value;
    }
    // Which points a draw reaches, as bits.
    unsigned drawn(const std::function<void()>& draw) {
        Clear(context(), GL_COLOR_BUFFER_BIT);
        draw();
        unsigned bits = 0;
        for (int n = 0; n < 8; ++n) bits |= static_cast<unsigned>(gl_->pixel(4 * n, 4 * n)[0] != 0) << n;
        return bits;
    }
    float points[8][2];
};

constexpr GLubyte bytes[] = {1, 3, 5, 7};
constexpr GLuint words[] = {0, 2, 4, 6};

TEST_F(VendorArraysTest, ElementArraysAreDrawn) {
    EXPECT_EQ(number(GL_ELEMENT_ARRAY_TYPE_ATI), GL_UNSIGNED_INT);
    EXPECT_FALSE(IsEnabled(context(), GL_ELEMENT_ARRAY_ATI));
    ElementPointerATI(context(), GL_UNSIGNED_BYTE, bytes), expect(GL_NO_ERROR);
    DrawElementArrayATI(context(), GL_POINTS, 4), expect(GL_INVALID_OPERATION);
    Enable(context(), GL_ELEMENT_ARRAY_ATI), expect(GL_INVALID_ENUM);
    EnableClientState(context(), GL_ELEMENT_ARRAY_ATI);
    EXPECT_TRUE(IsEnabled(context(), GL_ELEMENT_ARRAY_ATI));
    EXPECT_TRUE(IsEnabled(context(), GL_ELEMENT_ARRAY_APPLE));
    EXPECT_EQ(number(GL_ELEMENT_ARRAY_TYPE_APPLE), GL_UNSIGNED_BYTE);
    void* pointer = nullptr;
    GetPointerv(context(), GL_ELEMENT_ARRAY_POINTER_ATI, &pointer);
    EXPECT_EQ(pointer, bytes);
    EXPECT_EQ(drawn([&] { DrawElementArrayATI(context(), GL_POINTS, 3); }), 0b00101010u);
    EXPECT_EQ(drawn([&] { DrawRangeElementArrayATI(context(), GL_POINTS, 1, 7, 4); }), 0b10101010u);
    EXPECT_EQ(drawn([&] { DrawElementArrayAPPLE(context(), GL_POINTS, 2, 2); }), 0b10100000u);
    ElementPointerAPPLE(context(), GL_UNSIGNED_INT, words);
    EXPECT_EQ(drawn([&] { DrawElementArrayAPPLE(context(), GL_POINTS, 1, 2); }), 0b00010100u);
    EXPECT_EQ(drawn([&] { DrawRangeElementArrayAPPLE(context(), GL_POINTS, 0, 6, 3, 1); }), 0b01000000u);
    const GLint first[] = {0, -1, 3};
    const GLsizei count[] = {1, 2, 1};
    EXPECT_EQ(drawn([&] { MultiDrawElementArrayAPPLE(context(), GL_POINTS, first, count, 3); }), 0b01000001u);
    EXPECT_EQ(drawn([&] { MultiDrawRangeElementArrayAPPLE(context(), GL_POINTS, 0, 6, first, count, 2); }), 1u);
    // In lists, indices are those of when it was compiled; outside the arrays' own bindings don't count.
    const GLuint list = ::glGenLists(1);
    ::glNewList(list, GL_COMPILE);
    ::glDrawElementArrayATI(GL_POINTS, 2);
    ::glEndList();
    ElementPointerATI(context(), GL_UNSIGNED_BYTE, bytes);
    EXPECT_EQ(drawn([&] { ::glCallList(list); }), 0b00000101u);
    GLuint buffer = 0;
    GenBuffers(context(), 1, &buffer);
    BindBuffer(context(), GL_ELEMENT_ARRAY_BUFFER, buffer);
    BufferData(context(), GL_ELEMENT_ARRAY_BUFFER, sizeof words, words, GL_STATIC_DRAW);
    EXPECT_EQ(drawn([&] { DrawElementArrayATI(context(), GL_POINTS, 4); }), 0b10101010u) << "memory";
    ElementPointerATI(context(), GL_UNSIGNED_INT, reinterpret_cast<const void*>(4));
    BindBuffer(context(), GL_ELEMENT_ARRAY_BUFFER, 0);
    EXPECT_EQ(drawn([&] { DrawElementArrayATI(context(), GL_POINTS, 3); }), 0b01010100u) << "the buffer";
    expect(GL_NO_ERROR);
    PushClientAttrib(context(), GL_CLIENT_VERTEX_ARRAY_BIT);
    DisableClientState(context(), GL_ELEMENT_ARRAY_APPLE);
    ElementPointerATI(context(), GL_UNSIGNED_BYTE, bytes);
    PopClientAttrib(context());
    EXPECT_TRUE(IsEnabled(context(), GL_ELEMENT_ARRAY_ATI));
    EXPECT_EQ(number(GL_ELEMENT_ARRAY_TYPE_ATI), GL_UNSIGNED_INT);

    ElementPointerATI(context(), GL_FLOAT, bytes), expect(GL_INVALID_ENUM);
    ElementPointerAPPLE(context(), GL_SHORT, bytes), expect(GL_INVALID_ENUM);
    DrawElementArrayATI(context(), GL_POINTS, -1), expect(GL_INVALID_VALUE);
    DrawElementArrayATI(context(), 99, 1), expect(GL_INVALID_ENUM);
    DrawElementArrayAPPLE(context(), GL_POINTS, -1, 1), expect(GL_INVALID_VALUE);
    DrawRangeElementArrayATI(context(), GL_POINTS, 3, 1, 1), expect(GL_INVALID_VALUE);
    MultiDrawElementArrayAPPLE(context(), GL_POINTS, first, count, -1), expect(GL_INVALID_VALUE);
    MultiDrawRangeElementArrayAPPLE(context(), GL_POINTS, 0, 6, first, count, -1), expect(GL_INVALID_VALUE);
    ::glBegin(GL_POINTS);
    ::glDrawElementArrayATI(GL_POINTS, 1);
    ::glEnd();
    expect(GL_INVALID_OPERATION);
}

TEST_F(VendorArraysTest, EachPrimitiveHasItsMode) {
    const GLenum modes[] = {GL_POINTS, GL_LINES, GL_POINTS};
    const GLint first[] = {0, 2, 5};
    const GLsizei count[] = {1, 2, 1};
    EXPECT_EQ(drawn([&] { MultiModeDrawArraysIBM(context(), modes, first, count, 3, sizeof(GLenum)); }) & 0b00100101u,
              0b00100101u);
    EXPECT_EQ(drawn([&] { MultiModeDrawArraysIBM(context(), modes, first, count, 3, 0); }), 0b00101101u);
    const void* const indices[] = {words, words + 2, words + 3};
    const GLsizei some[] = {1, 0, 1};
    EXPECT_EQ(
        drawn([&] { MultiModeDrawElementsIBM(context(), modes, some, GL_UNSIGNED_INT, indices, 3, sizeof(GLenum)); }),
        0b01000001u);
    expect(GL_NO_ERROR);
    MultiModeDrawArraysIBM(context(), modes, first, count, -1, 4), expect(GL_INVALID_VALUE);
    MultiModeDrawElementsIBM(context(), modes, some, GL_UNSIGNED_INT, indices, -1, 4), expect(GL_INVALID_VALUE);
    MultiModeDrawElementsIBM(context(), modes, some, GL_FLOAT, indices, 1, 4), expect(GL_INVALID_ENUM);
    const GLenum wrong = 99;
    MultiModeDrawArraysIBM(context(), &wrong, first, count, 1, 0), expect(GL_INVALID_ENUM);
}

TEST_F(VendorArraysTest, ObjectBuffersHoldArrays) {
    const GLuint buffer = NewObjectBufferATI(context(), sizeof points, points, GL_STATIC_ATI);
    ASSERT_NE(buffer, 0u);
    EXPECT_TRUE(IsObjectBufferATI(context(), buffer));
    GLint value = -1;
    GLfloat real = -1;
    GetObjectBufferivATI(context(), buffer, GL_OBJECT_BUFFER_SIZE_ATI, &value);
    EXPECT_EQ(value, static_cast<GLint>(sizeof points));
    GetObjectBufferfvATI(context(), buffer, GL_OBJECT_BUFFER_USAGE_ATI, &real);
    EXPECT_EQ(real, static_cast<GLfloat>(GL_STATIC_ATI));
    GetArrayObjectivATI(context(), GL_VERTEX_ARRAY, GL_ARRAY_OBJECT_BUFFER_ATI, &value);
    EXPECT_EQ(value, 0);
    ArrayObjectATI(context(), GL_VERTEX_ARRAY, 2, GL_FLOAT, 0, buffer, 16), expect(GL_NO_ERROR);
    GetArrayObjectivATI(context(), GL_VERTEX_ARRAY, GL_ARRAY_OBJECT_BUFFER_ATI, &value);
    EXPECT_EQ(value, static_cast<GLint>(buffer));
    GetArrayObjectfvATI(context(), GL_VERTEX_ARRAY, GL_ARRAY_OBJECT_OFFSET_ATI, &real);
    EXPECT_EQ(real, 16);
    void* pointer = &value;
    GetPointerv(context(), GL_VERTEX_ARRAY_POINTER, &pointer);
    EXPECT_EQ(pointer, nullptr);
    EXPECT_EQ(number(GL_ARRAY_BUFFER_BINDING), 0);
    EXPECT_EQ(drawn([&] { DrawArrays(context(), GL_POINTS, 0, 2); }), 0b00001100u);
    // Other contents, while it is mapped, too.
    void* const mapped = MapObjectBufferATI(context(), buffer);
    ASSERT_NE(mapped, nullptr);
    std::memcpy(static_cast<std::byte*>(mapped) + 16, points[7], 8);
    UpdateObjectBufferATI(context(), buffer, 24, 8, points[6], GL_PRESERVE_ATI), expect(GL_NO_ERROR);
    UnmapObjectBufferATI(context(), buffer);
    EXPECT_EQ(drawn([&] { DrawArrays(context(), GL_POINTS, 0, 2); }), 0b11000000u);
    // Indices.
    const GLuint indices = NewObjectBufferATI(context(), sizeof words, nullptr, GL_DYNAMIC_ATI);
    UpdateObjectBufferATI(context(), indices, 0, sizeof words, words, GL_DISCARD_ATI);
    GetObjectBufferivATI(context(), indices, GL_OBJECT_BUFFER_USAGE_ATI, &value);
    EXPECT_EQ(value, GL_DYNAMIC_ATI);
    VertexPointer(context(), 2, GL_FLOAT, 0, points);
    ArrayObjectATI(context(), GL_ELEMENT_ARRAY_ATI, 1, GL_UNSIGNED_INT, 0, indices, 4);
    EnableClientState(context(), GL_ELEMENT_ARRAY_ATI);
    EXPECT_EQ(drawn([&] { DrawElementArrayATI(context(), GL_POINTS, 2); }), 0b00010100u);
    GetArrayObjectivATI(context(), GL_ELEMENT_ARRAY_ATI, GL_ARRAY_OBJECT_OFFSET_ATI, &value);
    EXPECT_EQ(value, 4);
    // Generic attributes.
    VertexAttribArrayObjectATI(context(), 3, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, buffer, 8), expect(GL_NO_ERROR);
    GetVertexAttribArrayObjectivATI(context(), 3, GL_ARRAY_OBJECT_BUFFER_ATI, &value);
    EXPECT_EQ(value, static_cast<GLint>(buffer));
    GetVertexAttribArrayObjectfvATI(context(), 3, GL_ARRAY_OBJECT_OFFSET_ATI, &real);
    EXPECT_EQ(real, 8);
    FreeObjectBufferATI(context(), buffer), expect(GL_NO_ERROR);
    EXPECT_FALSE(IsObjectBufferATI(context(), buffer));
}

TEST_F(VendorArraysTest, ObjectBuffersAreChecked) {
    const GLuint buffer = NewObjectBufferATI(context(), 64, nullptr, GL_STATIC_ATI);
    GLint value = 0;
    GLfloat real = 0;
    EXPECT_EQ(NewObjectBufferATI(context(), 64, nullptr, GL_STATIC_DRAW), 0u);
    expect(GL_INVALID_ENUM);
    EXPECT_EQ(NewObjectBufferATI(context(), -1, nullptr, GL_STATIC_ATI), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_FALSE(IsObjectBufferATI(context(), 0));
    for (const GLuint none : {0u, buffer + 100}) {
        UpdateObjectBufferATI(context(), none, 0, 4, points, GL_PRESERVE_ATI), expect(GL_INVALID_VALUE);
        GetObjectBufferivATI(context(), none, GL_OBJECT_BUFFER_SIZE_ATI, &value), expect(GL_INVALID_VALUE);
        GetObjectBufferfvATI(context(), none, GL_OBJECT_BUFFER_SIZE_ATI, &real), expect(GL_INVALID_VALUE);
        FreeObjectBufferATI(context(), none), expect(GL_INVALID_VALUE);
        ArrayObjectATI(context(), GL_VERTEX_ARRAY, 2, GL_FLOAT, 0, none, 0), expect(GL_INVALID_VALUE);
        EXPECT_EQ(MapObjectBufferATI(context(), none), nullptr);
        expect(GL_INVALID_VALUE);
        UnmapObjectBufferATI(context(), none), expect(GL_INVALID_VALUE);
    }
    UpdateObjectBufferATI(context(), buffer, 60, 8, points, GL_PRESERVE_ATI), expect(GL_INVALID_VALUE);
    UpdateObjectBufferATI(context(), buffer, 65, 0, points, GL_PRESERVE_ATI), expect(GL_INVALID_VALUE);
    UpdateObjectBufferATI(context(), buffer, 0, -1, points, GL_PRESERVE_ATI), expect(GL_INVALID_VALUE);
    UpdateObjectBufferATI(context(), buffer, 0, 4, points, GL_STATIC_ATI), expect(GL_INVALID_ENUM);
    GetObjectBufferivATI(context(), buffer, GL_BUFFER_ACCESS, &value), expect(GL_INVALID_ENUM);
    struct {
        GLenum array;
        GLint size;
        GLenum type;
        GLsizei stride;
        GLuint offset;
        GLenum error;
    } const wrong[] = {{GL_LIGHTING, 2, GL_FLOAT, 0, 0, GL_INVALID_ENUM},
                       {GL_VERTEX_ARRAY, 1, GL_FLOAT, 0, 0, GL_INVALID_VALUE},
                       {GL_VERTEX_ARRAY, 2, GL_UNSIGNED_BYTE, 0, 0, GL_INVALID_VALUE},
                       {GL_VERTEX_ARRAY, 2, GL_FLOAT, -1, 0, GL_INVALID_VALUE},
                       {GL_VERTEX_ARRAY, 2, GL_FLOAT, 0, 65, GL_INVALID_VALUE},
                       {GL_ELEMENT_ARRAY_ATI, 2, GL_UNSIGNED_INT, 0, 0, GL_INVALID_VALUE},
                       {GL_ELEMENT_ARRAY_ATI, 1, GL_UNSIGNED_INT, 4, 0, GL_INVALID_VALUE},
                       {GL_ELEMENT_ARRAY_ATI, 1, GL_FLOAT, 0, 0, GL_INVALID_ENUM}};
    for (const auto& call : wrong)
        ArrayObjectATI(context(), call.array, call.size, call.type, call.stride, buffer, call.offset),
            expect(call.error);
    GetArrayObjectivATI(context(), GL_LIGHTING, GL_ARRAY_OBJECT_BUFFER_ATI, &value), expect(GL_INVALID_ENUM);
    GetArrayObjectivATI(context(), GL_VERTEX_ARRAY, GL_BUFFER_SIZE, &value), expect(GL_INVALID_ENUM);
    GetVertexAttribArrayObjectivATI(context(), 16, GL_ARRAY_OBJECT_BUFFER_ATI, &value), expect(GL_INVALID_VALUE);
    GetVertexAttribArrayObjectivATI(context(), 0, GL_BUFFER_SIZE, &value), expect(GL_INVALID_ENUM);
    VertexAttribArrayObjectATI(context(), 16, 4, GL_FLOAT, GL_FALSE, 0, buffer, 0), expect(GL_INVALID_VALUE);
    // An error that is pending stays the first.
    ElementPointerATI(context(), GL_FLOAT, bytes);
    ArrayObjectATI(context(), GL_VERTEX_ARRAY, 1, GL_FLOAT, 0, buffer, 0), expect(GL_INVALID_ENUM), expect(GL_NO_ERROR);
    // All arrays that there are.
    for (const auto& [array, size] : {std::pair{GL_NORMAL_ARRAY, 3},
                                      {GL_COLOR_ARRAY, 4},
                                      {GL_INDEX_ARRAY, 1},
                                      {GL_FOG_COORD_ARRAY, 1},
                                      {GL_SECONDARY_COLOR_ARRAY, 3},
                                      {GL_TEXTURE_COORD_ARRAY, 2},
                                      {GL_WEIGHT_ARRAY_ARB, 2}}) {
        ArrayObjectATI(context(), static_cast<GLenum>(array), size, GL_FLOAT, 0, buffer, 4), expect(GL_NO_ERROR);
        GetArrayObjectivATI(context(), static_cast<GLenum>(array), GL_ARRAY_OBJECT_OFFSET_ATI, &value);
        EXPECT_EQ(value, 4);
    }
}

// APPLE_flush_buffer_range.
TEST_F(VendorArraysTest, MappedRangesAreFlushed) {
    GLuint buffer = 0;
    GenBuffers(context(), 1, &buffer);
    const auto set = [&](GLenum target, GLenum parameter, GLint value) {
        BufferParameteriAPPLE(context(), target, parameter, value);
    };
    const auto got = [&](GLenum parameter) {
        GLint value = -1;
        GetBufferParameteriv(context(), GL_ARRAY_BUFFER, parameter, &value);
        return value;
    };
    constexpr GLenum flushing = GL_BUFFER_FLUSHING_UNMAP_APPLE, serialized = GL_BUFFER_SERIALIZED_MODIFY_APPLE;
    set(GL_ARRAY_BUFFER, flushing, 0), expect(GL_INVALID_OPERATION);
    FlushMappedBufferRange(context(), GL_ARRAY_BUFFER, 0, 4), expect(GL_INVALID_OPERATION);
    BindBuffer(context(), GL_ARRAY_BUFFER, buffer);
    BufferData(context(), GL_ARRAY_BUFFER, 16, nullptr, GL_DYNAMIC_DRAW);
    EXPECT_EQ(got(flushing), 1);
    EXPECT_EQ(got(serialized), 1);
    set(GL_UNIFORM_BUFFER, flushing, 0), expect(GL_INVALID_ENUM);
    set(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, 0), expect(GL_INVALID_ENUM);
    set(GL_ARRAY_BUFFER, serialized, 0);
    EXPECT_EQ(got(flushing), 1);
    EXPECT_EQ(got(serialized), 0);
    set(GL_ARRAY_BUFFER, flushing, 0);
    EXPECT_EQ(got(flushing), 0);
    FlushMappedBufferRange(context(), GL_ARRAY_BUFFER, 0, 4), expect(GL_INVALID_OPERATION);
    auto* const bytes = static_cast<GLubyte*>(MapBuffer(context(), GL_ARRAY_BUFFER, GL_WRITE_ONLY));
    ASSERT_NE(bytes, nullptr);
    bytes[9] = 77;
    FlushMappedBufferRange(context(), GL_ARRAY_BUFFER, 8, 8), expect(GL_NO_ERROR);
    FlushMappedBufferRange(context(), GL_ARRAY_BUFFER, -1, 4), expect(GL_INVALID_VALUE);
    FlushMappedBufferRange(context(), GL_ARRAY_BUFFER, 0, -4), expect(GL_INVALID_VALUE);
    FlushMappedBufferRange(context(), GL_ARRAY_BUFFER, 8, 9), expect(GL_INVALID_VALUE);
    UnmapBuffer(context(), GL_ARRAY_BUFFER);
    GLubyte read = 0;
    GetBufferSubData(context(), GL_ARRAY_BUFFER, 9, 1, &read);
    EXPECT_EQ(read, 77);
    set(GL_ARRAY_BUFFER, flushing, 1);
    MapBuffer(context(), GL_ARRAY_BUFFER, GL_WRITE_ONLY);
    FlushMappedBufferRange(context(), GL_ARRAY_BUFFER, 0, 4), expect(GL_INVALID_OPERATION);
    UnmapBuffer(context(), GL_ARRAY_BUFFER);
    expect(GL_NO_ERROR);
}

TEST_F(VendorArraysTest, VertexArrayObjectsAreMadeOfAnyName) {
    BindVertexArrayAPPLE(context(), 77), expect(GL_NO_ERROR);
    EXPECT_TRUE(IsVertexArray(context(), 77));
    EXPECT_EQ(number(GL_VERTEX_ARRAY_BINDING), 77);
    EXPECT_FALSE(IsEnabled(context(), GL_VERTEX_ARRAY));
    BindVertexArrayAPPLE(context(), 0);
    EXPECT_TRUE(IsEnabled(context(), GL_VERTEX_ARRAY));
    BindVertexArray(context(), 78), expect(GL_INVALID_OPERATION);
}

TEST_F(VendorArraysTest, TheirArraysMayLieInTheApplicationsMemory) {
    static const float corners[] = {1, 2, 3, 4};
    BindVertexArrayAPPLE(context(), 77);
    VertexPointer(context(), 2, GL_FLOAT, 8, corners), expect(GL_NO_ERROR);
    void* pointer = nullptr;
    GetPointerv(context(), GL_VERTEX_ARRAY_POINTER, &pointer);
    EXPECT_EQ(pointer, corners);
    EXPECT_EQ(number(GL_VERTEX_ARRAY_SIZE), 2);
    GLuint other = 0;
    GenVertexArrays(context(), 1, &other);
    BindVertexArray(context(), other);
    VertexPointer(context(), 2, GL_FLOAT, 8, corners), expect(GL_INVALID_OPERATION);
}

TEST_F(VendorArraysTest, ContentsMayBePurgeable) {
    GLuint buffer = 0, texture = 0, renderbuffer = 0;
    CreateBuffers(context(), 1, &buffer);
    CreateTextures(context(), GL_TEXTURE_2D, 1, &texture);
    CreateRenderbuffers(context(), 1, &renderbuffer);
    const auto purgeable = [&](GLenum type, GLuint name) {
        GLint value = -1;
        GetObjectParameterivAPPLE(context(), type, name, GL_PURGEABLE_APPLE, &value);
        return value;
    };
    for (const auto& [type, name] :
         {std::pair{GL_BUFFER_OBJECT_APPLE, buffer}, {GL_TEXTURE, texture}, {GL_RENDERBUFFER, renderbuffer}}) {
        const auto kind = static_cast<GLenum>(type);
        EXPECT_EQ(purgeable(kind, name), 0);
        EXPECT_EQ(ObjectUnpurgeableAPPLE(context(), kind, name, GL_RETAINED_APPLE), 0u);
        expect(GL_INVALID_OPERATION);
        EXPECT_EQ(ObjectPurgeableAPPLE(context(), kind, name, GL_RELEASED_APPLE), GLenum{GL_VOLATILE_APPLE});
        EXPECT_EQ(purgeable(kind, name), 1);
        ObjectPurgeableAPPLE(context(), kind, name, GL_VOLATILE_APPLE), expect(GL_INVALID_OPERATION);
        EXPECT_EQ(ObjectUnpurgeableAPPLE(context(), kind, name, GL_RETAINED_APPLE), GLenum{GL_RETAINED_APPLE});
        EXPECT_EQ(ObjectPurgeableAPPLE(context(), kind, name, GL_VOLATILE_APPLE), GLenum{GL_VOLATILE_APPLE});
        EXPECT_EQ(ObjectUnpurgeableAPPLE(context(), kind, name, GL_UNDEFINED_APPLE), GLenum{GL_UNDEFINED_APPLE});
        ObjectPurgeableAPPLE(context(), kind, name, GL_RETAINED_APPLE), expect(GL_INVALID_ENUM);
        ObjectUnpurgeableAPPLE(context(), kind, name, GL_VOLATILE_APPLE), expect(GL_INVALID_ENUM);
        for (const GLuint none : {0u, name + 100}) {
            ObjectPurgeableAPPLE(context(), kind, none, GL_VOLATILE_APPLE), expect(GL_INVALID_VALUE);
            ObjectUnpurgeableAPPLE(context(), kind, none, GL_RETAINED_APPLE), expect(GL_INVALID_VALUE);
            purgeable(kind, none), expect(GL_INVALID_VALUE);
        }
        GLint value = 0;
        GetObjectParameterivAPPLE(context(), kind, name, GL_BUFFER_SIZE, &value), expect(GL_INVALID_ENUM);
    }
    ObjectPurgeableAPPLE(context(), GL_SAMPLER, 1, GL_VOLATILE_APPLE), expect(GL_INVALID_ENUM);
    ObjectUnpurgeableAPPLE(context(), GL_SAMPLER, 1, GL_RETAINED_APPLE), expect(GL_INVALID_ENUM);
    purgeable(GL_SAMPLER, 1), expect(GL_INVALID_ENUM);
}

TEST_F(VendorArraysTest, NamesAreMadeByKind) {
    struct {
        GLenum kind;
        GLboolean (*is)(Context&, GLuint);
    } const kinds[] = {{GL_DATA_BUFFER_AMD, IsBuffer},
                       {GL_FRAMEBUFFER, IsFramebuffer},
                       {GL_RENDERBUFFER, IsRenderbuffer},
                       {GL_TEXTURE, IsTexture},
                       {GL_TRANSFORM_FEEDBACK, IsTransformFeedback},
                       {GL_VERTEX_ARRAY_OBJECT_AMD, IsVertexArray},
                       {GL_QUERY_OBJECT_AMD, IsQuery},
                       {GL_SAMPLER_OBJECT_AMD, IsSampler}};
    for (const auto& [kind, is] : kinds) {
        GLuint names[2] = {};
        GenNamesAMD(context(), kind, 2, names), expect(GL_NO_ERROR);
        EXPECT_NE(names[0], names[1]);
        EXPECT_NE(names[0], 0u);
        EXPECT_EQ(IsNameAMD(context(), kind, names[0]), is(context(), names[0]));
        DeleteNamesAMD(context(), kind, 2, names), expect(GL_NO_ERROR);
        EXPECT_FALSE(IsNameAMD(context(), kind, names[0]));
        GenNamesAMD(context(), kind, 0, names), expect(GL_INVALID_VALUE);
        GenNamesAMD(context(), kind, 1, nullptr), expect(GL_INVALID_VALUE);
        DeleteNamesAMD(context(), kind, 0, names), expect(GL_INVALID_VALUE);
        DeleteNamesAMD(context(), kind, 1, nullptr), expect(GL_INVALID_VALUE);
    }
    GLuint name = 0;
    GenNamesAMD(context(), GL_TEXTURE, 1, &name);
    BindTexture(context(), GL_TEXTURE_2D, name);
    EXPECT_TRUE(IsNameAMD(context(), GL_TEXTURE, name));
    GenNamesAMD(context(), GL_BUFFER, 1, &name), expect(GL_INVALID_ENUM);
    DeleteNamesAMD(context(), GL_PERFORMANCE_MONITOR_AMD, 1, &name), expect(GL_INVALID_ENUM);
    EXPECT_FALSE(IsNameAMD(context(), GL_BUFFER, 1));
    expect(GL_INVALID_ENUM);
}

// ---- AMD_debug_output

struct Told {
    GLuint id = 0;
    GLenum category = 0, severity = 0;
    std::string text;
    void* user = nullptr;
};
std::vector<Told> told;
void tell(GLuint id, GLenum category, GLenum severity, GLsizei length, const GLchar* text, void* user) {
    told.push_back({id, category, severity, std::string(text, static_cast<size_t>(length)), user});
}

TEST_F(VendorArraysTest, MessagesHaveCategories) {
    told.clear();
    DebugMessageCallbackAMD(context(), tell, this), expect(GL_NO_ERROR);
    LineWidth(context(), -1), expect(GL_INVALID_VALUE);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].category, GLenum{GL_DEBUG_CATEGORY_API_ERROR_AMD});
    EXPECT_EQ(told[0].severity, GLenum{GL_DEBUG_SEVERITY_HIGH_AMD});
    EXPECT_EQ(told[0].user, this);
    DebugMessageInsertAMD(context(), GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_MEDIUM_AMD, 7, 0, "hello");
    DebugMessageInsertAMD(context(), GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_LOW_AMD, 8, 2, "low");
    ASSERT_EQ(told.size(), 2u) << "those of low severity are off";
    EXPECT_EQ(told[1].id, 7u);
    EXPECT_EQ(told[1].category, GLenum{GL_DEBUG_CATEGORY_APPLICATION_AMD});
    EXPECT_EQ(told[1].text, "hello");
    DebugMessageEnableAMD(context(), 0, GL_DEBUG_SEVERITY_LOW_AMD, 0, nullptr, GL_TRUE);
    const GLuint seven = 7;
    DebugMessageEnableAMD(context(), GL_DEBUG_CATEGORY_APPLICATION_AMD, 0, 1, &seven, GL_FALSE);
    DebugMessageInsertAMD(context(), GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_LOW_AMD, 8, 2, "low");
    DebugMessageInsertAMD(context(), GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_HIGH_AMD, 7, 0, "hello");
    ASSERT_EQ(told.size(), 3u);
    EXPECT_EQ(told[2].text, "lo");
    DebugMessageEnableAMD(context(), GL_DEBUG_CATEGORY_API_ERROR_AMD, GL_DEBUG_SEVERITY_HIGH_AMD, 0, nullptr, GL_FALSE);
    LineWidth(context(), -1), expect(GL_INVALID_VALUE);
    EXPECT_EQ(told.size(), 3u);
    // Without a callback they are logged.
    DebugMessageEnableAMD(context(), 0, 0, 0, nullptr, GL_TRUE);
    DebugMessageCallbackAMD(context(), nullptr, nullptr);
    LineWidth(context(), -1), expect(GL_INVALID_VALUE);
    DebugMessageInsertAMD(context(), GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_MEDIUM_AMD, 9, 0, "logged");
    EXPECT_EQ(number(GL_DEBUG_LOGGED_MESSAGES_AMD), 2);
    GLenum categories[4] = {};
    GLuint severities[4] = {}, ids[4] = {};
    GLsizei lengths[4] = {};
    char text[1024] = "";
    EXPECT_EQ(GetDebugMessageLogAMD(context(), 4, sizeof text, categories, severities, ids, lengths, text), 2u);
    EXPECT_EQ(categories[0], GLenum{GL_DEBUG_CATEGORY_API_ERROR_AMD});
    EXPECT_EQ(categories[1], GLenum{GL_DEBUG_CATEGORY_APPLICATION_AMD});
    EXPECT_EQ(severities[1], GLuint{GL_DEBUG_SEVERITY_MEDIUM_AMD});
    EXPECT_EQ(ids[1], 9u);
    EXPECT_EQ(lengths[1], 7);
    EXPECT_STREQ(text + lengths[0], "logged");
    EXPECT_EQ(number(GL_DEBUG_LOGGED_MESSAGES_AMD), 0);
}

TEST_F(VendorArraysTest, CategoriesAreChecked) {
    DebugMessageCallbackAMD(context(), tell, nullptr);
    const GLuint id = 1;
    const std::string long_text(limits::MAX_DEBUG_MESSAGE_LENGTH, 'x');
    DebugMessageEnableAMD(context(), GL_DEBUG_TYPE_ERROR, 0, 0, nullptr, 1), expect(GL_INVALID_ENUM);
    DebugMessageEnableAMD(context(), 0, GL_DEBUG_SEVERITY_NOTIFICATION, 0, nullptr, 1), expect(GL_INVALID_ENUM);
    DebugMessageEnableAMD(context(), 0, 0, -1, &id, 1), expect(GL_INVALID_VALUE);
    DebugMessageEnableAMD(context(), 0, 0, 1, &id, 1), expect(GL_INVALID_VALUE);
    DebugMessageEnableAMD(context(), GL_DEBUG_CATEGORY_OTHER_AMD, GL_DEBUG_SEVERITY_LOW_AMD, 1, &id, 1);
    expect(GL_INVALID_VALUE);
    const auto insert = [&](GLenum category, GLenum severity, GLsizei length, const char* text) {
        DebugMessageInsertAMD(context(), category, severity, 1, length, text);
    };
    insert(GL_DEBUG_CATEGORY_OTHER_AMD, GL_DEBUG_SEVERITY_LOW_AMD, 0, "x"), expect(GL_INVALID_ENUM);
    insert(GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_LOW_FLOAT, 0, "x"), expect(GL_INVALID_ENUM);
    insert(GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_LOW_AMD, -1, "x"), expect(GL_INVALID_VALUE);
    insert(GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_LOW_AMD, 0, long_text.c_str()),
        expect(GL_INVALID_VALUE);
    char text[8];
    EXPECT_EQ(GetDebugMessageLogAMD(context(), 0, 8, nullptr, nullptr, nullptr, nullptr, text), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetDebugMessageLogAMD(context(), limits::MAX_DEBUG_LOGGED_MESSAGES, 8, nullptr, nullptr, nullptr, nullptr,
                                    text),
              0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetDebugMessageLogAMD(context(), 1, -1, nullptr, nullptr, nullptr, nullptr, text), 0u);
    expect(GL_INVALID_VALUE);
    gl_ = nullptr;
    gl_ = std::make_unique<testing::CurrentContext>();
    DebugMessageCallbackAMD(context(), tell, nullptr), expect(GL_INVALID_OPERATION);
    DebugMessageEnableAMD(context(), 0, 0, 0, nullptr, 1), expect(GL_INVALID_OPERATION);
    insert(GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SEVERITY_LOW_AMD, 0, "x"), expect(GL_INVALID_OPERATION);
    EXPECT_EQ(GetDebugMessageLogAMD(context(), 1, 8, nullptr, nullptr, nullptr, nullptr, text), 0u);
    expect(GL_INVALID_OPERATION);
}

}  // namespace
}  // namespace glapi
