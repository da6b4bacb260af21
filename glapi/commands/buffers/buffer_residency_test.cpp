#include "glapi/objects/buffers/buffer_residency.h"

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::green;
using testing::Pixel;

struct Residency : testing::ProgramFixture {
    GLuint make_buffer(size_t words, GLenum access = GL_READ_WRITE) {
        GLuint name = 0;
        GenBuffers(context(), 1, &name);
        BindBuffer(context(), GL_ARRAY_BUFFER, name);
        const std::vector<uint32_t> zeros(words);
        BufferData(context(), GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(4 * words), zeros.data(), GL_DYNAMIC_COPY);
        if (access != GL_NONE) MakeNamedBufferResidentNV(context(), name, access);
        expect(GL_NO_ERROR);
        return name;
    }
    uint64_t address(GLuint name) {
        GLuint64EXT value = 0;
        GetNamedBufferParameterui64vNV(context(), name, GL_BUFFER_GPU_ADDRESS_NV, &value);
        expect(GL_NO_ERROR);
        return value;
    }
    std::vector<uint32_t> words_of(GLuint name) {
        BindBuffer(context(), GL_COPY_READ_BUFFER, name);
        GLint bytes = 0;
        GetBufferParameteriv(context(), GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
        std::vector<uint32_t> words(static_cast<size_t>(bytes) / 4);
        GetBufferSubData(context(), GL_COPY_READ_BUFFER, 0, bytes, words.data());
        return words;
    }
    void load_fragments(const std::string& body, uint64_t first, uint64_t second = 0) {
        load(GL_FRAGMENT_PROGRAM_ARB,
             "!!NVfp5.0\nLONG TEMP at;\nTEMP t, n;\nPK64.U at, program.local[0];\n" + body + "END\n");
        hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, first, second);
    }
};

