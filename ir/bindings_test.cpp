#include "ir/bindings.h"

#include <gtest/gtest.h>
#include <vector>

namespace arbasm {
namespace {

constexpr BindingSide sides[] = {BindingSide::Input, BindingSide::Output, BindingSide::Parameter};

// Bindings of a row that differ in all that its pattern says.
std::vector<Binding> bindings_of(const BindingRow& row, Stage stage, BindingSide side) {
    const auto has = [&row](std::string_view part) { return row.pattern.find(part) != std::string_view::npos; };
    Binding binding;
    binding.kind = row.kind;
    std::vector<Binding> list{binding};
    if (has("[")) binding.index = has("[4]") ? 4 : 3;
    if (has("%")) binding.row = 2, binding.form = MatrixForm::InverseTranspose;
    list.push_back(binding);
    if (has("@")) binding.back = true;
    if (has("$")) binding.secondary = true;
    list.push_back(binding);
    const bool patch = row.kind == BindingKind::PatchAttrib || row.kind == BindingKind::TessOuter ||
                       row.kind == BindingKind::TessInner;
    if (side == BindingSide::Input && stage == Stage::TessControl && (patch || belongs_to_vertex(stage, row.kind))) {
        binding.of_output = true;
        list.push_back(binding);
    }
    return list;
}

TEST(Bindings, AreFoundByWhatTheyAreSpelled) {
    int found = 0;
    for (int n = 0; n < stage_count; ++n)
        for (const BindingSide side : sides) {
            const auto stage = static_cast<Stage>(n);
            for (const BindingRow& row : binding_rows()) {
                if (row.pattern.empty() || !(row.where & binding_scope(stage, InstructionSet::Nv50, side))) continue;
                for (const Binding& binding : bindings_of(row, stage, side)) {
                    const std::string text = binding_text(binding, stage, InstructionSet::Nv50, side);
                    const std::optional<Binding> again = find_binding(text, stage, side);
                    EXPECT_EQ(again, std::optional(binding)) << text;
                    ++found;
                }
            }
        }
    EXPECT_GT(found, 1000);
}

TEST(Bindings, MayBeSpelledWithWordsThatSayNothing) {
    const auto same = [](std::string_view one, std::string_view other, Stage stage, BindingSide side) {
        const auto first = find_binding(one, stage, side), second = find_binding(other, stage, side);
        EXPECT_TRUE(first && first == second) << one;
    };
    same("result.color.front.primary", "result.color", Stage::Vertex, BindingSide::Output);
    same("result.color[0]", "result.color", Stage::Fragment, BindingSide::Output);
    same("state.matrix.modelview[0].row[1]", "state.matrix.modelview.row[1]", Stage::Vertex, BindingSide::Parameter);
}

TEST(Bindings, OfOtherPlacesAreNone) {
    for (const std::string_view text : {"vertex.position", "fragment.position.x", "fragment.texcoord[1", "fragment",
                                        "fragment.texcoord[x]", "result.color", "state.fog.color", ""})
        EXPECT_FALSE(find_binding(text, Stage::Fragment, BindingSide::Input)) << text;
    EXPECT_FALSE(find_binding("state.light[0].spot", Stage::Vertex, BindingSide::Parameter));
    EXPECT_FALSE(find_binding("state.matrix.mvp", Stage::Vertex, BindingSide::Parameter)) << "a row of it is one";
    Binding held;
    held.kind = BindingKind::Color;
    held.index = 2;
    held.of_output = true;
    EXPECT_EQ(find_binding("fragment.out.color[2]", Stage::Fragment, BindingSide::Input), std::optional(held));
}

}  // namespace
}  // namespace arbasm
