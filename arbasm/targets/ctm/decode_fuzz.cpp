// Words and text, for libFuzzer: whatever decodes must be given back, whatever assembles must disassemble to itself.
#include <cstdlib>
#include <cstring>

#include "arbasm/targets/ctm/instruction.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace arbasm::ctm;
    for (size_t at = 0; at + sizeof(Words) <= size; at += sizeof(Words)) {
        Words words;
        std::memcpy(words.data(), data + at, sizeof words);
        const Decoded decoded = decode(words);
        if (!decoded.error.empty()) continue;
        if (encode(decoded.slot) != words) std::abort();
        const Assembled assembled = assemble(disassemble(decoded.slot));
        if (assembled.slots.size() != 1 || assembled.slots[0] != decoded.slot) std::abort();
    }
    // What begins like a line of text is read as text too.
    if (size && (data[0] == 'A' || data[0] == 'O' || data[0] == 'T' || data[0] == 'F'))
        assemble({reinterpret_cast<const char*>(data), size});
    return 0;
}
