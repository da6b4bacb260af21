#include "glapi/environment.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern char** environ;

namespace glapi::environment {
namespace {

constexpr Variable table[] = {
#define ASMGL_ENVIRONMENT(name, values, description) {#name, values, description},
#include "glapi/environment.def"
#undef ASMGL_ENVIRONMENT
};

constexpr std::string_view test_variables[] = {
#define ASMGL_ENVIRONMENT(name, values, description)
#define ASMGL_TEST_ENVIRONMENT(name) #name,
#include "glapi/environment.def"
#undef ASMGL_TEST_ENVIRONMENT
#undef ASMGL_ENVIRONMENT
};

constexpr std::string_view debug_subjects[] = {"api", "driver", "programs", "threads"};

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> parts;
    while (!list.empty()) {
        const size_t comma = std::min(list.find(','), list.size());
        if (comma) parts.emplace_back(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return parts;
}

// Read once, at the first use: misspelt names and subjects are reported then.
struct Environment {
    std::vector<std::string> debug;

    Environment() {
        for (char** variable = environ; variable && *variable; ++variable) {
            const std::string_view text(*variable);
            if (!text.starts_with("ASMGL_")) continue;
            const std::string_view name = text.substr(0, text.find('='));
            bool known = false;
            for (const Variable& row : table) known |= name == row.name;
            for (const std::string_view row : test_variables) known |= name == row;
            if (!known) {
                std::fprintf(stderr, "asmgl: unknown environment variable %.*s\n", int(name.size()), name.data());
            }
        }
        if (const char* subjects = std::getenv("ASMGL_DEBUG")) debug = split(subjects);
        for (const std::string& subject : debug) {
            bool known = false;
            for (std::string_view row : debug_subjects) known |= subject == row;
            if (!known) std::fprintf(stderr, "asmgl: ASMGL_DEBUG: unknown subject \"%s\"\n", subject.c_str());
        }
    }
};

const Environment& environment() {
    static const Environment read;
    return read;
}

}  // namespace

std::span<const Variable> variables() { return table; }

std::string_view value(std::string_view name) {
    environment();
    const char* text = std::getenv(std::string(name).c_str());
    return text ? text : std::string_view();
}

bool debug_flag(std::string_view subject) {
    for (const std::string& wanted : environment().debug) {
        if (wanted == subject) return true;
    }
    return false;
}

}  // namespace glapi::environment
