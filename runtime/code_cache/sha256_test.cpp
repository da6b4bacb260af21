#include "runtime/code_cache/sha256.h"

#include <gtest/gtest.h>

namespace runtime::code_cache {
namespace {

std::string digest_of(std::string_view text) { return hexadecimal(sha256(text)); }

// The examples that NIST publishes for FIPS 180-4.
TEST(Sha256, Examples) {
    EXPECT_EQ(digest_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(digest_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(digest_of(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Every length around the ends of blocks has a digest of its own.
TEST(Sha256, LengthsAroundBlocks) {
    std::string last;
    for (size_t size = 50; size < 140; ++size) {
        const std::string digest = digest_of(std::string(size, 'x'));
        EXPECT_NE(digest, last);
        last = digest;
    }
}

}  // namespace
}  // namespace runtime::code_cache
