#include "runtime/environment/environment.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sys/auxv.h>
#include <type_traits>
#include <vector>

extern char** environ;

namespace runtime {
namespace {

constexpr EnvironmentVariable table[] = {
#define ASMGL_ENVIRONMENT(name, member, type, initial, values, description) {#name, values, description},
#include "runtime/environment/environment.def"
#undef ASMGL_ENVIRONMENT
};

constexpr std::string_view test_variables[] = {
#define ASMGL_TEST_ENVIRONMENT(name) #name,
#include "runtime/environment/test_environment.def"
#undef ASMGL_TEST_ENVIRONMENT
};

// Takes the first part off a comma-separated list.
std::string_view take_part(std::string_view& list) {
    const size_t comma = std::min(list.find(','), list.size());
    std::string_view part = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    return part;
}

std::optional<unsigned> index_of(std::string_view word, std::string_view words) {
    for (unsigned index = 0; !words.empty(); ++index)
        if (take_part(words) == word) return index;
    return {};
}

// One parser for each type of a row: whether `text` is one of `values`, and then what it means.
bool parse(std::string_view text, std::string_view, std::string& result) {
    result = text;
    return true;
}

template <typename Enumeration>
requires std::is_enum_v<Enumeration>
bool parse(std::string_view text, std::string_view values, Enumeration& result) {
    const std::optional<unsigned> index = index_of(text, values);
    if (index) result = static_cast<Enumeration>(*index);
    return index.has_value();
}

bool parse(std::string_view text, std::string_view values, DebugSubjects& result) {
    DebugSubjects subjects;
    while (!text.empty()) {
        const std::string_view subject = take_part(text);
        if (subject.empty()) continue;
        const std::optional<unsigned> index = index_of(subject, values);
        if (!index) return false;
        subjects.bits |= static_cast<uint8_t>(1u << *index);
    }
    result = subjects;
    return true;
}

template <int32_t Least, int32_t Most>
bool parse(std::string_view text, std::string_view, Number<Least, Most>& result) {
    int32_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end != text.data() + text.size() || number < Least || number > Most) return false;
    result.value = number;
    return true;
}

bool parse(std::string_view text, std::string_view, VersionSetting& result) {
    if (text.size() < 3 || text[1] != '.') return false;
    VersionSetting request{text[0] - '0', text[2] - '0'};
    const std::string_view profile = text.substr(3);
    if (profile == "COMPAT" || profile == "compat") request.profile = VersionSetting::Profile::Compatibility;
    if (profile == "CORE" || profile == "core") request.profile = VersionSetting::Profile::Core;
    if (!profile.empty() && request.profile == VersionSetting::Profile::Unnamed) return false;
    // The last minor version of each major one.
    constexpr int32_t last_minor[] = {-1, 5, 1, 3, 6};
    if (request.major < 1 || request.major > 4 || request.minor < 0 || request.minor > last_minor[request.major])
        return false;
    result = request;
    return true;
}

bool is_known(std::string_view name) {
    return std::ranges::any_of(table, [&](const EnvironmentVariable& row) { return row.name == name; }) ||
           std::ranges::find(test_variables, name) != std::end(test_variables);
}

}  // namespace

Environment read_environment(const char* (*read)(const char* name), std::span<const std::string_view> names,
                             std::string& complaints) {
    for (const std::string_view name : names)
        if (name.starts_with("ASMGL_") && !is_known(name))
            complaints += "asmgl: unknown environment variable " + std::string(name) + "\n";
    Environment result;
    // An empty value counts as none.
#define ASMGL_ENVIRONMENT(name, member, type, initial, values, description)                         \
    if (const char* const text = read(#name); text && *text && !parse(text, values, result.member)) \
        complaints += std::string("asmgl: " #name "=") + text + " is not one of: " values "; ignored\n";
#include "runtime/environment/environment.def"
#undef ASMGL_ENVIRONMENT
    return result;
}

const Environment& environment() {
    // Never destroyed: threads that end last read it at exit.
    static const Environment* const read = [] {
        std::vector<std::string_view> names;
        if (!getauxval(AT_SECURE))
            for (char** variable = environ; variable && *variable; ++variable)
                names.push_back(std::string_view(*variable).substr(0, std::string_view(*variable).find('=')));
        std::string complaints;
        auto* const result = new Environment(read_environment(&foreign_variable, names, complaints));
        std::fputs(complaints.c_str(), stderr);
        return result;
    }();
    return *read;
}

const char* foreign_variable(const char* name) { return secure_getenv(name); }

std::span<const EnvironmentVariable> environment_variables() { return table; }

}  // namespace runtime
