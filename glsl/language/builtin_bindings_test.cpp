// Every binding of the table of built-in variables is one that the assembler takes, in each stage of its row.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "glsl/language/builtin_variables.h"

#include "arbasm/assembler.h"

namespace glsl {
namespace {

// By stage letter: the header with all options that unlock bindings, and the stage's word.
struct StageText {
    char letter;
    std::string_view header;
    std::string_view word;
};

constexpr StageText stages[] = {
    {'v',
     "!!NVvp5.0\nOPTION NV_internal;\nOPTION NV_viewport_array2;\nOPTION NV_stereo_view_rendering;\n"
     "OPTION NV_shader_thread_group;\n",
     "vertex"},
    {'c',
     "!!NVtcp5.0\nOPTION NV_internal;\nOPTION NV_viewport_array2;\nOPTION NV_stereo_view_rendering;\nOPTION "
     "NV_shader_thread_group;\n"
     "VERTICES_OUT 3;\n",
     "primitive"},
    {'e',
     "!!NVtep5.0\nOPTION NV_internal;\nOPTION NV_viewport_array2;\nOPTION NV_stereo_view_rendering;\nOPTION "
     "NV_shader_thread_group;\n"
     "TESS_MODE TRIANGLES;\n",
     "primitive"},
    {'g',
     "!!NVgp5.0\nOPTION NV_internal;\nOPTION ARB_viewport_array;\nOPTION NV_viewport_array2;\nOPTION "
     "NV_stereo_view_rendering;\n"
     "OPTION NV_shader_thread_group;\nPRIMITIVE_IN PATCHES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n",
     "primitive"},
    {'f',
     "!!NVfp5.0\nOPTION ARB_draw_buffers;\nOPTION ARB_blend_func_extended;\nOPTION ARB_fragment_layer_viewport;\n"
     "OPTION NV_shader_thread_group;\nOPTION NV_conservative_raster_underestimation;\nOPTION NV_internal;\n",
     "fragment"},
    {'k', "!!NVcp5.0\nOPTION NV_shader_thread_group;\nGROUP_SIZE 4;\n", "invocation"},
};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

// A program that reads or writes it must be right.
void expect_binding(const StageText& stage, std::string binding, bool written, std::string_view of) {
    if (binding.empty() || binding.starts_with("special")) return;
    // Masks have one word.
    binding = replaced(binding, "[n]", binding.find("viewportmask") != std::string::npos ? "[0]" : "[1]");
    binding = replaced(replaced(replaced(binding, "[c]", "[1]"), "[i]", "[1]"), "~", stage.word);
    const size_t point = binding.rfind('.');
    const bool has_components = binding.find_first_not_of("xyzw", point + 1) == std::string::npos;
    const std::string name = has_components ? binding.substr(0, point) : binding;
    const std::string mask = has_components ? binding.substr(point) : "";
    std::string program(stage.header);
    if (written) {
        program += "MOV " + name + mask + ", 1.0;\nEND\n";
    } else {
        program += "TEMP r;\nMOV r, " + name + (mask.size() == 2 ? mask : "") + ";\nEND\n";
    }
    const arbasm::ParseResult result = arbasm::parse(program);
    EXPECT_NE(result.program, nullptr) << of << ": " << binding << "\n"
                                       << program << (result.errors.empty() ? "" : result.errors[0].message);
}

bool is_written(const VariableRow& row) {
    return row.storage == BuiltinStorage::Out || row.storage == BuiltinStorage::PatchOut;
}

TEST(BuiltinBindings, OfVariables) {
    for (const VariableRow& row : all_variables()) {
        const std::string structure(row.type.substr(0, row.type.find('[')));
        for (const StageText& stage : stages) {
            // Compute programs know no state of the fixed functions.
            if (row.stages == "*" ? stage.letter == 'k' && row.storage == BuiltinStorage::Uniform &&
                                        !row.binding.starts_with("state.thread")
                                  : row.stages.find(stage.letter) == std::string_view::npos) {
                continue;
            }
            if (structure == "gl_PerVertex") continue;
            if (!structure.starts_with("gl_")) {
                expect_binding(stage, std::string(row.binding), is_written(row), row.name);
                continue;
            }
            ASSERT_FALSE(members_of(structure).empty()) << row.name;
            for (const MemberRow& member : members_of(structure)) {
                expect_binding(stage, replaced(std::string(member.binding), "@", row.binding), false,
                               std::string(row.name) + "." + std::string(member.name));
            }
        }
    }
}

TEST(BuiltinBindings, OfVertices) {
    for (const MemberRow& member : members_of("gl_PerVertex")) {
        const bool only_written = member.where.starts_with("NV_");
        for (const StageText& stage : stages) {
            const std::string binding(member.binding);
            if (binding.starts_with("special")) continue;
            const bool reads = stage.letter == 'c' || stage.letter == 'e' || stage.letter == 'g';
            if (reads && !only_written) expect_binding(stage, "vertex[1]." + binding, false, member.name);
            if (reads || stage.letter == 'v') expect_binding(stage, "result." + binding, true, member.name);
        }
    }
}

}  // namespace
}  // namespace glsl
