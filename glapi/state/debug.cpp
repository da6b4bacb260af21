#include "glapi/state/debug.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "glapi/gates.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/limits.h"
#include "runtime/environment/environment.h"

namespace glapi {
namespace {

bool matches(const DebugRule& rule, const DebugMessage& message) {
    const auto fits = [](GLenum wanted, GLenum is) { return wanted == GL_DONT_CARE || wanted == is; };
    return fits(rule.source, message.source) && fits(rule.type, message.type) &&
           fits(rule.severity, message.severity) &&
           (rule.ids.empty() || std::ranges::find(rule.ids, message.id) != rule.ids.end());
}

bool passes(const DebugGroup& group, const DebugMessage& message) {
    for (size_t i = group.rules.size(); i-- > 0;) {
        if (matches(group.rules[i], message)) return group.rules[i].enabled;
    }
    return message.severity != GL_DEBUG_SEVERITY_LOW;  // the initial setting
}

// While the application's callback runs, which may call commands: the one under way keeps its name.
struct CommandKept {
    Gates* const gates = current.gates;
    const char* const command = gates ? gates->command : nullptr;
    ~CommandKept() {
        if (gates) gates->command = command;
    }
};

}  // namespace

GLenum amd_category(const DebugMessage& message) {
    for (const AmdDebugCategory& category : amd_debug_categories)
        if ((category.source == GL_DONT_CARE || category.source == message.source) &&
            (category.type == GL_DONT_CARE || category.type == message.type))
            return category.name;
    return GL_DEBUG_CATEGORY_OTHER_AMD;
}

GLenum amd_severity(const DebugMessage& message) {
    // Notifications are no words of its own.
    return message.severity == GL_DEBUG_SEVERITY_NOTIFICATION ? GLenum{GL_DEBUG_SEVERITY_LOW_AMD} : message.severity;
}

Debug::Debug() : groups(1) {}

bool Debug::wants_errors() const { return output || runtime::reports(runtime::DebugSubject::Api); }

void Debug::report_error(GLenum code, const char* text) {
    if (runtime::reports(runtime::DebugSubject::Api)) std::fprintf(stderr, "asmgl: %s: %s\n", enum_name(code), text);
    try {
        emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, code, GL_DEBUG_SEVERITY_HIGH, text});
    } catch (const std::bad_alloc&) {  // the message is lost, the error is not
    }
}

void Debug::emit(DebugMessage message) {
    if (!output || !passes(groups.back(), message)) return;
    const CommandKept kept;
    if (amd_callback) {
        amd_callback(message.id, amd_category(message), amd_severity(message), GLsizei(message.text.size()),
                     message.text.c_str(), amd_user);
    } else if (callback) {
        callback(message.source, message.type, message.id, message.severity, GLsizei(message.text.size()),
                 message.text.c_str(), callback_user);
    } else if (log.size() < size_t{limits::MAX_DEBUG_LOGGED_MESSAGES}) {
        log.push_back(std::move(message));
    }
}

}  // namespace glapi
