#include "machines/ctm/assembly/object.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

#include "machines/ctm/assembly/listing.h"
#include "machines/ctm/commands/commands.h"
#include "machines/ctm/surfaces/surface.h"

namespace machines::ctm {
namespace {

Object sample() {
    const Listing assembled = assemble(
        "TEX tex_op=LD tex_id=3 rgb_wmask=rgb alpha_wmask=1 src=r0.rgrr dst=r5.rgba tex_sem_wait=1 tex_sem_acquire=1\n"
        "FC flow_op=REP int_addr=2 jump_addr=4\n"
        "ALU rgb_op=MAD alpha_op=MAD rgb_wmask=rgb rgb.src0=r5 rgb.src1=c7 rgb.a=src0.rgb rgb.b=src1.rgb\n"
        "FC flow_op=ENDREP int_addr=2 jump_func=255 jump_any=1 jump_addr=2\n"
        "OUT tex_sem_wait=1 rgb_op=MAX alpha_op=MAX rgb_omask=rgb rgb_target=1 w_omask=1 rgb.src0=r5 rgb.a=src0.rgb\n");
    EXPECT_TRUE(assembled.errors.empty());
    Object object = make_object(assembled.slots);
    object.literals = {{7, {1, 2, 3, 4}}};
    object.integers = {{2, {5, 0, 0, 0}}};
    object.textures = {{3, 8, true}, {1, 13, false}};
    return object;
}

TEST(Object, SaysWhatTheProgramUses) {
    const Object object = sample();
    EXPECT_EQ(object.inputs, (std::vector<uint32_t>{3}));
    EXPECT_EQ(object.outputs, (std::vector<uint32_t>{1}));
    EXPECT_EQ(object.float_constants, (std::vector<uint32_t>{7}));
    EXPECT_EQ(object.integer_constants, (std::vector<uint32_t>{2}));
    EXPECT_TRUE(object.conditional_output);
    EXPECT_TRUE(object.full_flow_control);
    EXPECT_EQ(object.temporaries, 6u);
}

TEST(Object, WrittenAndReadBack) {
    const Object object = sample();
    const ReadObject read = read_object(write_object(object));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.object, object);
}

// The header as the guide has it.
TEST(Object, HasTheGuidesHeader) {
    const std::vector<uint8_t> bytes = write_object(sample());
    const std::vector<uint8_t> identification{0x7f, 'E', 'L', 'F', 1, 1, 1, 98, 1, 0, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(std::vector<uint8_t>(bytes.begin(), bytes.begin() + 16), identification);
    const auto half = [&](size_t at) { return bytes[at] | bytes[at + 1] << 8; };
    EXPECT_EQ(half(16), 2);    // ET_EXEC
    EXPECT_EQ(half(18), 122);  // e_machine
    EXPECT_EQ(half(20), 1);    // e_version
    EXPECT_EQ(half(24), 0);    // e_entry
    EXPECT_EQ(half(36), 1);    // e_flags
}

// What the project wrote before: another machine number, and no note of its layout.
std::vector<uint8_t> older(std::vector<uint8_t> bytes, bool keep_machine = false) {
    if (!keep_machine) {
        bytes[7] = bytes[8] = 0;
        bytes[18] = 0x43;
        bytes[19] = 0x44;
        bytes[36] = 0;
    }
    const std::string note("asmgl\0\0\0\1\0\0\0", 12);
    const auto at = std::search(bytes.begin(), bytes.end(), note.begin(), note.end());
    EXPECT_NE(at, bytes.end());
    *at = 'x';  // somebody's
    return bytes;
}

TEST(Object, OlderOnesAreRead) {
    Object object = sample();
    object.temporaries = 40;
    object.position_register = 5;
    const ReadObject read = read_object(older(write_object(object)));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.object, object);
}

// Program information whose layout is not known gives nothing, in another tool's object.
TEST(Object, OthersAreRead) {
    const Object object = sample();
    Object odd = object;
    odd.temporaries = 40;
    odd.position_register = 5;
    const ReadObject read = read_object(older(write_object(odd), true));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.object, object);
    std::vector<uint8_t> linux_one = write_object(object);
    linux_one[7] = 3;  // the machine number alone is somebody else's
    EXPECT_EQ(read_object(linux_one).error, "not an ELF file for the DPP array");
    EXPECT_EQ(read_object(linux_one, true).error, "");
}

