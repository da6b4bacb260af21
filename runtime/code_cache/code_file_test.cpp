#include "runtime/code_cache/code_file.h"

#include <gtest/gtest.h>

#include "runtime/code_cache/sha256.h"

namespace runtime::code_cache {
namespace {

const StoredCode code{std::string("machine\0code", 12), {{"asmgl_step", 0x1234}, {"", -1}, {"memcpy", INT64_MIN}}};

TEST(CodeFile, ReadsWhatWasWritten) {
    for (const StoredCode& stored : {code, StoredCode{}, StoredCode{std::string(100000, 'm'), {}}}) {
        const auto read = read_code(write_code("identity", stored), "identity");
        ASSERT_TRUE(read);
        EXPECT_EQ(*read, stored);
    }
}

TEST(CodeFile, AnotherIdentityIsNoCode) {
    const std::string file = write_code("identity", code);
    EXPECT_FALSE(read_code(file, "identit"));
    EXPECT_FALSE(read_code(file, "identity2"));
    EXPECT_FALSE(read_code(file, ""));
}

TEST(CodeFile, EveryTruncationIsNoCode) {
    const std::string file = write_code("identity", code);
    for (size_t size = 0; size < file.size(); ++size)
        EXPECT_FALSE(read_code(std::string_view(file).substr(0, size), "identity")) << size;
    EXPECT_FALSE(read_code(file + "x", "identity"));
}

TEST(CodeFile, EveryFlippedBitIsNoCode) {
    std::string file = write_code("identity", code);
    for (size_t bit = 0; bit < 8 * file.size(); ++bit) {
        file[bit / 8] = static_cast<char>(file[bit / 8] ^ 1 << bit % 8);
        EXPECT_FALSE(read_code(file, "identity")) << bit;
        file[bit / 8] = static_cast<char>(file[bit / 8] ^ 1 << bit % 8);
    }
}

// Lengths that say more than there is, under a checksum that is right.
TEST(CodeFile, WrongLengthsAreNoCode) {
    const std::string file = write_code("identity", code);
    const std::string_view contents = std::string_view(file).substr(0, file.size() - 32);
    for (size_t at = 8; at + 4 <= contents.size(); ++at) {
        std::string changed(contents);
        for (const char byte : {'\xff', '\x7f', '\0'}) {
            changed.replace(at, 4, 4, byte);
            const Digest digest = sha256(changed);
            const auto read =
                read_code(changed + std::string(reinterpret_cast<const char*>(digest.data()), 32), "identity");
            // The object's own bytes may be any; everything else must be as written.
            EXPECT_TRUE(!read || read->externals.size() == code.externals.size());
        }
    }
}

}  // namespace
}  // namespace runtime::code_cache
