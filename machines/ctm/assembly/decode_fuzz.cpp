// Words, for libFuzzer: whatever they are, their text gives them back.
#include <cstdlib>
#include <cstring>

#include "machines/ctm/assembly/listing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace machines::ctm;
    for (size_t at = 0; at + sizeof(Words) <= size; at += sizeof(Words)) {
        Words words;
        std::memcpy(words.data(), data + at, sizeof words);
        const Listing listing = assemble(disassemble(words));
        if (listing.code.size() != 1 || listing.code[0] != words) std::abort();
        const Decoded decoded = decode(words);
        if (decoded.error.empty() && (encode(decoded.slot) != words || listing.slots[0] != decoded.slot)) std::abort();
    }
    return 0;
}
