// Commands that take a count and an array: a count that is an error is found before the array is looked at, whether the
// command is executed, compiled into a display list or executed from one. The array begins where nothing can be read.
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "glapi/generated/entry_points.h"
#include "glapi/registry/entry_point_table.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

// A pointer of any type to the end of a page before one that can't be accessed.
class Unreadable {
  public:
    Unreadable() {
        page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
        memory_ = mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        EXPECT_NE(memory_, MAP_FAILED);
        EXPECT_EQ(mprotect(end(), page_, PROT_NONE), 0);
    }
    ~Unreadable() { munmap(memory_, 2 * page_); }
    Unreadable(const Unreadable&) = delete;
    Unreadable& operator=(const Unreadable&) = delete;

    template <typename T>
    operator T*() const {  // NOLINT: stands for an array of whatever a command takes
        return reinterpret_cast<T*>(end());
    }

  private:
    std::byte* end() const { return static_cast<std::byte*>(memory_) + page_; }
    size_t page_ = 0;
    void* memory_ = nullptr;
};

struct Call {
    const char* name;
    GLenum error;
    void (*run)(const Unreadable& at);
};

constexpr GLsizei huge = 1000000, most = 0x7fffffff;
constexpr GLenum vertex = GL_VERTEX_PROGRAM_ARB;
constexpr GLenum dxt5 = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT;
const GLint some[4] = {};

#define CALL(name, error, ...)                                            \
    {                                                                     \
#name, error, [](const Unreadable& at) { gl##name(__VA_ARGS__); } \
    }
// Any number of names or vertices is as good as another: only negative ones are errors.
#define NAMES(name) CALL(name, GL_INVALID_VALUE, -1, at), CALL(name, GL_INVALID_VALUE, -most - 1, at)
#define PARAMETERS(name, target)                                                                        \
    CALL(name, GL_INVALID_VALUE, target, 0, -1, at), CALL(name, GL_INVALID_VALUE, target, 0, huge, at), \
        CALL(name, GL_INVALID_VALUE, target, 0, most, at), CALL(name, GL_INVALID_VALUE, target, ~0u, 2, at)
#define VIEWPORTS(name)                                                                 \
    CALL(name, GL_INVALID_VALUE, 0, -1, at), CALL(name, GL_INVALID_VALUE, 0, huge, at), \
        CALL(name, GL_INVALID_VALUE, 15, 2, at), CALL(name, GL_INVALID_VALUE, ~0u, most, at)
