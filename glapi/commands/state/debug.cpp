#include "glapi/state/debug.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shader_or_program.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/sync/sync.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/stopped_draws.h"

namespace glapi {
namespace {

bool is_source(GLenum source) { return source >= GL_DEBUG_SOURCE_API && source <= GL_DEBUG_SOURCE_OTHER; }
bool is_type(GLenum type) {
    return (type >= GL_DEBUG_TYPE_ERROR && type <= GL_DEBUG_TYPE_OTHER) || type == GL_DEBUG_TYPE_MARKER ||
           type == GL_DEBUG_TYPE_PUSH_GROUP || type == GL_DEBUG_TYPE_POP_GROUP;
}
bool is_severity(GLenum severity) {
    return (severity >= GL_DEBUG_SEVERITY_HIGH && severity <= GL_DEBUG_SEVERITY_LOW) ||
           severity == GL_DEBUG_SEVERITY_NOTIFICATION;
}

// Length of a message or label argument; -1 with the error recorded where it is too long.
int checked_length(Errors& errors, GLsizei length, const GLchar* text, int maximum) {
    const size_t actual = length >= 0 ? size_t(length) : text ? std::strlen(text) : 0;
    if (actual < size_t(maximum)) return int(actual);
    errors.error(GL_INVALID_VALUE, "a text of %zu characters is too long", actual);
    return -1;
}

// Copies with a terminating zero what fits.
void copy_text(const std::string& text, GLsizei size, GLsizei* length, GLchar* out) {
    GLsizei copied = GLsizei(text.size());
    if (out) {
        copied = std::min(copied, std::max(size - 1, 0));
        if (size > 0) {
            std::memcpy(out, text.data(), size_t(copied));
            out[copied] = 0;
        }
    }
    if (length) *length = copied;
}

// An object, and access to its label.
struct LabelAccess {
    ObjectLabels& labels;
    std::pair<GLenum, GLuint> key;
    std::shared_ptr<const void> object;