TEST(Object, ReadelfAcceptsIt) {
    if (std::system("command -v readelf >/dev/null") != 0) GTEST_SKIP() << "no readelf";
    const std::string name = testing::TempDir() + "ctm_object_test.elf";
    const std::vector<uint8_t> bytes = write_object(sample());
    FILE* file = std::fopen(name.c_str(), "wb");
    ASSERT_TRUE(file);
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
    // What these cannot know is the machine, its header's values and the notes' types; they warn of all that is
    // damaged.
    EXPECT_EQ(std::system(("readelf -a " + name + " 2>&1 | grep -iE 'warning|error' && exit 1; exit 0").c_str()), 0);
    if (std::system("command -v eu-elflint >/dev/null") == 0) {
        EXPECT_EQ(std::system(("eu-elflint --gnu-ld " + name +
                               " 2>&1 | grep -vE 'No errors|unknown|ABI version|machine flags' && exit 1; exit 0")
                                  .c_str()),
                  0);
    }
}

TEST(Object, DamagedFilesAreRefusedOrRead) {
    const std::vector<uint8_t> whole = write_object(sample());
    for (size_t size = 0; size < whole.size(); size++)
        EXPECT_NE(read_object(std::span(whole).first(size)).error, "") << size;
    std::mt19937 random(3);
    for (int i = 0; i < 20000; i++) {
        std::vector<uint8_t> bytes = whole;
        for (int k = 0; k < 3; k++) bytes[random() % bytes.size()] = static_cast<uint8_t>(random());
        const ReadObject read = read_object(bytes);
        if (read.error.empty()) {
            EXPECT_LE(read.object.code.size(), 512u);
        }
    }
    std::vector<uint8_t> other = whole;
    other[18] = 3;
    EXPECT_EQ(read_object(other).error, "not an ELF file for the DPP array");
    EXPECT_EQ(read_object(other, true).error, "");
}

