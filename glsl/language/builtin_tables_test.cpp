// The tables of built-ins against the names that the texts of all versions have.
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "glsl/language/builtin_functions.h"
#include "glsl/language/builtin_variables.h"
#include "glsl/language/extensions.h"
#include "glsl/language/keywords.h"
#include "glsl/language/versions.h"

namespace glsl {
namespace {

std::vector<std::string_view> split(std::string_view text, char mark = ' ') {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const size_t end = std::min(text.find(mark), text.size());
        if (end != 0) parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

Language language_of(bool is_es, int version) {
    Language language;
    language.version = version;
    language.profile = is_es ? Profile::Es : Profile::Compatibility;
    return language;
}

struct VersionNames {
    bool is_es;
    int version;
    std::string_view names;
};

constexpr VersionNames function_names[] = {
#define NAMES(is_es, version, names) {is_es, version, names},
#include "glsl/language/testdata/names_of_functions.inc"
#undef NAMES
};

constexpr VersionNames variable_names[] = {
#define NAMES(is_es, version, names) {is_es, version, names},
#include "glsl/language/testdata/names_of_variables.inc"
#undef NAMES
};

template <class Rows>
bool any_holds(const Rows& rows, const Language& language) {
    return std::ranges::any_of(rows, [&](const auto& row) { return holds(row.where, language); });
}

TEST(BuiltinFunctions, EveryNameOfEveryTextIsThere) {
    for (const VersionNames& text : function_names) {
        const Language language = language_of(text.is_es, text.version);
        for (const std::string_view name : split(text.names)) {
            EXPECT_TRUE(any_holds(functions_named(name), language))
                << name << " of " << (text.is_es ? "es " : "") << text.version;
        }
    }
}

// A function that a text does not name must not be there without an extension either.
TEST(BuiltinFunctions, NoTextHasMore) {
    for (const VersionNames& text : function_names) {
        const Language language = language_of(text.is_es, text.version);
        const std::vector<std::string_view> names = split(text.names);
        std::set<std::string_view> more;
        for (const FunctionRow& row : all_functions()) {
            const bool named = std::ranges::find(names, row.name) != names.end();
            if (!named && holds(row.where, language)) more.insert(row.name);
        }
        // Wherever there are geometry shaders.
        more.erase("EmitVertex");
        more.erase("EndPrimitive");
        // Kept in the compatibility profile, whose names the newest texts do not repeat, or as drivers have it.
        std::erase_if(more, [&](std::string_view name) {
            if (name.starts_with("texture2D") || name.starts_with("texture3D") || name.starts_with("textureCube"))
                return true;  // in OpenGL ES, too
            return !text.is_es && (name.starts_with("texture1D") || name.starts_with("shadow") ||
                                   name.starts_with("noise") || name == "ftransform");
        });
        std::string list;
        for (const std::string_view name : more) list += std::string(name) + ' ';
        EXPECT_EQ(list, "") << (text.is_es ? "es " : "") << text.version;
    }
}

TEST(BuiltinFunctions, RowsAreWellFormed) {
    const auto rows = all_functions();
    EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &FunctionRow::name));
    for (const FunctionRow& row : rows) {
        for (const std::string_view signature : split(row.signatures, ';')) {
            const std::string call = " " + std::string(row.name) + "(";
            EXPECT_NE(signature.find(call), std::string_view::npos) << signature;
            EXPECT_TRUE(signature.ends_with(")")) << signature;
        }
        EXPECT_EQ(row.stages.find_first_not_of("vcegfk*"), std::string_view::npos) << row.name;
        EXPECT_FALSE(row.where.empty()) << row.name;
        if (row.meaning.kind == MeaningKind::Text) {
            EXPECT_TRUE(row.meaning.text.ends_with(";")) << row.name;
        }
    }
}

TEST(BuiltinFunctions, AreFoundByName) {
    EXPECT_EQ(functions_named("atan").size(), 4u);
    EXPECT_EQ(functions_named("no_such_function").size(), 0u);
    EXPECT_EQ(functions_named("").size(), 0u);
}

bool is_structure(std::string_view name) { return !members_of(name).empty(); }

TEST(BuiltinVariables, EveryNameOfEveryTextIsThere) {
    for (const VersionNames& text : variable_names) {
        const Language language = language_of(text.is_es, text.version);
        for (const std::string_view name : split(text.names)) {
            EXPECT_TRUE(is_structure(name) || any_holds(variables_named(name), language) ||
                        any_holds(constants_named(name), language))
                << name << " of " << (text.is_es ? "es " : "") << text.version;
        }
    }
}

TEST(BuiltinVariables, NoTextHasMore) {
    for (const VersionNames& text : variable_names) {
        const Language language = language_of(text.is_es, text.version);
        const std::vector<std::string_view> names = split(text.names);
        std::string more;
        const auto look = [&](const auto& rows) {
            for (const auto& row : rows) {
                const bool named = std::ranges::find(names, row.name) != names.end();
                if (!named && holds(row.where, language)) more += std::string(row.name) + ' ';
            }
        };
        look(all_variables());
        look(all_constants());
        EXPECT_EQ(more, "") << (text.is_es ? "es " : "") << text.version;
    }
}

TEST(BuiltinConstants, HaveAtLeastTheValuesOfTheNewestTexts) {
    const auto check = [](std::string_view name, int least) {
        const auto rows = constants_named(name);
        ASSERT_EQ(rows.size(), 1u) << name;
        EXPECT_GE(rows[0].values[0], least) << name;
    };
#define LEAST(name, value) check(#name, value);
#include "glsl/language/testdata/least_constants.inc"
#undef LEAST
}

// Every word of a *where* is a version or the name of an extension.
void expect_readable(std::string_view where, std::string_view of) {
    if (where == "text") return;
    for (std::string_view word : split(where)) {
        const size_t plus = word.find('+');
        const std::string_view first = word.substr(0, plus);
        const bool is_version = first.starts_with("es") || (first[0] >= '0' && first[0] <= '9');
        EXPECT_TRUE(is_version || find_extension(first) >= 0) << word << " of " << of;
    }
}

TEST(Tables, NameOnlyKnownExtensions) {
    for (const FunctionRow& row : all_functions()) expect_readable(row.where, row.name);
    for (const VariableRow& row : all_variables()) expect_readable(row.where, row.name);
    for (const ConstantRow& row : all_constants()) expect_readable(row.where, row.name);
    for (int row = 0; row < extension_count(); ++row) {
        const ExtensionRow& extension = extension_row(row);
        expect_readable(extension.where, extension.name);
        expect_readable(extension.core, extension.name);
        for (const std::string_view implied : split(extension.implied))
            EXPECT_GE(find_extension(implied), 0) << implied;
        EXPECT_EQ(find_extension(extension.name), row);
    }
#define GLSL_KEYWORD(name, word, where, reserved) expect_readable(where, word), expect_readable(reserved, word);
#define GLSL_RESERVED(word, where, reserved) expect_readable(where, word), expect_readable(reserved, word);
#include "glsl/language/keywords.def"
#undef GLSL_RESERVED
#undef GLSL_KEYWORD
}

}  // namespace
}  // namespace glsl
