// Every row of the table of layouts, written in small and in capital letters: one identifier in desktop GLSL, two in
// OpenGL ES.
#include "glsl/check/layouts.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glsl/compile.h"

namespace glsl {
namespace {

constexpr arbasm::Stage layout_stages[] = {arbasm::Stage::Vertex,         arbasm::Stage::TessControl,
                                           arbasm::Stage::TessEvaluation, arbasm::Stage::Geometry,
                                           arbasm::Stage::Fragment,       arbasm::Stage::Compute};

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
    return result;
}

std::vector<std::string> words_of(std::string_view list) {
    std::vector<std::string> words;
    while (!list.empty()) {
        const size_t end = std::min(list.find(' '), list.size());
        words.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return words;
}

// The extensions among the words of a row's *where*.
std::string extension_lines(std::string_view where) {
    std::string lines;
    for (const std::string& word : words_of(where))
        if (word[0] >= 'A' && word[0] <= 'Z')
            lines += "#extension GL_" + word.substr(0, word.find('+')) + " : enable\n";
    return lines;
}

std::vector<std::string> errors_of(arbasm::Stage stage, const std::string& text) {
    const std::string_view strings[] = {text};
    const auto shader = compile(stage, strings);
    std::vector<std::string> errors;
    for (const Message& message : shader->messages.all())
        if (message.severity == Severity::Error) errors.push_back(message.text);
    return errors;
}

// A declaration of a kind that rows name.
std::string declaration_with(const std::string& declaration, const std::string& layout) {
    const std::string storage = declaration.substr(0, declaration.find('-')), with = "layout(" + layout + ") ";
    if (declaration.ends_with("-default")) return with + storage + ";\n";
    if (declaration.ends_with("-block")) return with + storage + " Block { vec4 member; } block;\n";
    if (declaration.ends_with("-member")) return storage + " Block { " + with + "vec4 member; } block;\n";
    if (storage.starts_with("gl_"))
        return with + (storage == "gl_FragDepth" ? "out float " : "in vec4 ") + storage + ";\n";
    if (storage == "function") return with + "void f() {}\n";
    return with + storage + " vec4 v;\n";
}

// What is said of a declaration with an identifier in small and in capital letters, upper and lower case aside.
void expect_same(arbasm::Stage stage, const std::string& head, const std::string& declaration, const std::string& name,
                 const std::string& number) {
    const std::vector<std::string> small = errors_of(stage, head + declaration_with(declaration, name + number)),
                                   capital =
                                       errors_of(stage, head + declaration_with(declaration, upper(name) + number));
    ASSERT_EQ(small.size(), capital.size())
        << name << " at " << declaration << ": " << (small.empty() ? capital : small).front();
    for (size_t n = 0; n < small.size(); ++n)
        EXPECT_EQ(upper(small[n]), upper(capital[n])) << name << " at " << declaration;
}

// The columns of the table as they stand there.
struct TextRow {
    std::string name;
    std::string_view sets, where, stages, declarations;

    bool takes_number() const {
        return sets.starts_with("NUMBER") || sets.starts_with("STAGE_NUMBER") || sets.starts_with("GROUP_SIZE");
    }
};
const TextRow text_rows[] = {
#define GLSL_LAYOUT(name, sets, where, stages, declarations) {#name, #sets, where, stages, declarations},
#include "glsl/check/layout_identifiers.def"
};

TEST(Layouts, CapitalLettersCountInOpenGlEsOnly) {
    for (const TextRow& row : text_rows) {
        const std::string &name = row.name, number = row.takes_number() ? " = 1" : "";
        for (size_t s = 0; s < std::size(layout_stages); ++s) {
            if (row.stages != "*" && row.stages.find("vcegfk"[s]) == std::string_view::npos) continue;
            for (const std::string& declaration : words_of(row.declarations)) {
                expect_same(layout_stages[s], "#version 460 compatibility\n" + extension_lines(row.where), declaration,
                            name, number);
                if (declaration == "function") continue;  // there are no subroutines
                const std::string es = "#version 320 es\n" + extension_lines(row.where) + "precision highp float;\n";
                const std::vector<std::string> errors =
                    errors_of(layout_stages[s], es + declaration_with(declaration, upper(name) + number));
                EXPECT_TRUE(std::ranges::find(errors, "there is no layout " + upper(name)) != errors.end())
                    << name << " at " << declaration;
            }
        }
    }
}

TEST(Layouts, FormatsOfImagesInCapitalLetters) {
    size_t formats = 0;
    for (const std::string_view row : {
#define GLSL_IMAGE_FORMAT(name, scalar, where) #name " " #scalar " " where,
#include "glsl/check/layout_identifiers.def"
         }) {
        const std::vector<std::string> words = words_of(row);
        const std::string kind = words[1] == "Int" ? "i" : words[1] == "Uint" ? "u" : "";
        const std::string& name = words[0];
        const std::string declared = "coherent uniform " + kind + "image2D image;\n",
                          head = "#version 460 compatibility\n" + extension_lines(row.substr(row.find(' ') + 1));
        if (name.starts_with("size")) continue;  // of EXT_shader_image_load_store, which has its own rules
        ++formats;
        for (const std::string& written : {name, upper(name)}) {
            const std::string text = head + "layout(" + written + ") " + declared;
            const std::vector<std::string> errors = errors_of(arbasm::Stage::Fragment, text);
            EXPECT_TRUE(errors.empty()) << text << (errors.empty() ? "" : errors[0]);
        }
        const std::string es =
            "#version 320 es\nlayout(" + upper(name) + ") readonly uniform highp " + kind + "image2D image;\n";
        const std::vector<std::string> errors = errors_of(arbasm::Stage::Fragment, es);
        EXPECT_TRUE(std::ranges::find(errors, "there is no layout " + upper(name)) != errors.end()) << es;
    }
    EXPECT_GE(formats, 39u);  // table of 4.4.7 of GLSL 4.60
}

TEST(Layouts, OneIdentifierStandsOnceHoweverItIsWritten) {
    const std::vector<std::string> errors =
        errors_of(arbasm::Stage::Geometry, "#version 150\nlayout(points, POINTS) in;\n");
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors[0], "the layout POINTS is given twice");
}

// They are of the compatibility profile since GLSL 4.20 (4.3 of GLSL 4.30).
TEST(Keywords, AttributeAndVaryingFrom420OnInTheCompatibilityProfile) {
    struct Row {
        const char* version;
        bool taken;
    };
    for (const Row& row :
         {Row{"110", true}, Row{"150", true}, Row{"410", true}, Row{"410 core", true}, Row{"420", false},
          Row{"420 core", false}, Row{"450", false}, Row{"460 core", false}, Row{"420 compatibility", true},
          Row{"460 compatibility", true}, Row{"100", true}, Row{"300 es", false}})
        for (const char* const word : {"attribute", "varying"}) {
            const std::string text = std::string("#version ") + row.version + "\n" + word + " vec4 a;\n";
            const std::vector<std::string> errors = errors_of(arbasm::Stage::Vertex, text);
            EXPECT_EQ(errors.empty(), row.taken) << text << (errors.empty() ? "" : errors[0]);
        }
}

}  // namespace
}  // namespace glsl