// What the fuzzer found: nothing misbehaves, and what is read can be written.
TEST(Object, CorpusIsReplayed) {
    int files = 0, read_ones = 0;
    for (const auto& entry : std::filesystem::directory_iterator(CTM_CORPUS)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        const ReadObject read = read_object({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, true);
        files++;
        if (!read.error.empty()) continue;
        read_ones++;
        const ReadObject again = read_object(write_object(read.object));
        EXPECT_EQ(again.error, "") << entry.path();
        EXPECT_EQ(again.object, read.object) << entry.path();
    }
    EXPECT_GT(files, 40);
    EXPECT_GT(read_ones, 1);
}

TEST(Commands, WorkedStream) {
    CommandBuffer buffer;
    buffer.add(Command::set_consti_fmt, {0x00200000, format_word(UINT8_4, Linear, 32)});
    buffer.add(Command::set_cond_test, {condition_always});
    buffer.add(Command::set_out_fmt, {0, 0x01000000, format_word(FLOAT32_4, Linear, 512), 256});
    buffer.add(Command::set_domain, {0, 0, 511, 255});
    const std::vector<uint32_t> expected = {0xC0010F00, 0x00200000, 0x01000020, 0xC0001B00, 7,
                                            0xC0030C00, 0,          0x01000000, 0x04000200, 0x100,
                                            0xC0030400, 0,          0,          0x1FF,      0xFF};
    EXPECT_EQ(buffer.words(), expected);
    const ParsedCommands parsed = parse_commands(expected);
    EXPECT_EQ(parsed.error, "");
    ASSERT_EQ(parsed.commands.size(), 4u);
    EXPECT_EQ(parsed.commands[2].parameters[3], 256u);
    EXPECT_EQ(parse_commands(std::span(expected).first(2)).error, "word 0: the buffer ends within set_consti_fmt");
    EXPECT_EQ(parse_commands(std::vector<uint32_t>{0x12345678}).error, "word 0: 0x12345678 is no command");
}

TEST(Commands, EachIsReadBack) {
    for (size_t i = 0; i < command_table.size(); i++) {
        // Headers tell how many parameters follow.
        EXPECT_EQ((command_table[i].header >> 16 & 0x3fff) + 1, command_table[i].parameters) << command_table[i].name;
        CommandBuffer buffer;
        buffer.add(static_cast<Command>(i), {1, 2, 3, 4});
        const ParsedCommands parsed = parse_commands(buffer.words());
        ASSERT_EQ(parsed.commands.size(), 1u);
        EXPECT_EQ(parsed.commands[0].command, static_cast<Command>(i));
        for (uint32_t k = 0; k < command_table[i].parameters; k++) EXPECT_EQ(parsed.commands[0].parameters[k], k + 1);
    }
}

TEST(Surface, TiledOffsets) {
    const Surface four{0, 64, 32, Tiled, FLOAT32_1, true};
    EXPECT_EQ(element_offset(four, 3, 1), 28u);
    EXPECT_EQ(element_offset(four, 4, 0), 32u);
    EXPECT_EQ(element_offset(four, 8, 0), 128u);
    EXPECT_EQ(element_offset(four, 16, 0), 768u);
    EXPECT_EQ(element_offset(four, 31, 15), 1660u);
    EXPECT_EQ(element_offset(four, 32, 0), 3072u);
    EXPECT_EQ(element_offset(four, 5, 18), 4708u);
    const Surface sixteen{0, 64, 32, Tiled, FLOAT32_4, true};
    EXPECT_EQ(element_offset(sixteen, 3, 1), 176u);
    EXPECT_EQ(element_offset(sixteen, 4, 0), 768u);
    EXPECT_EQ(element_offset(sixteen, 31, 15), 6768u);
    EXPECT_EQ(element_offset(sixteen, 5, 18), 16736u);
    for (uint32_t format = 0; format < format_count; format++) {
        const Surface surface{0, 256, 48, Tiled, static_cast<Format>(format), true};
        const uint32_t bytes = format_bytes[format];
        std::vector<bool> used(surface_bytes(surface) / bytes);
        for (uint32_t y = 0; y < 48; y++)
            for (uint32_t x = 0; x < 256; x++) {
                const uint64_t at = element_offset(surface, x, y) / bytes;
                ASSERT_LT(at, used.size());
                ASSERT_FALSE(used[at]);
                used[at] = true;
            }
    }
}

TEST(Surface, ElementsAreReadAsWritten) {
    uint8_t bytes[16] = {};
    write_element(UINT8_4, {0, 0.5f, 1, 2}, 15, bytes);
    EXPECT_EQ(bytes[1], 128);
    EXPECT_EQ(bytes[3], 255);
    write_element(UINT8_4, {1, 1, 1, 0}, 8, bytes);
    EXPECT_EQ(read_element(UINT8_4, bytes), (Element{0, 128 / 255.0f, 1, 0}));
    write_element(UINT16_1, {0.25f, 0, 0, 0}, 15, bytes);
    EXPECT_EQ(read_element(UINT16_1, bytes), (Element{16384 / 65535.0f, 0, 0, 1}));
    write_element(FLOAT32_2, {3, -4, 5, 6}, 15, bytes);
    EXPECT_EQ(read_element(FLOAT32_2, bytes), (Element{3, -4, 0, 1}));
    Surface surface;
    EXPECT_EQ(set_format(surface, 5u << 24), "format 5 is reserved");
    EXPECT_EQ(set_format(surface, 1u << 31), "a format word has reserved bits set");
}

}  // namespace
}  // namespace machines::ctm
