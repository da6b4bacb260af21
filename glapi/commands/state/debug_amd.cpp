// AMD_debug_output: KHR_debug's messages by categories, in contexts for debugging.
#include <cstring>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/debug.h"
#include "glapi/state/limits.h"

namespace glapi {
namespace {

bool is_amd_severity(GLenum severity) {
    return severity >= GL_DEBUG_SEVERITY_HIGH_AMD && severity <= GL_DEBUG_SEVERITY_LOW_AMD;
}

const AmdDebugCategory* find_category(GLenum name) {
    for (const AmdDebugCategory& category : amd_debug_categories)
        if (category.name == name) return &category;
    return nullptr;
}

bool check_debug_context(Context& context) {
    if (context.request.debug) return true;
    context.error(GL_INVALID_OPERATION, "this is no context for debugging");
    return false;
}

}  // namespace

namespace commands {

void DebugMessageEnableAMD(Context& context, GLenum category, GLenum severity, GLsizei count, const GLuint* ids,
                           GLboolean enabled) {
    if (!check_debug_context(context)) return;
    const AmdDebugCategory* const known = find_category(category);
    if ((category && !known) || (severity && !is_amd_severity(severity)))
        return context.error(GL_INVALID_ENUM, "%s, %s", enum_name(category), enum_name(severity));
    if (count < 0 || (count > 0 && (!category || severity)))
        return context.error(GL_INVALID_VALUE, "%d ids are named with a category and no severity only", count);
    auto& rules = context.debug.groups.back().rules;
    if (!category && !severity) rules.clear();
    rules.push_back({known ? known->source : GLenum{GL_DONT_CARE}, known ? known->type : GLenum{GL_DONT_CARE},
                     severity ? severity : GLenum{GL_DONT_CARE}, std::vector<GLuint>(ids, ids + count), enabled != 0});
}

void DebugMessageInsertAMD(Context& context, GLenum category, GLenum severity, GLuint id, GLsizei length,
                           const GLchar* buf) {
    if (!check_debug_context(context)) return;
    if (category != GL_DEBUG_CATEGORY_APPLICATION_AMD || !is_amd_severity(severity))
        return context.error(GL_INVALID_ENUM, "%s, %s", enum_name(category), enum_name(severity));
    const size_t size = length > 0 ? static_cast<size_t>(length) : length == 0 && buf ? std::strlen(buf) : 0;
    if (length < 0 || size >= limits::MAX_DEBUG_MESSAGE_LENGTH)
        return context.error(GL_INVALID_VALUE, "a text of %d characters", length);
    context.debug.emit(
        {GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, id, severity, buf ? std::string(buf, size) : std::string()});
}

void DebugMessageCallbackAMD(Context& context, GLDEBUGPROCAMD callback, void* userParam) {
    if (!check_debug_context(context)) return;
    context.debug.callback = nullptr;
    context.debug.amd_callback = callback;
    context.debug.amd_user = userParam;
}

GLuint GetDebugMessageLogAMD(Context& context, GLuint count, GLsizei bufSize, GLenum* categories_out,
                             GLuint* severities, GLuint* ids, GLsizei* lengths, GLchar* message) {
    if (!check_debug_context(context)) return 0;
    if (count == 0 || count >= limits::MAX_DEBUG_LOGGED_MESSAGES || (message && bufSize < 0)) {
        context.error(GL_INVALID_VALUE, "%u messages of %d characters", count, bufSize);
        return 0;
    }
    GLuint fetched = 0;
    while (fetched < count && !context.debug.log.empty()) {
        const DebugMessage oldest = context.debug.log.front();
        GLsizei length = 0;
        if (!GetDebugMessageLog(context, 1, bufSize, nullptr, nullptr, nullptr, nullptr, &length, message)) break;
        if (message) message += length, bufSize -= length;
        if (categories_out) categories_out[fetched] = amd_category(oldest);
        if (severities) severities[fetched] = amd_severity(oldest);
        if (ids) ids[fetched] = oldest.id;
        if (lengths) lengths[fetched] = length;
        ++fetched;
    }
    return fetched;
}

}  // namespace commands
}  // namespace glapi