    void set(const GLchar* text, int size) { labels[key] = {object, std::string(text, size_t(size))}; }
    void erase() { labels.erase(key); }
    std::string text() const {
        const auto found = labels.find(key);
        return found != labels.end() && found->second.object.lock() == object ? found->second.text : std::string();
    }
};

// None (with the error recorded) where there is no such object.
std::optional<LabelAccess> label_access(Context& context, GLenum identifier, GLuint name,
                                        GLenum no_object = GL_INVALID_VALUE) {
    std::shared_ptr<const void> object;
    bool shared = true;
    switch (identifier) {
        case GL_BUFFER: object = context.shared->buffers.find(name); break;
        case GL_TEXTURE: object = context.shared->textures.find(name); break;
        case GL_SAMPLER: object = context.shared->samplers.find(name); break;
        case GL_RENDERBUFFER: object = context.shared->renderbuffers.find(name); break;
        case GL_DISPLAY_LIST: object = context.shared->lists.find(name); break;
        case GL_SHADER:
        case GL_PROGRAM:
            if (const auto found = context.shared->shaders.find(name))
                object = identifier == GL_SHADER ? std::shared_ptr<const void>(found->shader) : found->program;
            break;
        case GL_PROGRAM_PIPELINE:
            object = context.programs.pipelines.find(name);
            shared = false;
            break;
        case GL_TRANSFORM_FEEDBACK:
            object = context.feedback_objects.names.find(name);
            shared = false;
            break;
        case GL_FRAMEBUFFER:
            object = context.framebuffer_names.find(name);
            shared = false;
            break;
        case GL_VERTEX_ARRAY:
            object = context.vertex_arrays.names.find(name);
            shared = false;
            break;
        case GL_QUERY:
            object = context.queries.names.find(name);
            shared = false;
            break;
        default: context.error(GL_INVALID_ENUM, "%s is no kind of object", enum_name(identifier)); return std::nullopt;
    }
    if (object && name)
        return LabelAccess{
            shared ? context.shared->labels : context.debug.labels, {identifier, name}, std::move(object)};
    context.error(no_object, "there is no %s %u", enum_name(identifier), name);
    return std::nullopt;
}

// The kinds of objects by the names of EXT_debug_label. 0: there is no such kind.
GLenum kind_of_object(GLenum type) {
    switch (type) {
        case GL_BUFFER_OBJECT_EXT: return GL_BUFFER;
        case GL_SHADER_OBJECT_EXT: return GL_SHADER;
        case GL_PROGRAM_OBJECT_EXT: return GL_PROGRAM;
        case GL_PROGRAM_PIPELINE_OBJECT_EXT: return GL_PROGRAM_PIPELINE;
        case GL_QUERY_OBJECT_EXT: return GL_QUERY;
        case GL_VERTEX_ARRAY_OBJECT_EXT: return GL_VERTEX_ARRAY;
        case GL_TEXTURE:
        case GL_FRAMEBUFFER:
        case GL_RENDERBUFFER:
        case GL_SAMPLER:
        case GL_TRANSFORM_FEEDBACK: return type;
        default: return 0;
    }
}

// Text that ends with a zero where its length is 0. None of a negative length: these commands have no errors
// (EXT_debug_marker). None without a pointer. Longer than messages can be it is cut off.
std::string marker_text(GLsizei length, const void* text) {
    if (!text || length < 0) return {};
    const auto* const characters = static_cast<const char*>(text);
    const size_t size = length > 0 ? static_cast<size_t>(length) : std::strlen(characters);
    return std::string(characters, std::min<size_t>(size, limits::MAX_DEBUG_MESSAGE_LENGTH - 1));
}

void insert_marker(Debug& debug, GLsizei length, const void* text) {
    std::string marker = marker_text(length, text);
    if (!marker.empty())
        debug.emit(
            {GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 0, GL_DEBUG_SEVERITY_NOTIFICATION, std::move(marker)});
}

}  // namespace

namespace commands {

void DebugMessageControl(Context& context, GLenum source, GLenum type, GLenum severity, GLsizei count,
                         const GLuint* ids, GLboolean enabled) {
    if ((source != GL_DONT_CARE && !is_source(source)) || (type != GL_DONT_CARE && !is_type(type)) ||
        (severity != GL_DONT_CARE && !is_severity(severity))) {
        return context.error(GL_INVALID_ENUM, "%s, %s, %s", enum_name(source), enum_name(type), enum_name(severity));
    }
    if (count < 0) return context.error(GL_INVALID_VALUE, "negative count");
    if (count > 0 && (source == GL_DONT_CARE || type == GL_DONT_CARE || severity != GL_DONT_CARE)) {
        return context.error(GL_INVALID_OPERATION, "ids need a source and a type, and no severity");
    }
    auto& rules = context.debug.groups.back().rules;
    if (source == GL_DONT_CARE && type == GL_DONT_CARE && severity == GL_DONT_CARE) rules.clear();
    rules.push_back({source, type, severity, std::vector<GLuint>(ids, ids + count), enabled != 0});
}

void DebugMessageInsert(Context& context, GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                        const GLchar* buf) {
    if ((source != GL_DEBUG_SOURCE_APPLICATION && source != GL_DEBUG_SOURCE_THIRD_PARTY) || !is_type(type) ||
        !is_severity(severity)) {
        return context.error(GL_INVALID_ENUM, "%s, %s, %s", enum_name(source), enum_name(type), enum_name(severity));
    }
    const int size = checked_length(context, length, buf, limits::MAX_DEBUG_MESSAGE_LENGTH);
    if (size >= 0) context.debug.emit({source, type, id, severity, std::string(buf, size_t(size))});
}

void DebugMessageCallback(Context& context, GLDEBUGPROC callback, const void* userParam) {
    context.debug.callback = callback;
    context.debug.callback_user = userParam;
    context.debug.amd_callback = nullptr;
}

GLuint GetDebugMessageLog(Context& context, GLuint count, GLsizei bufSize, GLenum* sources, GLenum* types, GLuint* ids,
                          GLenum* severities, GLsizei* lengths, GLchar* messageLog) {
    tell_stopped_draws(context.drawing.watchdog, context.debug);
    tell_memory_faults(context.buffers.reachable, context.debug);
    if (bufSize < 0 && messageLog) {
        context.error(GL_INVALID_VALUE, "negative size");
        return 0;
    }
    auto& log = context.debug.log;
    GLuint fetched = 0;
    for (; fetched < count && !log.empty(); ++fetched) {
        const DebugMessage& message = log.front();
        const GLsizei size = GLsizei(message.text.size()) + 1;
        if (messageLog) {
            if (size > bufSize) break;
            std::memcpy(messageLog, message.text.c_str(), size_t(size));
            messageLog += size;
            bufSize -= size;
        }
        if (sources) sources[fetched] = message.source;
        if (types) types[fetched] = message.type;
        if (ids) ids[fetched] = message.id;
        if (severities) severities[fetched] = message.severity;
        if (lengths) lengths[fetched] = size;
        log.pop_front();
    }
    return fetched;
}

void checked::PushDebugGroup(Context& context, GLenum source, GLuint id, GLsizei length, const GLchar* message) {
    const int size = checked_length(context, length, message, limits::MAX_DEBUG_MESSAGE_LENGTH);
    if (size < 0) return;
    Debug& debug = context.debug;
    if (debug.groups.size() >= size_t(limits::MAX_DEBUG_GROUP_STACK_DEPTH)) {
        return context.error(GL_STACK_OVERFLOW, "%zu groups already", debug.groups.size());
    }
    DebugMessage text{source, GL_DEBUG_TYPE_PUSH_GROUP, id, GL_DEBUG_SEVERITY_NOTIFICATION,
                      std::string(message, size_t(size))};
    debug.emit(text);
    DebugGroup group = debug.groups.back();  // a group starts with the filters of the one around it
    group.message = std::move(text);
    debug.groups.push_back(std::move(group));
}

void PopDebugGroup(Context& context) {
    Debug& debug = context.debug;
    if (debug.groups.size() == 1) return context.error(GL_STACK_UNDERFLOW, "no group has been pushed");
    DebugMessage message = std::move(debug.groups.back().message);
    debug.groups.pop_back();
    message.type = GL_DEBUG_TYPE_POP_GROUP;
    debug.emit(std::move(message));
}

void ObjectLabel(Context& context, GLenum identifier, GLuint name, GLsizei length, const GLchar* label) {
    auto access = label_access(context, identifier, name);
    if (!access) return;
    const int size = checked_length(context, length, label, limits::MAX_LABEL_LENGTH);
    if (size < 0) return;
    if (label)
        access->set(label, size);
    else
        access->erase();
}

void checked::GetObjectLabel(Context& context, GLenum identifier, GLuint name, GLsizei bufSize, GLsizei* length,
                             GLchar* label) {
    const auto access = label_access(context, identifier, name);
    if (access) copy_text(access->text(), bufSize, length, label);
}

void LabelObjectEXT(Context& context, GLenum type, GLuint object, GLsizei length, const GLchar* label) {
    const GLenum kind = kind_of_object(type);
    if (!kind) return context.error(GL_INVALID_ENUM, "%s is no kind of object", enum_name(type));
    if (length < 0) return context.error(GL_INVALID_VALUE, "negative length");
    auto access = label_access(context, kind, object, GL_INVALID_OPERATION);
    if (!access) return;
    // A length of 0 stands for a text that ends with a null, and no text takes the label away.
    const int size = checked_length(context, label && length > 0 ? length : -1, label, limits::MAX_LABEL_LENGTH);
    if (size > 0)
        access->set(label, size);
    else if (size == 0)
        access->erase();
}

void GetObjectLabelEXT(Context& context, GLenum type, GLuint object, GLsizei bufSize, GLsizei* length, GLchar* label) {
    const GLenum kind = kind_of_object(type);
    if (!kind) return context.error(GL_INVALID_ENUM, "%s is no kind of object", enum_name(type));
    if (bufSize < 0) return context.error(GL_INVALID_VALUE, "negative size");
    const auto access = label_access(context, kind, object, GL_INVALID_OPERATION);
    if (access) copy_text(access->text(), bufSize, length, label);
}

void ObjectPtrLabel(Context& context, const void* ptr, GLsizei length, const GLchar* label) {
    const auto sync = context.shared->syncs.find(ptr);
    if (sync == context.shared->syncs.end()) {
        return context.error(GL_INVALID_VALUE, "not a sync object");
    }
    const int size = checked_length(context, length, label, limits::MAX_LABEL_LENGTH);
    if (size >= 0) sync->second->label.assign(label ? label : "", size_t(label ? size : 0));
}

void checked::GetObjectPtrLabel(Context& context, const void* ptr, GLsizei bufSize, GLsizei* length, GLchar* label) {
    const auto sync = context.shared->syncs.find(ptr);
    if (sync == context.shared->syncs.end()) {
        return context.error(GL_INVALID_VALUE, "not a sync object");
    }
    copy_text(sync->second->label, bufSize, length, label);
}

// ---- EXT_debug_marker, GREMEDY_string_marker

void InsertEventMarkerEXT(Context& context, GLsizei length, const GLchar* marker) {
    insert_marker(context.debug, length, marker);
}
void checked::StringMarkerGREMEDY(Context& context, GLsizei len, const void* string) {
    insert_marker(context.debug, len, string);
}
// GREMEDY_frame_terminator: where a frame ends matters to debuggers that stand between.
void FrameTerminatorGREMEDY(Context&) {}
// Groups are those of KHR_debug.
void PushGroupMarkerEXT(Context& context, GLsizei length, const GLchar* marker) {
    const std::string message = marker_text(length, marker);
    PushDebugGroup(context, GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(message.size()), message.data());
}
void PopGroupMarkerEXT(Context& context) {
    if (context.debug.groups.size() > 1) PopDebugGroup(context);
}

}  // namespace commands
}  // namespace glapi