TEST_F(Residency, FollowsTheBuffer) {
    const GLuint name = make_buffer(4, GL_NONE);
    EXPECT_FALSE(IsNamedBufferResidentNV(context(), name));
    MakeBufferResidentNV(context(), GL_ARRAY_BUFFER, GL_READ_ONLY);
    EXPECT_TRUE(IsNamedBufferResidentNV(context(), name));
    EXPECT_TRUE(IsBufferResidentNV(context(), GL_ARRAY_BUFFER));
    MakeBufferResidentNV(context(), GL_ARRAY_BUFFER, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
    MakeBufferNonResidentNV(context(), GL_ARRAY_BUFFER), expect(GL_NO_ERROR);
    EXPECT_FALSE(IsBufferResidentNV(context(), GL_ARRAY_BUFFER));
    MakeBufferNonResidentNV(context(), GL_ARRAY_BUFFER), expect(GL_INVALID_OPERATION);
    MakeNamedBufferNonResidentNV(context(), name), expect(GL_INVALID_OPERATION);

    MakeNamedBufferResidentNV(context(), name, GL_READ_WRITE), expect(GL_NO_ERROR);
    BufferData(context(), GL_ARRAY_BUFFER, 8, nullptr, GL_STATIC_DRAW);
    EXPECT_FALSE(IsNamedBufferResidentNV(context(), name)) << "it has other memory now";

    const GLuint other = make_buffer(4);
    const uint64_t first = address(name), second = address(other);
    EXPECT_NE(first, 0u);
    EXPECT_NE(first, second);
    EXPECT_EQ(first, address(name));
    DeleteBuffers(context(), 1, &other);
    EXPECT_FALSE(IsNamedBufferResidentNV(context(), other)) << "a new buffer of that name";
    expect(GL_NO_ERROR);
    EXPECT_TRUE(IsBuffer(context(), other));
}

TEST_F(Residency, CommandsHaveErrors) {
    GLuint64EXT value = 9;
    GLuint name = 0;
    MakeBufferResidentNV(context(), GL_ARRAY_BUFFER, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
    MakeBufferNonResidentNV(context(), GL_ARRAY_BUFFER), expect(GL_INVALID_OPERATION);
    EXPECT_FALSE(IsBufferResidentNV(context(), GL_ARRAY_BUFFER));
    expect(GL_INVALID_OPERATION);
    GetBufferParameterui64vNV(context(), GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &value);
    expect(GL_INVALID_OPERATION);
    MakeBufferResidentNV(context(), GL_TEXTURE_2D, GL_READ_ONLY), expect(GL_INVALID_ENUM);
    MakeNamedBufferResidentNV(context(), 0, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
    MakeNamedBufferNonResidentNV(context(), 0), expect(GL_INVALID_OPERATION);
    EXPECT_FALSE(IsNamedBufferResidentNV(context(), 0));
    expect(GL_INVALID_OPERATION);
    GetNamedBufferParameterui64vNV(context(), 0, GL_BUFFER_GPU_ADDRESS_NV, &value), expect(GL_INVALID_OPERATION);

    GenBuffers(context(), 1, &name);
    BindBuffer(context(), GL_ARRAY_BUFFER, name);
    MakeBufferResidentNV(context(), GL_ARRAY_BUFFER, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
    MakeNamedBufferResidentNV(context(), name, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
    GetBufferParameterui64vNV(context(), GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &value);
    expect(GL_INVALID_OPERATION);
    GetNamedBufferParameterui64vNV(context(), name, GL_BUFFER_GPU_ADDRESS_NV, &value), expect(GL_INVALID_OPERATION);
    EXPECT_EQ(value, 9u);
    BufferData(context(), GL_ARRAY_BUFFER, 8, nullptr, GL_STATIC_DRAW);
    MakeBufferResidentNV(context(), GL_ARRAY_BUFFER, GL_STATIC_DRAW), expect(GL_INVALID_ENUM);
    GetBufferParameterui64vNV(context(), GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &value), expect(GL_INVALID_ENUM);
    GetNamedBufferParameterui64vNV(context(), name, GL_BUFFER_SIZE, &value), expect(GL_INVALID_ENUM);

    GetIntegerui64vNV(context(), GL_MAX_SHADER_BUFFER_ADDRESS_NV, &value), expect(GL_NO_ERROR);
    EXPECT_GE(value, 0xFFFFFFFFu);
    GetIntegerui64vNV(context(), GL_MAX_TEXTURE_SIZE, &value), expect(GL_INVALID_ENUM);
    MemoryBarrier(context(), 0x80000000u), expect(GL_INVALID_VALUE);
    MemoryBarrier(context(), GL_ALL_BARRIER_BITS), expect(GL_NO_ERROR);
}

TEST_F(Residency, FragmentsLoad) {
    const GLuint name = make_buffer(8, GL_READ_ONLY);
    const float colors[8] = {1, 0, 0, 1, 0, 1, 0, 1};
    BufferSubData(context(), GL_ARRAY_BUFFER, 0, sizeof colors, colors);
    load_fragments("LOAD.F32X4 t, at.x;\nMOV.F result.color, t;\n", address(name) + 16);
    square();
    EXPECT_EQ(gl_->pixel(5, 60), green);
    // What is drawn already has read what was there.
    const float blue[4] = {0, 0, 1, 1};
    BufferSubData(context(), GL_ARRAY_BUFFER, 16, sizeof blue, blue);
    square();
    EXPECT_EQ(gl_->pixel(5, 60), (Pixel{0, 0, 255, 255}));
    EXPECT_EQ(message(), "");
}

// "The single scalar operand is always interpreted as an unsigned integer": of 32 bits, in the programs of 4.0.
TEST_F(Residency, EarlierProgramsLoadByShortAddresses) {
    const GLuint first = make_buffer(8, GL_READ_ONLY), second = make_buffer(8, GL_READ_ONLY);
    for (const GLuint name : {first, second}) {
        const float colors[8] = {1, 0, 0, 1, 0, name == first ? 1.f : 0.f, name == first ? 0.f : 1.f, 1};
        BindBuffer(context(), GL_ARRAY_BUFFER, name);
        BufferSubData(context(), GL_ARRAY_BUFFER, 0, sizeof colors, colors);
        EXPECT_LT(address(name), uint64_t{1} << 32);
    }
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp4.0\nOPTION NV_shader_buffer_load;\nTEMP t, at;\nADD.U at.x, program.local[0].x, 16;\n"
         "LOAD.F32X4 t, at.x;\nMOV.F result.color, t;\nEND\n");
    hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, address(first));
    square();
    EXPECT_EQ(gl_->pixel(5, 60), green);
    load(GL_VERTEX_PROGRAM_ARB,
         "!!NVvp4.0\nOPTION NV_shader_buffer_load;\nTEMP t;\nMOV.F result.position, vertex.position;\n"
         "LOAD.F32X4 t, program.local[0].x;\nMOV.F result.color, t;\nEND\n");
    hand_over(GL_VERTEX_PROGRAM_ARB, 0, address(second) + 16);
    Disable(context(), GL_FRAGMENT_PROGRAM_ARB);
    square();
    EXPECT_EQ(gl_->pixel(5, 60), (Pixel{0, 0, 255, 255}));
    EXPECT_EQ(message(), "");
    hand_over(GL_VERTEX_PROGRAM_ARB, 0, address(second) + 32);
    square();
    EXPECT_NE(message().find("outside the buffer"), std::string::npos);
    hand_over(GL_VERTEX_PROGRAM_ARB, 0, 64);
    square();
    EXPECT_NE(message().find("in no resident buffer"), std::string::npos);
}

TEST_F(Residency, AddressesAreNobodyElses) {
    // Many, of all sizes; some go and leave room for others.
    struct Range {
        uint64_t first, last;
    };
    std::vector<GLuint> names;
    for (size_t i = 0; i < 40; i++) names.push_back(make_buffer(i * i * 700 + 1));
    for (size_t i = 0; i < 40; i += 3) DeleteBuffers(context(), 1, &names[i]);
    for (size_t i = 0; i < 40; i += 3) names[i] = make_buffer(i * 3000 + 1);
    std::vector<Range> ranges;
    for (const GLuint name : names) {
        const uint64_t first = address(name), size = words_of(name).size() * 4;
        EXPECT_EQ(first % 16, 0u);
        for (const Range& other : ranges) EXPECT_TRUE(first > other.last || first + size < other.first);
        ranges.push_back({first, first + size});
    }
    // More data than the addresses hold: others are chosen.
    const uint64_t before = address(names[0]);
    BindBuffer(context(), GL_ARRAY_BUFFER, names[0]);
    BufferData(context(), GL_ARRAY_BUFFER, 1 << 24, nullptr, GL_STATIC_DRAW);
    EXPECT_NE(address(names[0]), before);
    BufferData(context(), GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
    expect(GL_NO_ERROR);
}

TEST_F(Residency, VerticesFollowPointers) {
    // A list: a pointer to the next node, and a number.
    const GLuint name = make_buffer(12), found = make_buffer(4);
    const uint64_t base = address(name);
    const uint64_t nodes[6] = {base + 32, 100, 0, 7, base + 16, 20};
    BindBuffer(context(), GL_ARRAY_BUFFER, name);
    BufferSubData(context(), GL_ARRAY_BUFFER, 0, sizeof nodes, nodes);
    load(GL_VERTEX_PROGRAM_ARB, R"(!!NVvp5.0
LONG TEMP at, w, sum;
TEMP n;
PK64.U at, program.local[0];
MOV.U64 sum, {0}.x;
REP;
  LOAD.U64X2 w.xy, at.x;
  ADD.U64 sum.x, sum.x, w.y;
  MOV.U64.CC at.x, w.x;
  BRK (EQ.x);
ENDREP;
STORE.U64 sum, at.y;
MOV result.position, vertex.position;
END
)");
    hand_over(GL_VERTEX_PROGRAM_ARB, 0, base, address(found));
    Begin(context(), GL_POINTS);
    Vertex2f(context(), 0, 0);
    End(context());
    EXPECT_EQ(words_of(found)[0], 127u);
    EXPECT_EQ(message(), "");
}

TEST_F(Residency, FragmentsAreCountedOnce) {
    const GLuint name = make_buffer(4);
    load_fragments("ATOM.ADD.U32 t.x, {1}.x, at.x;\nMOV.F result.color, {0, 1, 0, 1};\n", address(name));
    square();
    EXPECT_EQ(words_of(name)[0], 64u * 64u);
    // A slim triangle has helpers all along its edges; what it covers is green.
    ClearColor(context(), 0, 0, 0, 0);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    Begin(context(), GL_TRIANGLES);
    Vertex2f(context(), -0.9f, -0.8f), Vertex2f(context(), 0.9f, 0.1f), Vertex2f(context(), -0.3f, 0.05f);
    End(context());
    uint32_t covered = 0;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) covered += gl_->pixel(x, y) == green;
    EXPECT_GT(covered, 100u);
    EXPECT_EQ(words_of(name)[0], 64u * 64u + covered);
    // Nothing is to be seen of these, but they are there.
    ColorMask(context(), false, false, false, false);
    square();
    EXPECT_EQ(words_of(name)[0], 2 * 64u * 64u + covered);
    EXPECT_EQ(message(), "");
}

TEST_F(Residency, KilledFragmentsLeaveNoTrace) {
    const GLuint name = make_buffer(4);
    load_fragments(
        "SUB.F t.x, fragment.position.x, {16}.x;\nKIL t.x;\nATOM.ADD.U32 n.x, {1}.x, at.x;\n"
        "STORE.U32 {5}.x, at.y;\nMOV.F result.color, {0, 1, 0, 1};\n",
        address(name), address(name) + 4);
    square();
    EXPECT_EQ(words_of(name)[0], 48u * 64u);
    EXPECT_EQ(words_of(name)[1], 5u);
    EXPECT_EQ(gl_->pixel(20, 20), green);
    EXPECT_NE(gl_->pixel(10, 20), green);
}

// Programs run for all fragments, unless the tests come first.
TEST_F(Residency, FragmentsHiddenByEarlyTestsLeaveNoTrace) {
    const GLuint name = make_buffer(4);
    Enable(context(), GL_DEPTH_TEST);
    for (const bool early : {false, true}) {
        Clear(context(), GL_DEPTH_BUFFER_BIT);
        Disable(context(), GL_FRAGMENT_PROGRAM_ARB);
        Rectf(context(), -1, -1, 0, 1);
        load(GL_FRAGMENT_PROGRAM_ARB,
             std::string("!!NVfp5.0\n") + (early ? "OPTION NV_early_fragment_tests;\n" : "") +
                 "LONG TEMP at;\nTEMP n;\nPK64.U at, program.local[0];\nATOM.ADD.U32 n.x, {1}.x, at.x;\n"
                 "MOV.F result.color, {0, 1, 0, 1};\nEND\n");
        hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, address(name) + (early ? 4 : 0));
        square();
        EXPECT_EQ(gl_->pixel(40, 20), green);
        EXPECT_NE(gl_->pixel(10, 20), green);
    }
    EXPECT_EQ(words_of(name)[0], 64u * 64u);
    EXPECT_EQ(words_of(name)[1], 32u * 64u);
}

TEST_F(Residency, WhatCannotBeReachedIsTold) {
    const GLuint name = make_buffer(4, GL_READ_ONLY);
    const auto expect_told = [&](uint64_t at, const char* what) {
        load_fragments("STORE.U32 {7}.x, at.x;\nMOV.F result.color, {0, 1, 0, 1};\n", at);
        square();
        const std::string said = message();
        char text[32];
        std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(at));
        for (const char* part : {what, "fragment program", "line 5", static_cast<const char*>(text)})
            EXPECT_NE(said.find(part), std::string::npos) << said << " lacks " << part;
        EXPECT_EQ(message(), "") << "once per draw";
        EXPECT_EQ(gl_->pixel(3, 3), green) << "the rest of the program runs";
        expect(GL_NO_ERROR);
    };
    expect_told(address(name), "for reading only");
    MakeNamedBufferNonResidentNV(context(), name);
    expect_told(address(name), "in no resident buffer");
    MakeNamedBufferResidentNV(context(), name, GL_READ_WRITE);
    expect_told(address(name) + 2, "not a multiple");
    expect_told(address(name) + 16, "outside");
    expect_told(0x123456789abcdef0, "in no resident buffer");
    expect_told(0, "in no resident buffer");
    for (const uint32_t word : words_of(name)) EXPECT_EQ(word, 0u);
}

TEST_F(Residency, MemoryThatIsReplacedStaysForDrawsBefore) {
    const GLuint name = make_buffer(4);
    load_fragments("ATOM.ADD.U32 t.x, {1}.x, at.x;\nMOV.F result.color, {0, 1, 0, 1};\n", address(name));
    square();
    DeleteBuffers(context(), 1, &name);
    EXPECT_EQ(message(), "");
    square();
    EXPECT_NE(message().find("in no resident buffer"), std::string::npos);
}

// ---- NV_vertex_buffer_unified_memory

TEST_F(Residency, ArraysComeFromAddresses) {
    struct Vertex {
        float x, y;
        uint8_t color[4];
    };
    const Vertex vertices[] = {{9, 9, {255, 0, 0, 255}},
                               {-1, -1, {0, 255, 0, 255}},
                               {1, -1, {0, 255, 0, 255}},
                               {1, 1, {0, 255, 0, 255}},
                               {-1, 1, {0, 255, 0, 255}}};
    const uint16_t indices[] = {7, 0, 1, 2, 0, 2, 3};
    const GLuint name = make_buffer(sizeof vertices / 4), elements = make_buffer(4);
    BindBuffer(context(), GL_ARRAY_BUFFER, name);
    BufferSubData(context(), GL_ARRAY_BUFFER, 0, sizeof vertices, vertices);
    BindBuffer(context(), GL_ARRAY_BUFFER, elements);
    BufferSubData(context(), GL_ARRAY_BUFFER, 0, sizeof indices, indices);
    BindBuffer(context(), GL_ARRAY_BUFFER, 0);

    const uint64_t at = address(name) + sizeof(Vertex);
    constexpr GLsizei rest = 4 * sizeof(Vertex);
    EnableClientState(context(), GL_VERTEX_ARRAY);
    EnableClientState(context(), GL_COLOR_ARRAY);
    EnableClientState(context(), GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV);
    EXPECT_TRUE(IsEnabled(context(), GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV));
    VertexFormatNV(context(), 2, GL_FLOAT, sizeof(Vertex));
    ColorFormatNV(context(), 4, GL_UNSIGNED_BYTE, sizeof(Vertex));
    BufferAddressRangeNV(context(), GL_VERTEX_ARRAY_ADDRESS_NV, 0, at, rest);
    BufferAddressRangeNV(context(), GL_COLOR_ARRAY_ADDRESS_NV, 0, at + 8, rest - 8);
    expect(GL_NO_ERROR);
    DrawArrays(context(), GL_QUADS, 0, 4);
    EXPECT_EQ(gl_->pixel(2, 61), green);
    EXPECT_EQ(gl_->pixel(61, 2), green);

    Clear(context(), GL_COLOR_BUFFER_BIT);
    EXPECT_NE(gl_->pixel(2, 61), green);
    EnableClientState(context(), GL_ELEMENT_ARRAY_UNIFIED_NV);
    BufferAddressRangeNV(context(), GL_ELEMENT_ARRAY_ADDRESS_NV, 0, address(elements), sizeof indices);
    DrawElements(context(), GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, reinterpret_cast<const void*>(2));
    EXPECT_EQ(gl_->pixel(2, 61), green);
    EXPECT_EQ(gl_->pixel(61, 2), green);
    expect(GL_NO_ERROR);

    // The same by ArrayElement, and through a list.
    Clear(context(), GL_COLOR_BUFFER_BIT);
    const GLuint list = GenLists(context(), 1);
    NewList(context(), list, GL_COMPILE);
    DrawElements(context(), GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, reinterpret_cast<const void*>(2));
    EndList(context());
    CallList(context(), list);
    EXPECT_EQ(gl_->pixel(61, 2), green);
    EXPECT_NE(gl_->pixel(2, 61), green);
    Begin(context(), GL_TRIANGLES);
    for (const int i : {0, 2, 3}) ArrayElement(context(), i);
    End(context());
    EXPECT_EQ(gl_->pixel(2, 61), green);

    // Memory that isn't resident any more is not read.
    Clear(context(), GL_COLOR_BUFFER_BIT);
    MakeNamedBufferNonResidentNV(context(), name);
    DrawArrays(context(), GL_QUADS, 0, 4);
    EXPECT_NE(gl_->pixel(2, 61), green);
    expect(GL_NO_ERROR);
}

TEST_F(Residency, UnifiedArraysAreState) {
    const auto number = [&](GLenum token) {
        GLuint64EXT value = 99;
        GetIntegerui64vNV(context(), token, &value);
        expect(GL_NO_ERROR);
        return value;
    };
    struct Row {
        GLenum address, length;
    };
    for (const Row& row : {Row{GL_VERTEX_ARRAY_ADDRESS_NV, GL_VERTEX_ARRAY_LENGTH_NV},
                           {GL_NORMAL_ARRAY_ADDRESS_NV, GL_NORMAL_ARRAY_LENGTH_NV},
                           {GL_COLOR_ARRAY_ADDRESS_NV, GL_COLOR_ARRAY_LENGTH_NV},
                           {GL_INDEX_ARRAY_ADDRESS_NV, GL_INDEX_ARRAY_LENGTH_NV},
                           {GL_EDGE_FLAG_ARRAY_ADDRESS_NV, GL_EDGE_FLAG_ARRAY_LENGTH_NV},
                           {GL_SECONDARY_COLOR_ARRAY_ADDRESS_NV, GL_SECONDARY_COLOR_ARRAY_LENGTH_NV},
                           {GL_FOG_COORD_ARRAY_ADDRESS_NV, GL_FOG_COORD_ARRAY_LENGTH_NV},
                           {GL_ELEMENT_ARRAY_ADDRESS_NV, GL_ELEMENT_ARRAY_LENGTH_NV}}) {
        GLint length = 99;
        GetIntegerv(context(), row.length, &length);
        EXPECT_EQ(length, 0);
        EXPECT_EQ(number(row.address), 0u);
        BufferAddressRangeNV(context(), row.address, 0, 0x50000000010 + row.address, 40);
        EXPECT_EQ(number(row.address), 0x50000000010 + row.address);
        GetIntegerv(context(), row.length, &length);
        EXPECT_EQ(length, 40);
    }
    for (const Row& row : {Row{GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV, GL_VERTEX_ATTRIB_ARRAY_LENGTH_NV},
                           {GL_TEXTURE_COORD_ARRAY_ADDRESS_NV, GL_TEXTURE_COORD_ARRAY_LENGTH_NV}}) {
        GLuint64EXT value = 99;
        GLint length = 99;
        BufferAddressRangeNV(context(), row.address, 3, 0x70000000000, 12);
        GetIntegerui64i_vNV(context(), row.address, 3, &value);
        GetIntegeri_v(context(), row.length, 3, &length);
        EXPECT_EQ(value, 0x70000000000u);
        EXPECT_EQ(length, 12);
        GetIntegerui64i_vNV(context(), row.address, 2, &value);
        EXPECT_EQ(value, 0u);
        expect(GL_NO_ERROR);
        GetIntegerui64i_vNV(context(), row.address, 99, &value), expect(GL_INVALID_VALUE);
        BufferAddressRangeNV(context(), row.address, 99, 0, 4), expect(GL_INVALID_VALUE);
        GetIntegerui64vNV(context(), row.address, &value), expect(GL_INVALID_ENUM);
    }
    BufferAddressRangeNV(context(), GL_VERTEX_ARRAY_ADDRESS_NV, 0, 0, -1), expect(GL_INVALID_VALUE);
    BufferAddressRangeNV(context(), GL_VERTEX_ARRAY, 0, 0, 4), expect(GL_INVALID_ENUM);
    // Formats have the errors of the pointer commands, and heed no buffer binding.
    VertexFormatNV(context(), 1, GL_FLOAT, 0), expect(GL_INVALID_VALUE);
    NormalFormatNV(context(), GL_UNSIGNED_INT, 0), expect(GL_INVALID_ENUM);
    ColorFormatNV(context(), 4, GL_FLOAT, -1), expect(GL_INVALID_VALUE);
    SecondaryColorFormatNV(context(), 4, GL_FLOAT, 0), expect(GL_INVALID_VALUE);
    FogCoordFormatNV(context(), GL_INT, 0), expect(GL_INVALID_ENUM);
    IndexFormatNV(context(), GL_BYTE, 0), expect(GL_INVALID_ENUM);
    EdgeFlagFormatNV(context(), -1), expect(GL_INVALID_VALUE);
    TexCoordFormatNV(context(), 5, GL_FLOAT, 0), expect(GL_INVALID_VALUE);
    VertexAttribFormatNV(context(), 16, 4, GL_FLOAT, false, 0), expect(GL_INVALID_VALUE);
    VertexAttribIFormatNV(context(), 0, 4, GL_FLOAT, 0), expect(GL_INVALID_ENUM);
    VertexAttribFormatNV(context(), 5, 3, GL_SHORT, true, 24), expect(GL_NO_ERROR);
    GLint stride = 0;
    GetVertexAttribiv(context(), 5, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &stride);
    EXPECT_EQ(stride, 24);
}

TEST(AddressRanges, AreShortWhileThereIsRoom) {
    const AddressRange small(100);
    EXPECT_TRUE(small.is_low());
    EXPECT_GT(small.first(), 0u);
    const AddressRange huge(size_t{5} << 30);
    EXPECT_FALSE(huge.is_low());
    EXPECT_TRUE(huge.holds(size_t{5} << 30));
    {
        std::vector<std::unique_ptr<AddressRange>> many;
        int low = 0;
        for (int i = 0; i < 8; i++) {
            many.push_back(std::make_unique<AddressRange>(size_t{1} << 30));
            low += many.back()->is_low();
            for (int k = 0; k < i; k++) EXPECT_NE(many[static_cast<size_t>(k)]->first(), many.back()->first());
        }
        EXPECT_GE(low, 2);
        EXPECT_LE(low, 3);
    }
    EXPECT_TRUE(AddressRange(size_t{1} << 30).is_low()) << "they are given back";
}

// The parameter is the number of threads.
struct ResidencyWith : Residency, ::testing::WithParamInterface<int> {
    ResidencyWith() : usual_(runtime::WorkerPool::instance().thread_count()) {
        runtime::WorkerPool::instance().set_thread_count(GetParam());
        gl_ = nullptr;
        gl_ = std::make_unique<CurrentContext>(256, 256);
    }
    ~ResidencyWith() override {
        gl_ = nullptr;
        runtime::WorkerPool::instance().set_thread_count(usual_);
    }
    int32_t usual_;
};

TEST_P(ResidencyWith, AtomicOperationsAddUp) {
    const GLuint name = make_buffer(4);
    load_fragments(
        "ATOM.ADD.U32 t.x, {1}.x, at.x;\nATOM.ADD.U32 t.x, {3}.x, at.y;\nMOV.F result.color, {0, 1, 0, 1};\n",
        address(name), address(name) + 4);
    // Two operations per pixel and draw.
    const char* const wanted = std::getenv("ASMGL_ATOMIC_OPERATIONS");
    const uint32_t pixels = 256 * 256;
    const uint32_t draws =
        (static_cast<uint32_t>(wanted ? std::atoi(wanted) : 1'000'000) + 2 * pixels - 1) / (2 * pixels);
    for (uint32_t i = 0; i < draws; i++) square();
    const auto words = words_of(name);
    EXPECT_EQ(words[0], draws * pixels);
    EXPECT_EQ(words[1], 3 * draws * pixels);
}

TEST_P(ResidencyWith, LinkedListsLoseNoNode) {
    // One list for all fragments, so that they get in each other's way: {number of nodes, last node}, then the nodes,
    // each the one before and its pixel.
    constexpr uint32_t draws = 3, nodes = draws * 256 * 256;
    const GLuint name = make_buffer(4 + 2 * (size_t{nodes} + 1));
    load_fragments(
        "LONG TEMP node;\nTEMP p;\n"
        "ATOM.ADD.U32 n.x, {1}.x, at.x;\nADD.U n.x, n.x, {1}.x;\n"
        "ATOM.EXCH.U32 t.x, n.x, at.y;\n"
        "CVT.U32.F32.TRUNC p, fragment.position;\nMAD.U t.y, p.y, {256}.x, p.x;\n"
        "MUL.U n.x, n.x, {8}.x;\nMOV.U n.y, {0}.x;\nPK64.U node.x, n;\nADD.U64 node.x, node.x, at.x;\n"
        "ADD.U64 node.x, node.x, {16}.x;\n"
        "STORE.U32X2 t, node.x;\nMOV.F result.color, {0, 1, 0, 1};\n",
        address(name), address(name) + 4);
    for (uint32_t i = 0; i < draws; i++) square();
    const auto words = words_of(name);
    EXPECT_EQ(words[0], nodes);
    std::vector<uint32_t> met(256 * 256);
    uint32_t length = 0;
    for (uint32_t node = words[1]; node != 0 && length <= nodes; node = words[4 + 2 * size_t{node}], length++) {
        ASSERT_LE(node, nodes);
        const uint32_t pixel = words[5 + 2 * size_t{node}];
        ASSERT_LT(pixel, met.size());
        met[pixel]++;
    }
    EXPECT_EQ(length, nodes);
    for (const uint32_t count : met) ASSERT_EQ(count, draws);
}

INSTANTIATE_TEST_SUITE_P(Threads, ResidencyWith, ::testing::Values(2, 8));

}  // namespace
}  // namespace glapi
