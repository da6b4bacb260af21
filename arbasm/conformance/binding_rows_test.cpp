// Every row of the specifications' binding tables: accepted where it stands, with the indices and sizes it allows;
// refused where it does not.
#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

#include "arbasm/assembler.h"
#include "arbasm/testing/frame.h"
#include "ir/bindings.h"

namespace arbasm {
namespace {

struct BindingCheck {
    const char* id;
    std::string_view pattern, headers, options, good, bad;
};

void PrintTo(const BindingCheck& row, std::ostream* out);
void PrintTo(const BindingCheck& row, std::ostream* out) { *out << row.id; }

constexpr BindingCheck binding_checks[] = {
#define BINDING_ROW(...) {__VA_ARGS__},
#include "arbasm/conformance/binding_rows.inc"
#undef BINDING_ROW
};

struct Use {
    std::string_view declarations, instructions;
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::vector<Use> uses(std::string_view list) {
    std::vector<Use> result;
    while (!list.empty()) {
        const size_t end = std::min(list.find(" | "), list.size());
        const std::string_view one = list.substr(0, end);
        const size_t middle = one.find('!');
        result.push_back({trimmed(one.substr(0, middle)), trimmed(one.substr(middle + 1))});
        list.remove_prefix(std::min(end + 3, list.size()));
    }
    return result;
}

std::string text_of(const Use& use, std::string_view header, const std::vector<std::string_view>& options) {
    return opening(header, options, use.declarations) + std::string(use.instructions) + closing(header);
}

class BindingRows : public testing::TestWithParam<BindingCheck> {
  protected:
    void accepts(const std::string& text) {
        const ParseResult result = parse(text);
        if (!result.program) {
            ADD_FAILURE() << "refused: " << format(result.errors[0], text) << text;
            return;
        }
        const std::string printed = print(*result.program);
        const ParseResult again = parse(printed);
        ASSERT_NE(again.program, nullptr) << format(again.errors[0], printed) << printed;
        EXPECT_TRUE(*again.program == *result.program) << printed;
    }
    void refuses(const std::string& text) {
        const ParseResult result = parse(text);
        EXPECT_TRUE(result.program == nullptr) << "accepted:\n" << text;
    }
};

TEST_P(BindingRows, AreAcceptedWhereTheyStand) {
    const BindingCheck& row = GetParam();
    const auto options = words(row.options);
    for (std::string_view header : words(row.headers)) {
        for (const Use& use : uses(row.good)) accepts(text_of(use, header, options));
        for (const Use& use : uses(row.bad)) refuses(text_of(use, header, options));
    }
}

TEST_P(BindingRows, AreRefusedElsewhere) {
    const BindingCheck& row = GetParam();
    const auto options = words(row.options);
    const auto is_known = [&](std::string_view header, const std::vector<std::string_view>& having) {
        return std::any_of(std::begin(binding_checks), std::end(binding_checks), [&](const BindingCheck& other) {
            if (other.pattern != row.pattern || !contains(other.headers, header)) return false;
            const auto needed = words(other.options);
            return std::all_of(needed.begin(), needed.end(), [&](std::string_view option) {
                return std::find(having.begin(), having.end(), option) != having.end();
            });
        });
    };
    const auto good = uses(row.good);
    if (good.empty()) return;
    for (std::string_view header : all_headers()) {
        // The registers of the oldest languages mean nothing in the others, where everything is declared.
        const bool registers = header.starts_with("!!VP") || header.starts_with("!!FP");
        if (registers || row.headers.starts_with("!!VP") || row.headers.starts_with("!!FP")) continue;
        if (is_known(header, {})) continue;
        const bool listed = std::any_of(
            std::begin(binding_checks), std::end(binding_checks),
            [&](const BindingCheck& other) { return other.pattern == row.pattern && contains(other.headers, header); });
        // Either the header lacks it altogether, or an option for it is missing.
        if (!listed || contains(row.headers, header)) refuses(text_of(good.front(), header, {}));
    }
}

INSTANTIATE_TEST_SUITE_P(Tables, BindingRows, testing::ValuesIn(binding_checks),
                         [](const auto& parameter) { return std::string(parameter.param.id); });

// Every spelling in bindings.def is the subject of a row here, and nothing was lost.
TEST(BindingCoverage, EveryBindingHasARow) {
    EXPECT_EQ(std::size(binding_checks), 440u /* 429 of the specifications */);
    for (const BindingRow& row : binding_rows()) {
        if (row.pattern.empty() || row.where == 0) continue;
        // Up to the first variable part: "state.light", "position".
        std::string_view stem = row.pattern.substr(row.pattern[0] == '~' ? 1 : 0);
        stem = stem.substr(0, stem.find_first_of("[@$%"));
        EXPECT_TRUE(std::any_of(std::begin(binding_checks), std::end(binding_checks), [&](const BindingCheck& check) {
            return check.pattern.find(stem) != std::string_view::npos;
        })) << row.pattern;
    }
}

}  // namespace
}  // namespace arbasm
