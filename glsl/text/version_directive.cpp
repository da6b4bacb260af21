#include "glsl/text/version_directive.h"

#include <algorithm>
#include <charconv>

#include "glsl/language/extensions.h"

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

void set_language(PreprocessorContext& context, int version, Profile profile) {
    context.language() = Language{};
    context.language().version = version;
    context.language().profile = profile;
    // ARB_texture_rectangle is on from the start: its text says so for the sake of older programs.
    if (profile != Profile::Es)
        enable_extension(context.language().enabled, find_extension("ARB_texture_rectangle"), true);
    context.language_changed();
}

void set_version(PreprocessorContext& context, const RawToken& number, int version, std::string_view profile) {
    const bool es_number = std::ranges::find(es_versions, version) != std::end(es_versions);
    const bool desktop_number = std::ranges::find(desktop_versions, version) != std::end(desktop_versions);
    const std::string text = std::to_string(version);
    if (!es_number && !desktop_number) {
        context.error(number.where, "there is no version " + text + " of the language",
                      "this context has " + known_versions(context.options()));
        return;
    }
    if (version > (es_number ? context.options().newest_es : context.options().newest)) {
        context.error(number.where, "version " + text + " is not supported in this context",
                      "it has " + known_versions(context.options()));
        // What follows is read in its own version all the same.
    }
    if (es_number) {
        if (version >= 300 && profile != "es") {
            context.error(number.where, "version " + text + " is one of OpenGL ES", "#version " + text + " es");
        } else if (version == 100 && !profile.empty()) {
            context.error(number.where, "version 100 has no profiles", "#version 100");
        }
        set_language(context, version, Profile::Es);
        return;
    }
    // 1.40 has no profiles: a context that is compatible has what 1.30 has.
    Profile chosen =
        version < 140 || (version == 140 && context.options().compatibility) ? Profile::Compatibility : Profile::Core;
    if (!profile.empty() && version < 150) {
        context.error(number.where, "profiles begin with version 150", "#version " + text);
    } else if (profile == "compatibility") {
        chosen = Profile::Compatibility;
        if (!context.options().compatibility) {
            context.error(number.where, "this context has no compatibility profile", "#version " + text + " core");
        }
    } else if (!profile.empty() && profile != "core") {
        context.error(number.where, "there is no profile " + std::string(profile) + " of version " + text,
                      "core and compatibility");
    }
    set_language(context, version, chosen);
}

void refuse_extension(PreprocessorContext& context, const RawToken& name, int row, bool required) {
    const std::string text = "extension " + std::string(name.text) + " is not supported";
    std::string hint;
    if (row >= 0 && holds(extension_row(row).core, context.language())) {
        hint = "this version of the language has what it adds";
    } else if (row >= 0 && !holds(extension_row(row).where, context.language())) {
        hint = "it is known in the versions from " + listed(extension_row(row).where) + " on";
    }
    if (required)
        context.error(name.where, text, std::move(hint));
    else
        context.warning(name.where, text, std::move(hint));
}

void set_extension(PreprocessorContext& context, const RawToken& name, std::string_view behavior) {
    const int row = name.text.starts_with("GL_") ? find_extension(name.text) : -1;
    if (row < 0 || !context.supported(row)) return refuse_extension(context, name, row, behavior == "require");
    enable_extension(context.language().enabled, row, behavior != "disable");
    context.result().warned.set(row, behavior == "warn");
    if (name.text == "GL_ARB_compatibility" && context.options().compatibility) {
        if (behavior != "disable") context.language().profile = Profile::Compatibility;
    }
    context.language_changed();
}

void set_all_extensions(PreprocessorContext& context, const RawToken& name, std::string_view behavior) {
    if (behavior == "require" || behavior == "enable") {
        context.error(name.where, "#extension all can be warn or disable only");
        return;
    }
    const bool on = behavior == "warn";
    for (int row = 0; row < extension_count(); ++row) {
        const bool enabled = on && context.supported(row);
        context.language().enabled.set(row, enabled);
        context.result().warned.set(row, enabled);
    }
    context.language_changed();
}

}  // namespace

void use_default_version(PreprocessorContext& context) {
    if (context.options().newest >= 110)
        set_language(context, 110, Profile::Compatibility);
    else
        set_language(context, 100, Profile::Es);
}

void read_version(PreprocessorContext& context, Lexer& lexer, const Location& where) {
    const RawToken number = lexer.next();
    int version = 0;
    const char* const end = number.text.data() + number.text.size();
    if (number.kind != RawKind::Number || std::from_chars(number.text.data(), end, version).ptr != end) {
        context.error(where, "#version wants a number", "as in #version 330 core");
        return;
    }
    std::string_view profile;
    RawToken next = lexer.next();
    if (next.kind == RawKind::Name) {
        profile = next.text;
        next = lexer.next();
    }
    if (next.kind != RawKind::NewLine) context.error(next.where, "more after #version");
    context.result().version_written = true;
    set_version(context, number, version, profile);
}

void read_extension(PreprocessorContext& context, Lexer& lexer, const Location& where) {
    const RawToken name = lexer.next();
    const RawToken colon = lexer.next();
    const RawToken behavior = lexer.next();
    if (name.kind != RawKind::Name || colon.kind != RawKind::Mark || colon.mark != TokenKind::Colon ||
        behavior.kind != RawKind::Name) {
        context.error(where, "#extension wants a name, a colon and a behaviour", "#extension GL_NAME : enable");
        return;
    }
    if (behavior.text != "require" && behavior.text != "enable" && behavior.text != "warn" &&
        behavior.text != "disable") {
        context.error(behavior.where, "\"" + std::string(behavior.text) + "\" is no behaviour of #extension",
                      "require, enable, warn or disable");
        return;
    }
    const RawToken end = lexer.next();
    if (end.kind != RawKind::NewLine) context.error(end.where, "more after #extension");
    if (!context.result().tokens.empty()) {
        const std::string text = "#extension stands after the text of the shader has begun";
        if (context.language().is_es())
            context.error(where, text);
        else
            context.warning(where, text);
    }
    if (name.text == "all")
        set_all_extensions(context, name, behavior.text);
    else
        set_extension(context, name, behavior.text);
}

}  // namespace glsl
