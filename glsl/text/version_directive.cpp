// #version and #extension: which language the rest is written in.
#include <algorithm>
#include <charconv>

#include "glsl/language/extensions.h"
#include "glsl/text/preprocessor_state.h"

namespace glsl {
namespace {

constexpr int desktop_versions[] = {110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460};
constexpr int es_versions[] = {100, 300, 310, 320};

std::string known_versions(const PreprocessorOptions& options) {
    std::string text;
    for (const int version : desktop_versions) {
        if (version <= options.newest) text += (text.empty() ? "" : ", ") + std::to_string(version);
    }
    for (const int version : es_versions) {
        if (version > options.newest_es) continue;
        text += (text.empty() ? "" : ", ") + std::to_string(version) + (version >= 300 ? " es" : "");
    }
    return text;
}

}  // namespace

void Preprocessor::set_language(int version, Profile profile) {
    language() = Language{};
    language().version = version;
    language().profile = profile;
    // ARB_texture_rectangle is on from the start: its text says so for the sake of older programs.
    if (profile != Profile::Es) enable_extension(language().enabled, find_extension("ARB_texture_rectangle"), true);
    language_changed();
}

void Preprocessor::use_default_version() {
    if (options_.newest >= 110)
        set_language(110, Profile::Compatibility);
    else
        set_language(100, Profile::Es);
}

void Preprocessor::version_directive(const Location& where) {
    if (anything_seen_ || includes_.size() > 1) {
        error(where, "#version is not the first in the shader", "only comments and blanks may stand before it");
        return;
    }
    const RawToken number = lexer().next();
    int version = 0;
    const char* const end = number.text.data() + number.text.size();
    if (number.kind != RawKind::Number || std::from_chars(number.text.data(), end, version).ptr != end) {
        error(where, "#version wants a number", "as in #version 330 core");
        return;
    }
    std::string_view profile;
    RawToken next = lexer().next();
    if (next.kind == RawKind::Name) {
        profile = next.text;
        next = lexer().next();
    }
    if (next.kind != RawKind::NewLine) error(next.where, "more after #version");
    result_.version_written = true;
    set_version(number, version, profile);
}

void Preprocessor::set_version(const RawToken& number, int version, std::string_view profile) {
    const bool es_number = std::ranges::find(es_versions, version) != std::end(es_versions);
    const bool desktop_number = std::ranges::find(desktop_versions, version) != std::end(desktop_versions);
    const std::string text = std::to_string(version);
    if (!es_number && !desktop_number) {
        error(number.where, "there is no version " + text + " of the language",
              "this context has " + known_versions(options_));
        return;
    }
    if (version > (es_number ? options_.newest_es : options_.newest)) {
        error(number.where, "version " + text + " is not supported in this context",
              "it has " + known_versions(options_));
        // What follows is read in its own version all the same.
    }
    if (es_number) {
        if (version >= 300 && profile != "es") {
            error(number.where, "version " + text + " is one of OpenGL ES", "#version " + text + " es");
        } else if (version == 100 && !profile.empty()) {
            error(number.where, "version 100 has no profiles", "#version 100");
        }
        set_language(version, Profile::Es);
        return;
    }
    // 1.40 has no profiles: a context that is compatible has what 1.30 has.
    Profile chosen =
        version < 140 || (version == 140 && options_.compatibility) ? Profile::Compatibility : Profile::Core;
    if (!profile.empty() && version < 150) {
        error(number.where, "profiles begin with version 150", "#version " + text);
    } else if (profile == "compatibility") {
        chosen = Profile::Compatibility;
        if (!options_.compatibility) {
            error(number.where, "this context has no compatibility profile", "#version " + text + " core");
        }
    } else if (!profile.empty() && profile != "core") {
        error(number.where, "there is no profile " + std::string(profile) + " of version " + text,
              "core and compatibility");
    }
    set_language(version, chosen);
}

void Preprocessor::extension_directive(const Location& where) {
    const RawToken name = lexer().next();
    const RawToken colon = lexer().next();
    const RawToken behavior = lexer().next();
    if (name.kind != RawKind::Name || colon.kind != RawKind::Mark || colon.mark != TokenKind::Colon ||
        behavior.kind != RawKind::Name) {
        error(where, "#extension wants a name, a colon and a behaviour", "#extension GL_NAME : enable");
        return;
    }
    if (behavior.text != "require" && behavior.text != "enable" && behavior.text != "warn" &&
        behavior.text != "disable") {
        error(behavior.where, "\"" + std::string(behavior.text) + "\" is no behaviour of #extension",
              "require, enable, warn or disable");
        return;
    }
    const RawToken end = lexer().next();
    if (end.kind != RawKind::NewLine) error(end.where, "more after #extension");
    if (!result_.tokens.empty()) {
        const std::string text = "#extension stands after the text of the shader has begun";
        if (language().is_es())
            error(where, text);
        else
            warning(where, text);
    }
    if (name.text == "all")
        set_all_extensions(name, behavior.text);
    else
        set_extension(name, behavior.text);
}

void Preprocessor::refuse_extension(const RawToken& name, int row, bool required) {
    const std::string text = "extension " + std::string(name.text) + " is not supported";
    std::string hint;
    if (row >= 0 && holds(extension_row(row).core, language())) {
        hint = "this version of the language has what it adds";
    } else if (row >= 0 && !holds(extension_row(row).where, language())) {
        hint = "it is known in the versions from " + listed(extension_row(row).where) + " on";
    }
    if (required)
        error(name.where, text, std::move(hint));
    else
        warning(name.where, text, std::move(hint));
}

void Preprocessor::set_extension(const RawToken& name, std::string_view behavior) {
    const int row = name.text.starts_with("GL_") ? find_extension(name.text) : -1;
    if (row < 0 || !supported(row)) return refuse_extension(name, row, behavior == "require");
    enable_extension(language().enabled, row, behavior != "disable");
    result_.warned.set(row, behavior == "warn");
    if (name.text == "GL_ARB_compatibility" && options_.compatibility) {
        if (behavior != "disable") language().profile = Profile::Compatibility;
    }
    language_changed();
}

void Preprocessor::set_all_extensions(const RawToken& name, std::string_view behavior) {
    if (behavior == "require" || behavior == "enable") {
        error(name.where, "#extension all can be warn or disable only");
        return;
    }
    const bool on = behavior == "warn";
    for (int row = 0; row < extension_count(); ++row) {
        const bool enabled = on && supported(row);
        language().enabled.set(row, enabled);
        result_.warned.set(row, enabled);
    }
    language_changed();
}

}  // namespace glsl
