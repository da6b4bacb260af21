// AMD_name_gen_delete: names of all kinds of objects by one set of commands.
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

struct ObjectKind {
    GLenum identifier;
    void (*generate)(Context& context, GLsizei n, GLuint* names);
    void (*remove)(Context& context, GLsizei n, const GLuint* names);
    GLboolean (*is)(Context& context, GLuint name);
};
constexpr ObjectKind kinds[] = {
    {GL_DATA_BUFFER_AMD, commands::GenBuffers, commands::DeleteBuffers, commands::IsBuffer},
    {GL_FRAMEBUFFER, commands::GenFramebuffers, commands::DeleteFramebuffers, commands::IsFramebuffer},
    {GL_RENDERBUFFER, commands::GenRenderbuffers, commands::DeleteRenderbuffers, commands::IsRenderbuffer},
    {GL_TEXTURE, commands::GenTextures, commands::DeleteTextures, commands::IsTexture},
    {GL_TRANSFORM_FEEDBACK, commands::GenTransformFeedbacks, commands::DeleteTransformFeedbacks,
     commands::IsTransformFeedback},
    {GL_VERTEX_ARRAY_OBJECT_AMD, commands::GenVertexArrays, commands::DeleteVertexArrays, commands::IsVertexArray},
    {GL_QUERY_OBJECT_AMD, commands::GenQueries, commands::DeleteQueries, commands::IsQuery},
    {GL_SAMPLER_OBJECT_AMD, commands::GenSamplers, commands::DeleteSamplers, commands::IsSampler},
};

// Null after an error. PERFORMANCE_MONITOR_AMD is of another extension.
const ObjectKind* find_kind(Errors& errors, GLenum identifier) {
    for (const ObjectKind& kind : kinds)
        if (kind.identifier == identifier) return &kind;
    errors.error(GL_INVALID_ENUM, "%s is no kind of object", enum_name(identifier));
    return nullptr;
}

bool check_names(Errors& errors, GLuint count, const void* names) {
    if (count > 0 && count <= 0x7fffffff && names) return true;
    errors.error(GL_INVALID_VALUE, "%u names%s", count, names ? "" : ", and no place for them");
    return false;
}

}  // namespace

namespace commands {

void GenNamesAMD(Context& context, GLenum identifier, GLuint num, GLuint* names) {
    const ObjectKind* const kind = find_kind(context, identifier);
    if (kind && check_names(context, num, names)) kind->generate(context, static_cast<GLsizei>(num), names);
}
void DeleteNamesAMD(Context& context, GLenum identifier, GLuint num, const GLuint* names) {
    const ObjectKind* const kind = find_kind(context, identifier);
    if (kind && check_names(context, num, names)) kind->remove(context, static_cast<GLsizei>(num), names);
}
GLboolean IsNameAMD(Context& context, GLenum identifier, GLuint name) {
    const ObjectKind* const kind = find_kind(context, identifier);
    return kind && kind->is(context, name);
}

}  // namespace commands
}  // namespace glapi
