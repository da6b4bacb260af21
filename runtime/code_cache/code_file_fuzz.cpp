// Files of the code cache: any bytes, and any bytes under a checksum that is right.
#include <cstdlib>

#include "runtime/code_cache/code_file.h"
#include "runtime/code_cache/sha256.h"

using namespace runtime::code_cache;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    read_code(bytes, "identity");
    std::string file(bytes);
    const Digest digest = sha256(file);
    file.append(reinterpret_cast<const char*>(digest.data()), digest.size());
    // What is taken is exactly what writing makes of it.
    if (const auto code = read_code(file, "identity"))
        if (write_code("identity", *code) != file) std::abort();
    return 0;
}
