#include "machines/tegra/commands/registers.h"

#include <gtest/gtest.h>
#include <set>

namespace machines::tegra {
namespace {

TEST(TegraRegisters, NamesAndOffsetsAgree) {
    for (uint32_t offset = 0; offset < register_count; offset++)
        EXPECT_EQ(parse_register_name(register_name(offset)), static_cast<int32_t>(offset)) << register_name(offset);
    EXPECT_EQ(register_name(reg::RT_PARAMS + 1), "RT_PARAMS(1)");
    EXPECT_EQ(register_name(0x303), "LINKER_INSTRUCTION_1(1)");
    EXPECT_EQ(register_name(0xe44), "0xe44");
    for (const char* wrong : {"", "RT_PARAMS", "RT_PARAMS(16)", "RT_PARAMS(1", "INDEX_PTR(0)", "0x1000", "0x", "RT"})
        EXPECT_EQ(parse_register_name(wrong), -1) << wrong;
}

TEST(TegraRegisters, RowsDoNotOverlap) {
    std::set<uint32_t> taken;
    for (const RegisterInfo& info : register_table())
        for (uint32_t i = 0; i < info.count; i++)
            EXPECT_TRUE(taken.insert(info.offset + i * info.stride).second) << info.name << " " << i;
    for (const RegisterInfo& info : register_table())
        for (const RegisterField& field : fields_of(info.name)) EXPECT_LE(field.bits.low, field.bits.high);
}

TEST(TegraRegisters, FieldsHoldWhatIsPutIntoThem) {
    EXPECT_EQ(field::ATTRIB_MODE_STRIDE(12), 12u << 8);
    EXPECT_EQ(field::ATTRIB_MODE_STRIDE.get(0xabcdef12), 0xabcdefu);
    EXPECT_EQ(field::RT_PARAMS_FORMAT(63), 31u << 2);  // cut to its bits
    EXPECT_EQ(fields_of("VP_ATTRIB_IN_OUT_SELECT").size(), 2u);
    EXPECT_TRUE(fields_of("INDEX_PTR").empty());
}

TEST(TegraRegisters, ResetStateComesBeforeWhatItWouldBreak) {
    // NPOT textures break where 0x750… are not zeroed after 0xb00.
    size_t kick = 0, zeroed = 0;
    const auto resets = reset_state();
    ASSERT_EQ(resets.size(), 275u);
    for (size_t i = 0; i < resets.size(); i++) {
        EXPECT_LT(resets[i].first, register_count);
        if (resets[i].first == reg::UNKNOWN_B00) kick = i;
        if (resets[i].first == reg::UNKNOWN_750) zeroed = i;
    }
    EXPECT_LT(kick, zeroed);
}

}  // namespace
}  // namespace machines::tegra
