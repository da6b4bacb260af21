// Listings, for libFuzzer: whatever is read is written as text that is read as the same.
#include <cstdlib>

#include "machines/ctm/assembly/listing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace machines::ctm;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const Listing listing = assemble(text);
    if (!listing.errors.empty()) {
        for (const arbasm::Diagnostic& error : listing.errors) arbasm::format(error, text);
        return 0;
    }
    const Object object = object_of(listing);
    const Listing again = assemble(disassemble(object));
    if (!again.errors.empty() || again.code != listing.code) std::abort();
    if (!(object_of(again) == object)) std::abort();
    return 0;
}
