// asmgl cache: the compiled code that processes of this user keep on disk.
#include <fmt/format.h>

#include "commands.h"

#include "runtime/code_cache/code_cache.h"
#include "runtime/environment/environment.h"

namespace tool {

int cache(const CacheOptions& options) {
    using namespace runtime::code_cache;
    const std::string folder = cache_folder();
    if (folder.empty()) {
        fmt::print("There is no folder for compiled code (ASMGL_CACHE_DIR).\n");
        return 0;
    }
    CodeCache cache(folder, 0, CodeCache::Missing::Leave);
    if (cache.not_made_yet()) {
        fmt::print("{} (not made yet)\n", folder);
        return 0;
    }
    if (!cache.works()) {
        fmt::print(stderr, "asmgl: cache: {}\n", cache.complaint());
        return exit_failed;
    }
    if (options.clear) {
        fmt::print("{}: {} files removed\n", folder, cache.clear());
        return 0;
    }
    const CacheStatistics found = cache.statistics();
    fmt::print("folder      {}\n", folder);
    fmt::print("code        {} pieces\n", found.files);
    fmt::print("being made  {}\n", found.leftovers);
    fmt::print("bytes       {} of at most {}\n", found.bytes,
               static_cast<uint64_t>(runtime::environment().cache_megabytes.value) << 20);
    return 0;
}

}  // namespace tool
