// KHR_debug and ARB_debug_output: messages, filters, groups, labels.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "glapi/generated/gl.h"

namespace glapi {

struct DebugMessage {
    GLenum source = GL_DEBUG_SOURCE_API, type = GL_DEBUG_TYPE_OTHER;
    GLuint id = 0;
    GLenum severity = GL_DEBUG_SEVERITY_NOTIFICATION;
    std::string text;
};

// What one DebugMessageControl said; GL_DONT_CARE matches everything.
struct DebugRule {
    GLenum source, type, severity;
    std::vector<GLuint> ids;  // empty: every id
    bool enabled;
};

struct DebugGroup {
    DebugMessage message;  // of PushDebugGroup
    std::vector<DebugRule> rules;
};

// A label is the object's, not the name's: an object that gets the name of a deleted one has none.
struct KeptLabel {
    std::weak_ptr<const void> object;
    std::string text;
};
// Labels by identifier (GL_BUFFER …) and name.
using ObjectLabels = std::map<std::pair<GLenum, GLuint>, KeptLabel>;

// AMD_debug_output: the sources and types of KHR_debug for a category; a message has the first category that fits.
struct AmdDebugCategory {
    GLenum name, source, type;
};
inline constexpr AmdDebugCategory amd_debug_categories[] = {
    {GL_DEBUG_CATEGORY_DEPRECATION_AMD, GL_DONT_CARE, GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR},
    {GL_DEBUG_CATEGORY_UNDEFINED_BEHAVIOR_AMD, GL_DONT_CARE, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR},
    {GL_DEBUG_CATEGORY_WINDOW_SYSTEM_AMD, GL_DEBUG_SOURCE_WINDOW_SYSTEM, GL_DONT_CARE},
    {GL_DEBUG_CATEGORY_SHADER_COMPILER_AMD, GL_DEBUG_SOURCE_SHADER_COMPILER, GL_DONT_CARE},
    {GL_DEBUG_CATEGORY_APPLICATION_AMD, GL_DEBUG_SOURCE_APPLICATION, GL_DONT_CARE},
    {GL_DEBUG_CATEGORY_PERFORMANCE_AMD, GL_DONT_CARE, GL_DEBUG_TYPE_PERFORMANCE},
    {GL_DEBUG_CATEGORY_API_ERROR_AMD, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR},
    {GL_DEBUG_CATEGORY_OTHER_AMD, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER},
};

// Its words for a message.
GLenum amd_category(const DebugMessage& message);
GLenum amd_severity(const DebugMessage& message);

struct Debug {
    Debug();

    bool output = false;  // a debug context starts with true
    bool synchronous = false;
    GLDEBUGPROC callback = nullptr;
    const void* callback_user = nullptr;
    GLDEBUGPROCAMD amd_callback = nullptr;  // of AMD_debug_output: either is set, or none
    void* amd_user = nullptr;
    std::deque<DebugMessage> log;
    std::vector<DebugGroup> groups;   // the default group first
    ObjectLabels labels;              // of objects that are not shared
    std::set<std::string> said_once;  // commands reported as not implemented

    // Whether anybody would see the message of an error.
    bool wants_errors() const;
    void report_error(GLenum code, const char* text);
    // Filters, then hands the message to the callback or the log.
    void emit(DebugMessage message);
    int next_length() const { return log.empty() ? 0 : int(log.front().text.size()) + 1; }
};

}  // namespace glapi
