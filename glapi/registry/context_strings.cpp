#include "glapi/registry/context_strings.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>

#include "runtime/threads/fork_hold.h"

namespace glapi {
namespace {

enum class Where : uint8_t { Everywhere, Compatibility };

struct ExtensionRow {
    const char* name;
    Where where;
    int from_version;  // contexts of lower versions don't name it
};

constexpr ExtensionRow extension_rows[] = {
#define ASMGL_EXTENSION(name) {#name, Where::Everywhere, 0},
#define ASMGL_COMPATIBILITY_EXTENSION(name) {#name, Where::Compatibility, 0},
#define ASMGL_VERSION_EXTENSION(name, version) {#name, Where::Everywhere, version},
#define ASMGL_COMPATIBILITY_VERSION_EXTENSION(name, version) {#name, Where::Compatibility, version},
#include "glapi/registry/extensions.def"
#undef ASMGL_EXTENSION
#undef ASMGL_COMPATIBILITY_EXTENSION
#undef ASMGL_VERSION_EXTENSION
#undef ASMGL_COMPATIBILITY_VERSION_EXTENSION
};

constexpr const char* es_extensions[] = {
#define ASMGL_ES_EXTENSION(name) #name,
#include "glapi/registry/es_extensions.def"
#undef ASMGL_ES_EXTENSION
};

constexpr const char* es2_extensions[] = {
#define ASMGL_ES2_EXTENSION(name) #name,
#include "glapi/registry/es2_extensions.def"
#undef ASMGL_ES2_EXTENSION
};

std::string number_text(int number, int digits) {
    const int base = digits == 2 ? 100 : 10;
    const std::string minor = std::to_string(number % base);
    return std::to_string(number / base) + '.' + std::string(size_t(digits) - minor.size(), '0') + minor;
}

ContextStrings opengl_strings(const Version& version) {
    ContextStrings strings;
    const bool core = version.profile == Profile::Core;
    for (const ExtensionRow& row : extension_rows)
        if (version.offered() >= row.from_version && !(core && row.where == Where::Compatibility))
            strings.extensions.push_back(row.name);
    strings.version = number_text(version.number(), 1);
    if (version.number() >= 32) strings.version += core ? " (Core Profile)" : " (Compatibility Profile)";
    strings.version += " asmgl";
    if (const int language = shading_language_version(version.offered())) {
        strings.shading_language = number_text(language, 2);
        // GL 4.3 §22.2: what #version takes, the profile with it from 1.50 on; nothing for 1.10, which it need not
        // name. The core profile begins with 1.40.
        for (const VersionRow& row : version_rows()) {
            const int number = row.shading_language;
            if (!number || number > language || (core && number < 140)) continue;
            const std::string text = number == 110 ? std::string() : std::to_string(number);
            if (number < 150) {
                strings.shading_languages.push_back(text);
                continue;
            }
            strings.shading_languages.push_back(text + " core");
            if (!core) strings.shading_languages.push_back(text + " compatibility");
        }
        std::ranges::reverse(strings.shading_languages);
    }
    return strings;
}

ContextStrings es_strings() {
    ContextStrings strings;
    strings.extensions.assign(std::begin(es_extensions), std::end(es_extensions));
    strings.version = "OpenGL ES-CM 1.1 asmgl";  // the Common profile
    return strings;
}

ContextStrings es2_strings(const Version& version) {
    ContextStrings strings;
    strings.extensions.assign(std::begin(es2_extensions), std::end(es2_extensions));
    strings.version = "OpenGL ES " + number_text(version.number(), 1) + " asmgl";
    strings.shading_language = "OpenGL ES GLSL ES " + number_text(10 * version.number(), 2);
    return strings;
}

}  // namespace

const ContextStrings& context_strings(Api api, const Version& version) {
    static runtime::ForkSafe<> mutex;
    static std::map<std::tuple<Api, int, int, Profile>, ContextStrings> kinds;
    const std::lock_guard lock(mutex);
    const auto [entry, is_new] = kinds.try_emplace({api, version.number(), version.offered(), version.profile});
    ContextStrings& strings = entry->second;
    if (!is_new) return strings;
    strings = api == Api::OpenGl ? opengl_strings(version) : version.major == 1 ? es_strings() : es2_strings(version);
    std::ranges::sort(strings.extensions, {}, [](const char* name) { return std::string_view(name); });
    for (const char* name : strings.extensions) {
        if (!strings.joined_extensions.empty()) strings.joined_extensions += ' ';
        strings.joined_extensions += name;
    }
    return strings;
}

}  // namespace glapi
