// Every row of the specifications' instruction tables: what it allows is accepted and reads back, what stands next to
// it and is not allowed is refused.
#include "arbasm/testing/opcode_rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

#include "arbasm/assembler.h"
#include "arbasm/testing/frame.h"

namespace arbasm {

void PrintTo(const OpcodeRow& row, std::ostream* out);
void PrintTo(const OpcodeRow& row, std::ostream* out) { *out << row.id; }

namespace {

const auto all_opcode_rows = opcode_rows();

bool is_nv4(std::string_view header) { return header.starts_with("!!NV"); }

// Whether some row lets a program of this header, with these options and no others, write this.
bool is_allowed(Opcode opcode, std::string_view header, const std::vector<std::string_view>& options,
                std::string_view type, std::string_view modifier) {
    return std::any_of(std::begin(all_opcode_rows), std::end(all_opcode_rows), [&](const OpcodeRow& row) {
        if (row.opcode != opcode || !contains(row.headers, header)) return false;
        for (std::string_view needed : words(row.options)) {
            if (std::find(options.begin(), options.end(), needed) == options.end()) return false;
        }
        return (type.empty() || contains(row.types, type)) && (modifier.empty() || contains(row.modifiers, modifier));
    });
}

class OpcodeRows : public testing::TestWithParam<OpcodeRow> {
  protected:
    void accepts(const OpcodeUse& use) {
        const ParseResult result = parse(use.text);
        if (!result.program) {
            ASSERT_FALSE(result.errors.empty());
            ADD_FAILURE() << "refused: " << format(result.errors[0], use.text);
            return;
        }
        const std::string printed = print(*result.program);
        const ParseResult again = parse(printed);
        ASSERT_NE(again.program, nullptr) << format(again.errors[0], printed) << printed;
        EXPECT_EQ(*again.program, *result.program) << printed;
    }
    // An error must be about the instruction, or `anywhere`: an option may be missed where something is declared.
    void refuses(const OpcodeUse& use, bool anywhere = false) {
        const ParseResult result = parse(use.text);
        ASSERT_EQ(result.program, nullptr) << "accepted:\n" << use.text;
        const bool about_it =
            anywhere || std::any_of(result.errors.begin(), result.errors.end(), [&](const Diagnostic& error) {
                return error.where.offset >= use.begin && error.where.offset <= use.end;
            });
        EXPECT_TRUE(about_it) << format(result.errors[0], use.text) << use.text;
    }
};

TEST_P(OpcodeRows, AllowWhatTheySay) {
    const OpcodeRow& row = GetParam();
    const auto options = words(row.options);
    for (std::string_view header : words(row.headers)) {
        for (std::string_view type : words(row.types)) accepts(opcode_use(row, header, options, type, {}));
        for (std::string_view modifier : words(row.modifiers)) {
            accepts(opcode_use(row, header, options, type_for_modifier(row, modifier), modifier));
        }
    }
}

TEST_P(OpcodeRows, RefuseTheirNeighbours) {
    const OpcodeRow& row = GetParam();
    const auto options = words(row.options);
    for (std::string_view header : words(row.headers)) {
        const std::string_view first = words(row.types).front();
        // Modifiers and types that no row gives it here.
        const auto universe = is_nv4(header) ? words(
                                                   ".CC .SAT .SSAT .NTC .PREC H .HI .S24 .U24 .COH .VOL .CTA .SPARSE "
                                                   ".LODCLAMP .ROUND .TRUNC .ADD .INCR .NONSENSE")
                                             : words("R H X C C0 C1 _SAT _SSAT .S .CC _NONSENSE");
        for (std::string_view modifier : universe) {
            if (is_allowed(row.opcode, header, options, {}, modifier)) continue;
            // .ROUND.PREC and the like are left open; so is clamping an unsized conversion to [-1,1].
            if (row.opcode == Opcode::Cvt && (modifier == ".NTC" || modifier == ".PREC" || modifier == ".SSAT"))
                continue;
            if (find_opcode(std::string(spelling(row.opcode)) + std::string(modifier)) != Opcode::Count) continue;
            if (contains(row.types, modifier.substr(1))) continue;
            refuses(opcode_use(row, header, options, first, modifier));
        }
        if (is_nv4(header)) {
            for (std::string_view type : words("- F S U F64 S64 U64 F32X4 F32X3 ADD ADD.U32 INCR F32.S32")) {
                if (is_allowed(row.opcode, header, options, type, {})) continue;
                refuses(opcode_use(row, header, options, type, {}));
            }
        }
        // Without one of the options it needs.
        for (std::string_view missing : options) {
            std::vector<std::string_view> others;
            std::copy_if(options.begin(), options.end(), std::back_inserter(others),
                         [&](std::string_view option) { return option != missing; });
            if (!is_allowed(row.opcode, header, others, first, {})) {
                refuses(opcode_use(row, header, others, first, {}), true);
            }
        }
    }
    // Under other headers the word is no instruction.
    for (std::string_view header : all_headers()) {
        // 4.1 has no tables of its own: it has what 4.0 has, and the rows for what it adds.
        std::string base(header);
        if (base.ends_with("4.1")) base.back() = '0';
        const bool known =
            std::any_of(std::begin(all_opcode_rows), std::end(all_opcode_rows), [&](const OpcodeRow& other) {
                return other.opcode == row.opcode && (contains(other.headers, header) || contains(other.headers, base));
            });
        if (known) continue;
        OpcodeUse use;
        use.text = opening(header, {});
        use.begin = use.end = use.text.size();
        use.text += std::string(spelling(row.opcode)) + " t, a, b;" + closing(header);
        refuses(use);
    }
}

INSTANTIATE_TEST_SUITE_P(Tables, OpcodeRows, testing::ValuesIn(all_opcode_rows),
                         [](const auto& parameter) { return std::string(parameter.param.id); });

// The table of the language and the check list agree on who has what.
TEST(OpcodeCoverage, EveryOpcodeHasARowPerSet) {
    EXPECT_GE(std::size(all_opcode_rows), 649u);
    struct Set {
        std::string_view header, option;
        uint16_t older;
    };
    const Set sets[] = {
        {"!!VP1.0", "", older_vp10},
        {"!!VP1.1", "", older_vp11},
        {"!!VP2.0", "", older_vp20},
        {"!!FP1.0", "", older_fp10},
        {"!!ARBvp1.0", "", older_vp},
        {"!!ARBfp1.0", "", older_fp},
        {"!!ARBvp1.0", "NV_vertex_program2", older_vp2},
        {"!!ARBvp1.0", "NV_vertex_program3", older_vp3},
        {"!!ARBfp1.0", "NV_fragment_program", older_fp1},
        {"!!ARBfp1.0", "NV_fragment_program2", older_fp2},
    };
    constexpr std::string_view names[] = {"vp", "tcp", "tep", "gp", "fp", "cp"};
    for (int n = 0; n < opcode_count; ++n) {
        const auto opcode = static_cast<Opcode>(n);
        const OpcodeInfo& info = opcode_info(opcode);
        const auto has_row = [&](std::string_view header, std::string_view option) {
            return std::any_of(std::begin(all_opcode_rows), std::end(all_opcode_rows), [&](const OpcodeRow& row) {
                return row.opcode == opcode && contains(row.headers, header) &&
                       (option.empty() ? row.options.empty() || is_nv4(header) : contains(row.options, option));
            });
        };
        for (const Set& set : sets) {
            EXPECT_EQ(has_row(set.header, set.option), (info.older & set.older) != 0)
                << info.spelling << " " << set.header << " " << set.option;
        }
        for (int stage = 0; stage < stage_count; ++stage) {
            const bool in_stage = info.in_nv4 && (info.stages >> stage & 1);
            const std::string name = "!!NV" + std::string(names[stage]);
            EXPECT_EQ(has_row(name + "5.0", {}), in_stage) << info.spelling << " " << name << "5.0";
            if (stage == 0 || stage == 3 || stage == 4) {
                EXPECT_EQ(has_row(name + "4.0", {}), in_stage && info.first_nv == InstructionSet::Nv40)
                    << info.spelling << " " << name << "4.0";
            }
        }
    }
}

}  // namespace
}  // namespace arbasm