#define WEIGHTS(form) \
    CALL(Weight##form##ARB, GL_INVALID_VALUE, -1, at), CALL(Weight##form##ARB, GL_INVALID_VALUE, huge, at)
#define ATTRIBUTES(name) CALL(name, GL_INVALID_VALUE, 1, -1, at), CALL(name, GL_INVALID_VALUE, 16, 1, at)
#define ATTRIBUTES_OF(components)                                                             \
    ATTRIBUTES(VertexAttribs##components##svNV), ATTRIBUTES(VertexAttribs##components##fvNV), \
        ATTRIBUTES(VertexAttribs##components##dvNV), ATTRIBUTES(VertexAttribs##components##hvNV)
#define MAPS(name)                                                   \
    CALL(name, GL_INVALID_VALUE, GL_PIXEL_MAP_R_TO_R, -1, at),       \
        CALL(name, GL_INVALID_VALUE, GL_PIXEL_MAP_R_TO_R, huge, at), \
        CALL(name, GL_INVALID_VALUE, GL_PIXEL_MAP_R_TO_R, most, at)
#define IMAGES(name, ...) IMAGES_OF(name, GL_INVALID_VALUE, __VA_ARGS__)
// No compressed format here has one dimension.
#define IMAGES_OF(name, error, ...) CALL(name, error, __VA_ARGS__, -1, at), CALL(name, error, __VA_ARGS__, huge, at)
#define UNIFORM_VECTORS(family, form, error, ...)                                         \
    CALL(family##1##form, error, __VA_ARGS__), CALL(family##2##form, error, __VA_ARGS__), \
        CALL(family##3##form, error, __VA_ARGS__), CALL(family##4##form, error, __VA_ARGS__)
#define UNIFORMS(form)                                               \
    UNIFORM_VECTORS(Uniform, form, GL_INVALID_OPERATION, 0, -1, at), \
        UNIFORM_VECTORS(ProgramUniform, form, GL_INVALID_VALUE, 99, 0, -1, at)
#define UNIFORM_MATRICES(family, form, error, ...)                                                \
    CALL(family##2##form, error, __VA_ARGS__), CALL(family##3##form, error, __VA_ARGS__),         \
        CALL(family##4##form, error, __VA_ARGS__), CALL(family##2x3##form, error, __VA_ARGS__),   \
        CALL(family##2x4##form, error, __VA_ARGS__), CALL(family##3x2##form, error, __VA_ARGS__), \
        CALL(family##3x4##form, error, __VA_ARGS__), CALL(family##4x2##form, error, __VA_ARGS__), \
        CALL(family##4x3##form, error, __VA_ARGS__)

const Call calls[] = {
    NAMES(DeleteBuffers),
    NAMES(DeleteFramebuffers),
    NAMES(DeleteOcclusionQueriesNV),
    NAMES(DeleteProgramsARB),
    NAMES(DeletePerfMonitorsAMD),
    NAMES(DeleteQueries),
    NAMES(DeleteRenderbuffers),
    NAMES(DeleteSamplers),
    NAMES(GenFencesNV),
    NAMES(DeleteFencesNV),
    NAMES(GenFencesAPPLE),
    NAMES(DeleteFencesAPPLE),
    CALL(VertexArrayRangeNV, GL_INVALID_VALUE, -1, at),
    CALL(PixelDataRangeNV, GL_INVALID_VALUE, GL_WRITE_PIXEL_DATA_RANGE_NV, -1, at),
    CALL(StringMarkerGREMEDY, GL_INVALID_VALUE, -1, at),
    NAMES(DeleteTextures),
    NAMES(DeleteTexturesEXT),
    NAMES(DeleteTransformFeedbacks),
    NAMES(DeleteVertexArrays),
    NAMES(GenBuffers),
    NAMES(GenFramebuffers),
    NAMES(GenOcclusionQueriesNV),
    NAMES(GenPerfMonitorsAMD),
    NAMES(GenProgramsARB),
    CALL(MatrixIndexubvARB, GL_INVALID_VALUE, -1, at),
    CALL(MatrixIndexubvARB, GL_INVALID_VALUE, huge, at),
    CALL(MatrixIndexusvARB, GL_INVALID_VALUE, -1, at),
    CALL(MatrixIndexuivARB, GL_INVALID_VALUE, -1, at),
    NAMES(GenQueries),
    NAMES(GenRenderbuffers),
    NAMES(GenSamplers),
    NAMES(GenTextures),
    NAMES(GenTexturesEXT),
    NAMES(GenTransformFeedbacks),
    NAMES(GenVertexArrays),
    NAMES(CreateFramebuffers),
    NAMES(CreateVertexArrays),
    NAMES(CreateRenderbuffers),
    NAMES(CreateSamplers),
    NAMES(CreateBuffers),
    NAMES(CreateStatesNV),
    NAMES(DeleteStatesNV),
    NAMES(CreateCommandListsNV),
    NAMES(DeleteCommandListsNV),
    CALL(ListDrawCommandsStatesClientNV, GL_INVALID_OPERATION, 99, 0, at, at, at, at, huge),
    NAMES(CreateTransformFeedbacks),
    CALL(CreateQueries, GL_INVALID_VALUE, GL_SAMPLES_PASSED, -1, at),
    CALL(CreateTextures, GL_INVALID_VALUE, GL_TEXTURE_2D, -1, at),
    NAMES(RequestResidentProgramsNV),
    CALL(AreTexturesResident, GL_INVALID_VALUE, -1, at, at),
    CALL(AreTexturesResidentEXT, GL_INVALID_VALUE, -1, at, at),
    CALL(AreProgramsResidentNV, GL_INVALID_VALUE, -1, at, at),
    CALL(PrioritizeTextures, GL_INVALID_VALUE, -1, at, at),
    CALL(CallLists, GL_INVALID_VALUE, -1, GL_UNSIGNED_INT, at),
    CALL(CallLists, GL_INVALID_ENUM, huge, GL_TEXTURE_2D, at),
    CALL(DrawBuffers, GL_INVALID_VALUE, -1, at),
    CALL(DrawBuffers, GL_INVALID_VALUE, 9, at),
    CALL(DrawBuffers, GL_INVALID_VALUE, most, at),

    PARAMETERS(ProgramEnvParameters4fvEXT, vertex),
    PARAMETERS(ProgramEnvParametersI4ivNV, vertex),
    PARAMETERS(ProgramEnvParametersI4uivNV, vertex),
    PARAMETERS(ProgramLocalParameters4fvEXT, vertex),
    PARAMETERS(ProgramLocalParametersI4ivNV, vertex),
    PARAMETERS(ProgramLocalParametersI4uivNV, vertex),
    PARAMETERS(ProgramParameters4fvNV, vertex),
    PARAMETERS(ProgramParameters4dvNV, vertex),
    CALL(ProgramSubroutineParametersuivNV, GL_INVALID_VALUE, vertex, -1, at),
    CALL(ProgramSubroutineParametersuivNV, GL_INVALID_VALUE, vertex, huge, at),
    CALL(ProgramBufferParametersfvNV, GL_INVALID_VALUE, GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 0, 0, -1, at),
    CALL(ProgramBufferParametersIivNV, GL_INVALID_OPERATION, GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 0, 0, huge, at),
    CALL(ProgramBufferParametersIuivNV, GL_INVALID_VALUE, GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 0, 0, -1, at),
    CALL(ProgramStringARB, GL_INVALID_VALUE, vertex, GL_PROGRAM_FORMAT_ASCII_ARB, -1, at),
    CALL(LoadProgramNV, GL_INVALID_VALUE, vertex, 1, -1, at),
    CALL(UniformHandleui64vARB, GL_INVALID_OPERATION, 0, -1, at),
    CALL(UniformHandleui64vNV, GL_INVALID_OPERATION, 0, -1, at),
    CALL(ProgramUniformHandleui64vARB, GL_INVALID_VALUE, 99, 0, -1, at),
    CALL(ProgramUniformHandleui64vNV, GL_INVALID_VALUE, 99, 0, -1, at),
    CALL(Uniformui64vNV, GL_INVALID_OPERATION, 0, -1, at),
    CALL(ProgramUniformui64vNV, GL_INVALID_VALUE, 99, 0, -1, at),

    VIEWPORTS(ViewportArrayv),
    VIEWPORTS(ScissorArrayv),
    VIEWPORTS(DepthRangeArrayv),
    VIEWPORTS(DepthRangeArraydvNV),
    VIEWPORTS(ScissorExclusiveArrayvNV),
    WEIGHTS(bv),
    WEIGHTS(sv),
    WEIGHTS(iv),
    WEIGHTS(fv),
    WEIGHTS(dv),
    WEIGHTS(ubv),
    WEIGHTS(usv),
    WEIGHTS(uiv),
    CALL(WindowRectanglesEXT, GL_INVALID_VALUE, GL_INCLUSIVE_EXT, -1, at),
    CALL(WindowRectanglesEXT, GL_INVALID_VALUE, GL_INCLUSIVE_EXT, 9, at),
    CALL(WindowRectanglesEXT, GL_INVALID_VALUE, GL_EXCLUSIVE_EXT, huge, at),
    // Without a program in use, and of one that does not exist.
    UNIFORMS(fv),
    UNIFORMS(iv),
    UNIFORMS(uiv),
    UNIFORMS(dv),
    UNIFORMS(i64vARB),
    UNIFORMS(ui64vARB),
    UNIFORMS(i64vNV),
    UNIFORMS(ui64vNV),
    UNIFORM_VECTORS(ProgramUniform, dvEXT, GL_INVALID_VALUE, 99, 0, -1, at),
    UNIFORM_MATRICES(UniformMatrix, fv, GL_INVALID_OPERATION, 0, -1, GL_FALSE, at),
    UNIFORM_MATRICES(UniformMatrix, dv, GL_INVALID_OPERATION, 0, -1, GL_FALSE, at),
    UNIFORM_MATRICES(ProgramUniformMatrix, fv, GL_INVALID_VALUE, 99, 0, -1, GL_FALSE, at),
    UNIFORM_MATRICES(ProgramUniformMatrix, dv, GL_INVALID_VALUE, 99, 0, -1, GL_FALSE, at),
    UNIFORM_MATRICES(ProgramUniformMatrix, dvEXT, GL_INVALID_VALUE, 99, 0, -1, GL_FALSE, at),
    NAMES(GenProgramPipelines),
    NAMES(CreateProgramPipelines),
    NAMES(DeleteProgramPipelines),
    CALL(CreateShaderProgramv, GL_INVALID_VALUE, GL_VERTEX_SHADER, -1, at),
    CALL(CompileShaderIncludeARB, GL_INVALID_VALUE, 99, -1, at, at),
    CALL(GetProgramResourceiv, GL_INVALID_VALUE, 99, GL_UNIFORM, 0, -1, at, -1, at, at),
    CALL(UniformSubroutinesuiv, GL_INVALID_OPERATION, GL_VERTEX_SHADER, -1, at),
    CALL(TransformFeedbackVaryings, GL_INVALID_VALUE, 99, -1, at, GL_INTERLEAVED_ATTRIBS),
    CALL(ShaderBinary, GL_INVALID_VALUE, -1, at, 0, at, 0),
    CALL(ShaderSource, GL_INVALID_VALUE, 1, -1, at, nullptr),
    ATTRIBUTES_OF(1),
    ATTRIBUTES_OF(2),
    ATTRIBUTES_OF(3),
    ATTRIBUTES_OF(4),
    ATTRIBUTES(VertexAttribs4ubvNV),
    MAPS(PixelMapfv),
    MAPS(PixelMapuiv),
    MAPS(PixelMapusv),
    CALL(ColorSubTable, GL_INVALID_VALUE, GL_COLOR_TABLE, 0, -1, GL_RGBA, GL_FLOAT, at),
    CALL(ColorSubTable, GL_INVALID_VALUE, GL_COLOR_TABLE, 1, huge, GL_RGBA, GL_FLOAT, at),
    IMAGES_OF(CompressedTexImage1D, GL_INVALID_ENUM, GL_TEXTURE_1D, 0, GL_COMPRESSED_RED_RGTC1, 8, 0),
    IMAGES(CompressedTexImage2D, GL_TEXTURE_2D, 0, dxt5, 8, 8, 0),
    IMAGES(CompressedTexImage3D, GL_TEXTURE_2D_ARRAY, 0, dxt5, 8, 8, 2, 0),
    IMAGES_OF(CompressedTexSubImage1D, GL_INVALID_OPERATION, GL_TEXTURE_1D, 0, 0, 8, GL_COMPRESSED_RED_RGTC1),
    IMAGES(CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 8, 8, dxt5),
    IMAGES(CompressedTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 8, 8, 2, dxt5),
    CALL(Map1f, GL_INVALID_VALUE, GL_MAP1_VERTEX_3, 0, 1, 3, 31, at),
    CALL(Map2d, GL_INVALID_VALUE, GL_MAP2_VERTEX_3, 0, 1, 3, 31, 0, 1, 3, 2, at),

    CALL(GetInternalformativ, GL_INVALID_VALUE, GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, -1, at),
    CALL(GetInternalformati64v, GL_INVALID_VALUE, GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, -1, at),
    CALL(BindBuffersBase, GL_INVALID_VALUE, GL_UNIFORM_BUFFER, 0, -1, at),
    CALL(BindBuffersBase, GL_INVALID_OPERATION, GL_UNIFORM_BUFFER, ~0u, most, at),
    CALL(BindBuffersRange, GL_INVALID_VALUE, GL_UNIFORM_BUFFER, 0, -1, at, at, at),
    CALL(BindBuffersRange, GL_INVALID_OPERATION, GL_UNIFORM_BUFFER, 0, huge, at, at, at),
    CALL(BindVertexBuffers, GL_INVALID_VALUE, 0, -1, at, at, at),
    CALL(BindVertexBuffers, GL_INVALID_OPERATION, ~0u, most, at, at, at),
    CALL(VertexArrayVertexBuffers, GL_INVALID_VALUE, 0, 0, -1, at, at, at),
    CALL(VertexArrayVertexBuffers, GL_INVALID_OPERATION, 0, 0, huge, at, at, at),
    CALL(GetInternalformativ, GL_INVALID_VALUE, GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, -1, at),
    CALL(GetInternalformati64v, GL_INVALID_VALUE, GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, -1, at),
    CALL(BindTextures, GL_INVALID_VALUE, 0, -1, at),
    CALL(BindTextures, GL_INVALID_OPERATION, 0, huge, at),
    CALL(BindSamplers, GL_INVALID_VALUE, 0, -1, at),
    CALL(BindSamplers, GL_INVALID_OPERATION, ~0u, 2, at),
    CALL(BindImageTextures, GL_INVALID_VALUE, 0, -1, at),
    CALL(BindImageTextures, GL_INVALID_OPERATION, 0, most, at),
    CALL(BufferData, GL_INVALID_VALUE, GL_ARRAY_BUFFER, -1, at, GL_STATIC_DRAW),
    CALL(BufferStorage, GL_INVALID_VALUE, GL_ARRAY_BUFFER, -1, at, 0),
    CALL(BufferSubData, GL_INVALID_VALUE, GL_ARRAY_BUFFER, 0, -1, at),
    CALL(BufferSubData, GL_INVALID_VALUE, GL_ARRAY_BUFFER, 8, 57, at),
    CALL(GetBufferSubData, GL_INVALID_VALUE, GL_ARRAY_BUFFER, 0, 65, at),
    CALL(DebugMessageControl, GL_INVALID_VALUE, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_DONT_CARE, -1, at,
         GL_TRUE),
    CALL(DebugMessageControl, GL_INVALID_OPERATION, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, huge, at, GL_TRUE),
    CALL(DebugMessageInsert, GL_INVALID_VALUE, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1,
         GL_DEBUG_SEVERITY_LOW, huge, at),
    CALL(PushDebugGroup, GL_INVALID_VALUE, GL_DEBUG_SOURCE_APPLICATION, 1, huge, at),
    CALL(ObjectLabel, GL_INVALID_VALUE, GL_BUFFER, 1, huge, at),
    CALL(LabelObjectEXT, GL_INVALID_VALUE, GL_BUFFER_OBJECT_EXT, 1, huge, at),
    CALL(LabelObjectEXT, GL_INVALID_VALUE, GL_BUFFER_OBJECT_EXT, 1, -1, at),
    CALL(GetInternalformatSampleivNV, GL_INVALID_VALUE, GL_RENDERBUFFER, GL_RGBA8, 4, GL_MULTISAMPLES_NV, -1, at),
    CALL(InvalidateFramebuffer, GL_INVALID_VALUE, GL_FRAMEBUFFER, -1, at),
    CALL(InvalidateSubFramebuffer, GL_INVALID_VALUE, GL_FRAMEBUFFER, -1, at, 0, 0, 1, 1),
    CALL(InvalidateSubFramebuffer, GL_INVALID_VALUE, GL_FRAMEBUFFER, huge, at, 0, 0, -1, 1),
    CALL(DiscardFramebufferEXT, GL_INVALID_OPERATION, GL_FRAMEBUFFER, huge, at),  // OpenGL ES has it
    CALL(DebugMessageEnableAMD, GL_INVALID_OPERATION, 0, 0, huge, at, GL_TRUE),   // the context keeps no messages
    CALL(GetDebugMessageLogAMD, GL_INVALID_OPERATION, 1, huge, at, at, at, at, at),
    CALL(NewObjectBufferATI, GL_INVALID_VALUE, -1, at, GL_STATIC_ATI),
    CALL(UpdateObjectBufferATI, GL_INVALID_VALUE, 1, 8, 57, at, GL_PRESERVE_ATI),
    CALL(UpdateObjectBufferATI, GL_INVALID_VALUE, ~0u, 0, huge, at, GL_PRESERVE_ATI),
    CALL(TransformFeedbackVaryingsNV, GL_INVALID_OPERATION, 0, huge, at, GL_INTERLEAVED_ATTRIBS),
    CALL(TransformFeedbackAttribsNV, GL_INVALID_VALUE, -1, at, GL_INTERLEAVED_ATTRIBS),
    CALL(TransformFeedbackAttribsNV, GL_INVALID_VALUE, huge, at, GL_SEPARATE_ATTRIBS),
    CALL(TransformFeedbackStreamAttribsNV, GL_INVALID_VALUE, -1, at, 1, some, GL_INTERLEAVED_ATTRIBS),
    CALL(TransformFeedbackStreamAttribsNV, GL_INVALID_VALUE, 0, some, -1, at, GL_INTERLEAVED_ATTRIBS),
    CALL(TransformFeedbackStreamAttribsNV, GL_INVALID_OPERATION, 0, some, huge, at, GL_INTERLEAVED_ATTRIBS),
    CALL(FeedbackBuffer, GL_INVALID_VALUE, -1, GL_2D, at),
    CALL(SelectBuffer, GL_INVALID_VALUE, -1, at),

    CALL(DrawElements, GL_INVALID_VALUE, GL_POINTS, -1, GL_UNSIGNED_INT, at),
    CALL(DrawElements, GL_INVALID_ENUM, GL_POINTS, huge, GL_FLOAT, at),
    CALL(DrawElementsBaseVertex, GL_INVALID_VALUE, GL_POINTS, -1, GL_UNSIGNED_INT, at, 0),
    CALL(DrawRangeElements, GL_INVALID_VALUE, GL_POINTS, 0, 9, -1, GL_UNSIGNED_INT, at),
    CALL(DrawRangeElements, GL_INVALID_VALUE, GL_POINTS, 9, 0, huge, GL_UNSIGNED_INT, at),
    CALL(DrawRangeElementsBaseVertex, GL_INVALID_VALUE, GL_POINTS, 0, 9, -1, GL_UNSIGNED_INT, at, 0),
    CALL(MultiDrawArrays, GL_INVALID_VALUE, GL_POINTS, at, at, -1),
    CALL(MultiDrawArrays, GL_INVALID_ENUM, GL_TEXTURE_2D, at, at, huge),
    CALL(MultiDrawElements, GL_INVALID_VALUE, GL_POINTS, at, GL_UNSIGNED_INT, at, -1),
    CALL(MultiDrawElements, GL_INVALID_ENUM, GL_POINTS, at, GL_FLOAT, at, huge),
    CALL(MultiDrawElementsBaseVertex, GL_INVALID_VALUE, GL_POINTS, at, GL_UNSIGNED_INT, at, -1, at),

    // EXT_direct_state_access; the objects are those of Fixture.
    CALL(NamedProgramLocalParameters4fvEXT, GL_INVALID_VALUE, 1, vertex, 0, -1, at),
    CALL(NamedProgramLocalParameters4fvEXT, GL_INVALID_VALUE, 1, vertex, 1, huge, at),
    CALL(NamedProgramLocalParametersI4ivEXT, GL_INVALID_VALUE, 1, vertex, 0, -1, at),
    CALL(NamedProgramLocalParametersI4ivEXT, GL_INVALID_VALUE, 1, vertex, 1, huge, at),
    CALL(NamedProgramLocalParametersI4uivEXT, GL_INVALID_VALUE, 1, vertex, 0, -1, at),
    CALL(NamedProgramLocalParametersI4uivEXT, GL_INVALID_VALUE, 1, vertex, 1, huge, at),
    CALL(NamedProgramStringEXT, GL_INVALID_VALUE, 1, vertex, GL_PROGRAM_FORMAT_ASCII_ARB, -1, at),
    CALL(NamedBufferDataEXT, GL_INVALID_VALUE, 1, -1, at, GL_STATIC_DRAW),
    CALL(NamedBufferSubDataEXT, GL_INVALID_VALUE, 1, 0, 65, at),
    CALL(GetNamedBufferSubDataEXT, GL_INVALID_VALUE, 1, 0, 65, at),
    CALL(FramebufferDrawBuffersEXT, GL_INVALID_VALUE, 0, -1, at),
    CALL(FramebufferDrawBuffersEXT, GL_INVALID_VALUE, 0, most, at),
    IMAGES_OF(CompressedTextureImage1DEXT, GL_INVALID_ENUM, 1, GL_TEXTURE_1D, 0, GL_COMPRESSED_RED_RGTC1, 8, 0),
    IMAGES(CompressedTextureImage2DEXT, 2, GL_TEXTURE_2D, 0, dxt5, 8, 8, 0),
    IMAGES(CompressedTextureImage3DEXT, 3, GL_TEXTURE_2D_ARRAY, 0, dxt5, 8, 8, 2, 0),
    IMAGES_OF(CompressedTextureSubImage1DEXT, GL_INVALID_OPERATION, 1, GL_TEXTURE_1D, 0, 0, 8, GL_COMPRESSED_RED_RGTC1),
    IMAGES(CompressedTextureSubImage2DEXT, 2, GL_TEXTURE_2D, 0, 0, 0, 8, 8, dxt5),
    IMAGES(CompressedTextureSubImage3DEXT, 3, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 8, 8, 2, dxt5),
    IMAGES_OF(CompressedMultiTexImage1DEXT, GL_INVALID_ENUM, GL_TEXTURE0, GL_TEXTURE_1D, 0, GL_COMPRESSED_RED_RGTC1, 8,
              0),
    IMAGES(CompressedMultiTexImage2DEXT, GL_TEXTURE0, GL_TEXTURE_2D, 0, dxt5, 8, 8, 0),
    IMAGES(CompressedMultiTexImage3DEXT, GL_TEXTURE0, GL_TEXTURE_2D_ARRAY, 0, dxt5, 8, 8, 2, 0),
    IMAGES_OF(CompressedMultiTexSubImage1DEXT, GL_INVALID_OPERATION, GL_TEXTURE0, GL_TEXTURE_1D, 0, 0, 8,
              GL_COMPRESSED_RED_RGTC1),
    IMAGES(CompressedMultiTexSubImage2DEXT, GL_TEXTURE0, GL_TEXTURE_2D, 0, 0, 0, 8, 8, dxt5),
    IMAGES(CompressedMultiTexSubImage3DEXT, GL_TEXTURE0, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 8, 8, 2, dxt5),

    // ARB_direct_state_access; the same objects.
    CALL(NamedBufferData, GL_INVALID_VALUE, 1, -1, at, GL_STATIC_DRAW),
    CALL(NamedBufferSubData, GL_INVALID_VALUE, 1, 0, 65, at),
    CALL(NamedBufferStorage, GL_INVALID_VALUE, 1, -1, at, 0),
    CALL(NamedBufferStorageEXT, GL_INVALID_VALUE, 1, -1, at, 0),
    CALL(GetNamedBufferSubData, GL_INVALID_VALUE, 1, 0, 65, at),
    CALL(NamedFramebufferDrawBuffers, GL_INVALID_VALUE, 0, -1, at),
    CALL(NamedFramebufferDrawBuffers, GL_INVALID_VALUE, 0, most, at),
    CALL(InvalidateNamedFramebufferData, GL_INVALID_VALUE, 0, -1, at),
    CALL(InvalidateNamedFramebufferSubData, GL_INVALID_VALUE, 0, -1, at, 0, 0, 1, 1),
    IMAGES_OF(CompressedTextureSubImage1D, GL_INVALID_OPERATION, 1, 0, 0, 8, GL_COMPRESSED_RED_RGTC1),
    IMAGES(CompressedTextureSubImage2D, 2, 0, 0, 0, 8, 8, dxt5),
    IMAGES(CompressedTextureSubImage3D, 3, 0, 0, 0, 0, 8, 8, 2, dxt5),
};

// Commands that can't be put into a display list are errors of their own there.
const Call unlisted_calls[] = {
    CALL(CreateMemoryObjectsEXT, GL_INVALID_VALUE, -1, at),
    CALL(DeleteMemoryObjectsEXT, GL_INVALID_VALUE, -1, at),
    CALL(GenSemaphoresEXT, GL_INVALID_VALUE, -1, at),
    CALL(DeleteSemaphoresEXT, GL_INVALID_VALUE, -1, at),
    CALL(FramebufferSampleLocationsfvARB, GL_INVALID_VALUE, GL_FRAMEBUFFER, 0, -1, at),
    CALL(FramebufferSampleLocationsfvNV, GL_INVALID_VALUE, GL_FRAMEBUFFER, 1, huge, at),
    CALL(NamedFramebufferSampleLocationsfvARB, GL_INVALID_VALUE, 0, 0, 17, at),
    CALL(NamedFramebufferSampleLocationsfvNV, GL_INVALID_VALUE, 0, 16, 1, at),
    CALL(DrawElementsInstanced, GL_INVALID_VALUE, GL_POINTS, -1, GL_UNSIGNED_INT, at, 1),
    CALL(DrawElementsInstanced, GL_INVALID_VALUE, GL_POINTS, huge, GL_UNSIGNED_INT, at, -1),
    CALL(DrawElementsInstancedBaseInstance, GL_INVALID_VALUE, GL_POINTS, -1, GL_UNSIGNED_INT, at, 1, 0),
    CALL(DrawElementsInstancedBaseVertex, GL_INVALID_VALUE, GL_POINTS, -1, GL_UNSIGNED_INT, at, 1, 0),
    CALL(DrawElementsInstancedBaseVertexBaseInstance, GL_INVALID_VALUE, GL_POINTS, -1, GL_UNSIGNED_INT, at, 1, 0, 0),
    CALL(MultiDrawArraysIndirect, GL_INVALID_VALUE, GL_POINTS, at, -1, 0),
    CALL(MultiDrawElementsIndirect, GL_INVALID_VALUE, GL_POINTS, GL_UNSIGNED_INT, at, -1, 0),
};

// Counted in gl.xml, but not so: their counts have no wrong values, or need an object (GetSynciv's sync) to be wrong.
const char* const without_rows[] = {
    "ColorPointerEXT",  "EdgeFlagPointerEXT",   "IndexPointerEXT",    "NormalPointerEXT", "TexCoordPointerEXT",
    "VertexPointerEXT", "VertexAttribLPointer", "GetDebugMessageLog", "GetSynciv",        "QueryResourceNV"};

// Objects that the rows need, so that it is the count that is wrong.
struct Fixture {
    Fixture() {
        GLuint names[3];
        glGenBuffers(1, names);
        glBindBuffer(GL_ARRAY_BUFFER, names[0]);
        glBufferData(GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
        constexpr GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY};
        glGenTextures(3, names);
        for (int i = 0; i < 3; ++i) glBindTexture(targets[i], names[i]);
        glTexImage1D(GL_TEXTURE_1D, 0, GL_COMPRESSED_RED_RGTC1, 8, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
        glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(dxt5), 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, static_cast<GLint>(dxt5), 8, 8, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        while (glGetError() != GL_NO_ERROR) {
        }
    }
    CurrentContext gl{8, 8};
    Unreadable at;
};

TEST(CountedCommands, AreRefusedBeforeTheirArraysAreRead) {
    Fixture fixture;
    const auto refuse = [&](const Call& call) {
        call.run(fixture.at);
        EXPECT_EQ(fixture.gl.error(), call.error) << call.name;
    };
    for (const Call& call : calls) refuse(call);
    for (const Call& call : unlisted_calls) refuse(call);
}

TEST(CountedCommands, AreRefusedFromDisplayLists) {
    Fixture fixture;
    for (const Call& call : calls) {
        for (const GLenum mode : {GL_COMPILE, GL_COMPILE_AND_EXECUTE}) {
            SCOPED_TRACE(call.name);
            glNewList(1, mode);
            call.run(fixture.at);
            const GLenum at_once = fixture.gl.error();
            glEndList();
            glCallList(1);
            const GLenum from_list = fixture.gl.error();
            // What can't be in a list is executed at once.
            EXPECT_EQ(at_once == GL_NO_ERROR ? from_list : at_once, call.error);
            if (mode == GL_COMPILE) {
                EXPECT_NE(at_once == GL_NO_ERROR, from_list == GL_NO_ERROR);
            }
        }
    }
}

TEST(CountedCommands, AllHaveRows) {
    std::set<std::string_view> rows(std::begin(without_rows), std::end(without_rows));
    for (const Call& call : calls) rows.insert(call.name);
    for (const Call& call : unlisted_calls) rows.insert(call.name);
    std::set<std::string_view> implemented;
    for (const EntryPoint& entry : entry_point_table())
        if (!entry.missing) implemented.insert(std::string_view(entry.name).substr(2));
#define COUNTED_COMMAND(name) EXPECT_TRUE(rows.contains(#name) || !implemented.contains(#name)) << #name;
#include "glapi/generated/counted_commands.inc"
#undef COUNTED_COMMAND
}

}  // namespace
}  // namespace glapi
