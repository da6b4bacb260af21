#include "machines/tegra/commands/host1x.h"

#include <gtest/gtest.h>
#include <random>

#include "machines/tegra/device/capture.h"

namespace machines::tegra {
namespace {

TEST(TegraHost1x, KnownWords) {
    StreamBuilder stream;
    stream.set_class(class_gr3d);
    stream.write(reg::UNKNOWN_740, 0x35);
    const std::vector<uint32_t> eight(8, 7);
    stream.repeat(reg::VP_UPLOAD_INST, eight);
    EXPECT_EQ(stream.words()[0], 0x00001800u);
    EXPECT_EQ(stream.words()[1], 0x47400035u);
    EXPECT_EQ(stream.words()[2], 0x22060008u);
    StreamBuilder attribute;
    attribute.write_address(reg::ATTRIB_PTR, 0x1000);
    attribute.write(reg::ATTRIB_MODE, 0x104d);
    EXPECT_EQ(attribute.words(), (std::vector<uint32_t>{0x11000002, 0x1000, 0x104d}));
    EXPECT_EQ(attribute.addresses(), std::vector<uint32_t>{1});
    // MASK 0x352, 0x1b.
    const std::vector<uint32_t> masked{0x3352001b, 1, 2, 3, 4};
    const auto writes = writes_of(parse_stream(masked), masked);
    ASSERT_EQ(writes.size(), 4u);
    EXPECT_EQ(writes[2].offset, 0x355u);
    EXPECT_EQ(writes[3].offset, 0x356u);
    EXPECT_EQ(writes[3].value, 4u);
}

TEST(TegraHost1x, WritesComeBackInOrder) {
    std::mt19937 random(3);
    StreamBuilder stream;
    stream.set_class(class_gr3d);
    std::vector<std::pair<uint32_t, uint32_t>> expected;
    for (int i = 0; i < 2000; i++) {
        const uint32_t offset = random() % 3 ? (expected.empty() ? 5 : (expected.back().first + 1) & 0xfff)
                                             : static_cast<uint32_t>(random() & 0xfff);
        const uint32_t value = random() % 2 ? static_cast<uint32_t>(random()) : static_cast<uint32_t>(random() & 0xff);
        if (random() % 4 == 0)
            stream.write_address(offset, value);
        else
            stream.write(offset, value);
        expected.emplace_back(offset, value);
    }
    const ParsedStream parsed = parse_stream(stream.words());
    ASSERT_EQ(parsed.error, "");
    const auto writes = writes_of(parsed, stream.words());
    ASSERT_EQ(writes.size(), expected.size());
    for (size_t i = 0; i < writes.size(); i++) {
        EXPECT_EQ(writes[i].class_id, class_gr3d);
        EXPECT_EQ(writes[i].offset, expected[i].first);
        EXPECT_EQ(writes[i].value, expected[i].second);
    }
    for (const uint32_t index : stream.addresses()) ASSERT_LT(index, stream.words().size());
    EXPECT_LT(stream.words().size(), 2 * expected.size());
}

TEST(TegraHost1x, Refuses) {
    const auto error = [](std::vector<uint32_t> words) { return parse_stream(words).error; };
    EXPECT_EQ(error({0x11000002, 1}), "INCR has 2 words of data, and the stream ends before them");
    EXPECT_EQ(error({0x50000000}), "RESTART is for the kernel alone");
    EXPECT_EQ(error({0x61000001, 0}), "GATHER is for the kernel alone");
    EXPECT_EQ(error({0xe0000000}), "EXTEND is not used");
    EXPECT_EQ(error({0x70000000}), "opcode 7 is not defined");
    EXPECT_EQ(error({0xf0000001}), "CHDONE has bits that are not known");
    EXPECT_EQ(error({0xf0000000, 0}), "there are words behind CHDONE");
    EXPECT_EQ(parse_stream(std::vector<uint32_t>{0x47400035, 0x50000000}).word, 1u);
}

TEST(TegraHost1x, TextThereAndBack) {
    Capture capture;
    capture.memory.resize(4099);
    capture.memory[5] = 9;
    capture.memory[4098] = 1;
    std::mt19937 random(4);
    for (int s = 0; s < 3; s++) {
        std::vector<uint32_t> words;
        for (int i = 0; i < 300; i++) {
            static constexpr uint32_t opcodes[] = {0, 1, 2, 3, 4};
            const uint32_t opcode = opcodes[random() % 5], count = static_cast<uint32_t>(random() % 9);
            uint32_t argument = static_cast<uint32_t>(random() & 0xffff), data = count;
            if (opcode == 1 || opcode == 2) argument = count;
            if (opcode == 0) data = static_cast<uint32_t>(__builtin_popcount(argument & 63));
            if (opcode == 3) data = static_cast<uint32_t>(__builtin_popcount(argument));
            if (opcode == 4) data = 0;
            words.push_back(opcode << 28 | static_cast<uint32_t>(random() & 0xfff) << 16 | argument);
            for (uint32_t d = 0; d < data; d++) words.push_back(static_cast<uint32_t>(random()));
        }
        words.push_back(0xf0000000);
        ASSERT_EQ(parse_stream(words).error, "");
        capture.streams.push_back(words);
    }
    const ParsedCapture parsed = parse_capture(print_capture(capture));
    ASSERT_EQ(parsed.error, "") << parsed.line;
    EXPECT_EQ(parsed.capture.memory, capture.memory);
    EXPECT_EQ(parsed.capture.streams, capture.streams);
}

TEST(TegraHost1x, TextNamesWhatIsWritten) {
    StreamBuilder stream;
    stream.set_class(class_gr3d);
    stream.write(reg::ATTRIB_MODE + 2,
                 field::ATTRIB_MODE_TYPE(13) | field::ATTRIB_MODE_SIZE(4) | field::ATTRIB_MODE_STRIDE(0x1000));
    stream.write_float(reg::VIEWPORT_X_BIAS, 128);
    EXPECT_EQ(print_stream(stream.words()),
              "SETCL INCR_SYNCPT 0x060 0x00\n"
              "INCR ATTRIB_MODE(1) 1\n"
              "    ATTRIB_MODE(1) = 0x0010004d  # TYPE=13 SIZE=4 STRIDE=4096\n"
              "INCR VIEWPORT_X_BIAS 1\n"
              "    VIEWPORT_X_BIAS = 0x43000000  # 128\n");
}

TEST(TegraHost1x, TextErrors) {
    const auto error = [](const char* text) {
        const ParsedCapture parsed = parse_capture(text);
        return std::to_string(parsed.line) + ": " + parsed.error;
    };
    EXPECT_EQ(error("memory 0x10\nmemory 0x10"), "2: memory takes one number");
    EXPECT_EQ(error("memory 0x7fffffff"), "1: that is more memory than 256 MiB");
    EXPECT_EQ(error("memory 0x10\ndata 0x10 1"), "2: the data reaches over the end of memory");
    EXPECT_EQ(error("stream\nINCR INDEX_PTR 2\n INDEX_PTR = 0x1\n"), "3: \"DRAW_PARAMS = value\" is missing");
    EXPECT_EQ(error("stream\nINCR INDEX_PTR 1\n DRAW_PARAMS = 1\n"), "3: \"INDEX_PTR = value\" is missing");
    EXPECT_EQ(error("stream\nGATHER INDEX_PTR 1\n"), "2: GATHER is for the kernel alone");
    EXPECT_EQ(error("stream\nIMM NOWHERE 1\n"), "2: \"NOWHERE\" is no register");
    EXPECT_EQ(error("stream\nIMM INDEX_PTR 0x10000\n"), "2: \"0x10000\" is no number of 16 bits");
    EXPECT_EQ(error("dog"), "1: \"dog\" is none of memory, data, picture and stream");
}

}  // namespace
}  // namespace machines::tegra
