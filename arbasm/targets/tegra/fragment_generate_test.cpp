#include "arbasm/targets/tegra/fragment_generate.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>

#include "arbasm/targets/tegra/fragment_pipeline.h"
#include "arbasm/targets/tegra/numbers.h"

namespace arbasm::tegra {
namespace {

std::shared_ptr<const Program> parsed(const std::string& text) {
    const ParseResult result = parse(text);
    EXPECT_TRUE(result.program) << text << (result.errors.empty() ? "" : format(result.errors[0], text));
    return result.program;
}

struct Representative {
    const char *name, *body;
    int best;
};
const Representative representatives[] = {
#include "arbasm/targets/tegra/representative_programs_test.inc"
};
std::string whole(const Representative& row) {
    return std::string(
               "!!ARBfp1.0\nTEMP r, s, u;\nATTRIB c = fragment.color;\nATTRIB t0 = fragment.texcoord[0];\n"
               "ATTRIB t1 = fragment.texcoord[1];\nATTRIB t2 = fragment.texcoord[2];\n"
               "PARAM p = program.local[0];\nPARAM q = program.local[1];\nPARAM e = program.local[2];\n") +
           row.body + "\nEND\n";
}

TEST(FragmentGenerate, PacketsAreCloseToTheBest) {
    const bool show = std::getenv("ASMGL_TEGRA_SHOW") != nullptr;
    for (const auto precision : {FragmentOptions::Fp20, FragmentOptions::Mixed}) {
        for (const Representative& row : representatives) {
            const auto program = parsed(whole(row));
            ASSERT_TRUE(program) << row.name;
            const GeneratedFragment made = generate_fragment(*program, {precision});
            ASSERT_TRUE(made.errors.empty()) << row.name << ": " << made.errors[0].message;
            if (show)
                std::printf("%-16s %d packets, best %d, %zu EXECs\n%s", row.name, made.packets, row.best,
                            made.code.execs.size(), made.packets > row.best ? disassemble(made.code).c_str() : "");
            EXPECT_LE(made.packets, row.best * 1.25) << row.name << "\n" << disassemble(made.code);
        }
    }
}

}  // namespace
}  // namespace arbasm::tegra
