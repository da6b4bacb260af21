// ELF files, for libFuzzer: whatever is read is written as something that is read as the same.
#include <cstdlib>

#include "machines/ctm/assembly/object.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace machines::ctm;
    for (const bool any_machine : {false, true}) {
        const ReadObject read = read_object({data, size}, any_machine);
        if (!read.error.empty()) {
            if (!(read.object == Object{})) std::abort();
            continue;
        }
        const ReadObject again = read_object(write_object(read.object));
        if (!again.error.empty() || !(again.object == read.object)) std::abort();
        for (const Words& words : read.object.code) decode(words);
    }
    return 0;
}
