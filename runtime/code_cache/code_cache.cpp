#include "runtime/code_cache/code_cache.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <memory>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "runtime/code_cache/sha256.h"
#include "runtime/environment/environment.h"

namespace runtime::code_cache {
namespace {

constexpr size_t most_file_bytes = 32 << 20;
constexpr time_t abandoned_seconds = 600;  // a writer that has not renamed its file after that is dead
constexpr time_t use_grain = 3600;         // uses are noted to this many seconds
constexpr std::string_view ending = ".code", unfinished = ".part";

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

  private:
    int number_;
};

// Nobody but the user (or root) can have put there what is there.
bool is_ours(const struct stat& facts) {
    return (facts.st_uid == geteuid()) && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Nothing is made in a folder of another user's, as where root runs a program with a user's home: the user could not
// use it then. In one where everybody makes files (/tmp) it is.
bool may_make_in(int folder) {
    struct stat facts {};
    if (fstat(folder, &facts) != 0) return false;
    return facts.st_uid == geteuid() || ((facts.st_mode & S_IWOTH) != 0 && (facts.st_mode & S_ISVTX) != 0);
}

void make_folders(const std::string& path) {
    const std::string whole = path + '/';
    for (size_t slash = whole.find('/', 1), start = 0; slash != std::string::npos;
         start = slash, slash = whole.find('/', slash + 1)) {
        const std::string folder = whole.substr(0, slash), parent = start ? whole.substr(0, start) : "/";
        if (access(folder.c_str(), F_OK) == 0) continue;
        const Descriptor above(open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!above || !may_make_in(above.get())) return;
        if (mkdirat(above.get(), folder.c_str() + start + 1, 0700) != 0 && errno != EEXIST) return;
    }
}

bool read_all(int file, size_t size, std::string& contents) {
    contents.resize(size);
    size_t done = 0;
    while (done < size) {
        const ssize_t count = read(file, contents.data() + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += static_cast<size_t>(count);
    }
    return true;
}

bool write_all(int file, std::string_view contents) {
    while (!contents.empty()) {
        const ssize_t count = write(file, contents.data(), contents.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        contents.remove_prefix(static_cast<size_t>(count));
    }
    return true;
}

std::string file_name(std::string_view identity) { return hexadecimal(sha256(identity)).append(ending); }

bool is_hexadecimal(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_finished_name(std::string_view name) {
    return name.size() == 64 + ending.size() && name.ends_with(ending) && is_hexadecimal(name.substr(0, 64));
}

bool is_unfinished_name(std::string_view name) {
    return name.size() > 17 && name.ends_with(unfinished) && is_hexadecimal(name.substr(0, 16)) && name[16] == '-';
}

struct Entry {
    std::string name;
    uint64_t bytes = 0;
    time_t used = 0;
    bool finished = false;  // otherwise what a writer has begun
};

// The folder's files that this cache has written; anything else is nobody's business.
std::vector<Entry> entries_of(int folder) {
    std::vector<Entry> entries;
    const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct Closer {
        void operator()(DIR* open) const { closedir(open); }
    };
    const std::unique_ptr<DIR, Closer> listing(copy >= 0 ? fdopendir(copy) : nullptr);
    if (!listing) {
        if (copy >= 0) close(copy);
        return entries;
    }
    while (const dirent* const found = readdir(listing.get())) {
        const std::string_view name = found->d_name;
        const bool finished = is_finished_name(name);
        if (!finished && !is_unfinished_name(name)) continue;
        struct stat facts {};
        if (fstatat(folder, found->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0 || S_ISDIR(facts.st_mode)) continue;
        entries.push_back({std::string(name), static_cast<uint64_t>(facts.st_size), facts.st_mtime, finished});
    }
    return entries;
}

}  // namespace

CodeCache::CodeCache(const std::string& folder, uint64_t most_bytes, Missing missing) : most_bytes_(most_bytes) {
    if (folder.empty() || folder[0] != '/') {
        complaint_ = "no folder by its whole path: " + folder;
        return;
    }
    if (missing == Missing::Make) make_folders(folder);
    const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat facts {};
    if (opened < 0 || fstat(opened, &facts) != 0) {
        not_made_yet_ = missing == Missing::Leave && errno == ENOENT;
        complaint_ = folder + ": " + std::strerror(errno);
    } else if (!is_ours(facts)) {
        complaint_ = folder + " is not the user's alone: code is neither read from there nor kept there";
    } else {
        folder_ = opened;
        return;
    }
    if (opened >= 0) close(opened);
}

CodeCache::~CodeCache() {
    if (folder_ >= 0) close(folder_);
}

std::optional<StoredCode> CodeCache::find(std::string_view identity) {
    if (!works()) return {};
    const std::string name = file_name(identity);
    // O_NONBLOCK: a pipe of that name would make us wait for a writer.
    const Descriptor file(openat(folder_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file) return {};
    struct stat facts {};
    if (fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode) || !is_ours(facts)) return {};
    std::string contents;
    const bool fits = facts.st_size > 0 && static_cast<uint64_t>(facts.st_size) <= most_file_bytes;
    std::optional<StoredCode> code;
    if (fits && read_all(file.get(), static_cast<size_t>(facts.st_size), contents))
        code = read_code(contents, identity);
    if (!code) {
        // Damaged: gone, so that the next writer replaces it, and nobody reads it in vain again.
        unlinkat(folder_, name.c_str(), 0);
        return {};
    }
    if (facts.st_mtime + use_grain < time(nullptr)) futimens(file.get(), nullptr);
    return code;
}

void CodeCache::keep(std::string_view identity, const StoredCode& code) {
    if (!works() || most_bytes_ == 0) return;
    const std::string contents = write_code(identity, code);
    if (contents.size() > std::min<uint64_t>(most_file_bytes, most_bytes_)) return;
    static std::atomic<unsigned> count{0};
    const std::string name = file_name(identity);
    // The time tells files of two processes apart that had the same number, as in containers.
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const std::string part = name.substr(0, 16) + "-" + std::to_string(getpid()) + "-" + std::to_string(count++) + "-" +
                             std::to_string(now.tv_nsec) + std::string(unfinished);
    bool whole = false;
    {
        const Descriptor file(
            openat(folder_, part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file) return;
        whole = write_all(file.get(), contents);
    }
    if (!whole || renameat(folder_, part.c_str(), folder_, name.c_str()) != 0) {
        unlinkat(folder_, part.c_str(), 0);
        return;
    }
    bound(contents.size());
}

// The folder is counted when this process has first written to it, and when it may have grown too large since. Other
// processes write too: each counts when its own writes say so, so that the bound is passed by little.
void CodeCache::bound(uint64_t written) {
    const std::lock_guard lock(mutex_);
    if (bytes_) *bytes_ += written;
    if (bytes_ && *bytes_ <= most_bytes_) return;
    std::vector<Entry> entries = entries_of(folder_);
    uint64_t bytes = 0;
    for (const Entry& entry : entries) bytes += entry.bytes;
    const time_t now = time(nullptr);
    std::ranges::sort(entries, {}, &Entry::used);
    // A quarter more than needed goes at once, so that not every write looks again.
    const bool too_much = bytes > most_bytes_;
    const uint64_t enough = most_bytes_ - most_bytes_ / 4;
    for (const Entry& entry : entries) {
        const bool abandoned = !entry.finished && entry.used + abandoned_seconds < now;
        const bool superfluous = entry.finished && too_much && bytes > enough;
        if (!abandoned && !superfluous) continue;
        unlinkat(folder_, entry.name.c_str(), 0);
        bytes -= entry.bytes;
    }
    bytes_ = bytes;
}

CacheStatistics CodeCache::statistics() const {
    CacheStatistics result;
    if (!works()) return result;
    for (const Entry& entry : entries_of(folder_)) {
        result.files += entry.finished;
        result.leftovers += !entry.finished;
        result.bytes += entry.bytes;
    }
    return result;
}

uint64_t CodeCache::clear() {
    uint64_t removed = 0;
    if (!works()) return removed;
    for (const Entry& entry : entries_of(folder_)) removed += unlinkat(folder_, entry.name.c_str(), 0) == 0;
    const std::lock_guard lock(mutex_);
    bytes_.reset();
    return removed;
}

std::string cache_folder() {
    if (environment().cache_folder == "off") return {};
    if (!environment().cache_folder.empty()) return environment().cache_folder;
    if (const char* const caches = foreign_variable("XDG_CACHE_HOME"); caches && caches[0] == '/')
        return std::string(caches) + "/asmgl";
    if (const char* const home = foreign_variable("HOME"); home && home[0] == '/')
        return std::string(home) + "/.cache/asmgl";
    return {};
}

std::string cache_summary() {
    const std::string folder = cache_folder();
    const int megabytes = environment().cache_megabytes.value;
    if (folder.empty() || megabytes == 0) return "none";
    const CodeCache cache(folder, static_cast<uint64_t>(megabytes) << 20, CodeCache::Missing::Leave);
    if (cache.not_made_yet()) return folder + " (not made yet)";
    if (!cache.works()) return cache.complaint();
    const CacheStatistics found = cache.statistics();
    return folder + ": " + std::to_string(found.files) + " pieces of code, " + std::to_string(found.bytes >> 10) +
           " of " + std::to_string(megabytes * 1024) + " kB";
}

CodeCache* user_cache() {
    static CodeCache* const cache = []() -> CodeCache* {
        const std::string folder = cache_folder();
        const uint64_t most = static_cast<uint64_t>(environment().cache_megabytes.value) << 20;
        if (folder.empty() || most == 0 || build_identity().empty()) return nullptr;
        auto* const made = new CodeCache(folder, most);
        if (made->works()) return made;
        if (reports(DebugSubject::Engine))
            std::fprintf(stderr, "asmgl: no code cache: %s\n", made->complaint().c_str());
        delete made;
        return nullptr;
    }();
    return cache;
}

namespace {

// The loaded object which holds this code.
struct Build {
    std::string identity;  // the note that the linker leaves
    uintptr_t start = 0, end = 0;
};

std::string build_id(const dl_phdr_info& object, const ElfW(Phdr) & segment) {
    const auto* at = reinterpret_cast<const uint8_t*>(object.dlpi_addr + segment.p_vaddr);
    const uint8_t* const end = at + segment.p_memsz;
    while (end - at >= 12) {
        ElfW(Nhdr) note;
        std::memcpy(&note, at, sizeof note);
        const size_t name = (note.n_namesz + 3u) & ~3u, description = (note.n_descsz + 3u) & ~3u;
        if (static_cast<size_t>(end - at) < sizeof note + name + description) break;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(at + sizeof note, "GNU", 4) == 0)
            return hexadecimal({at + sizeof note + name, note.n_descsz});
        at += sizeof note + name + description;
    }
    return {};
}

// No exception goes through the C library: std::bad_alloc is told by 2.
int find_build(dl_phdr_info* object, size_t, void* result) try {
    const auto here = reinterpret_cast<uintptr_t>(&find_build);
    Build build{{}, UINTPTR_MAX, 0};
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        const uintptr_t start = object->dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD) {
            build.start = std::min(build.start, start);
            build.end = std::max(build.end, start + segment.p_memsz);
        }
        if (segment.p_type == PT_NOTE && build.identity.empty()) build.identity = build_id(*object, segment);
    }
    if (here < build.start || here >= build.end) return 0;
    *static_cast<Build*>(result) = build;
    return 1;
} catch (const std::bad_alloc&) {
    return 2;
}

const Build& build() {
    // Never destroyed: at exit a compile thread may just be keeping what it has made.
    static const Build* const found = [] {
        auto result = std::make_unique<Build>();
        if (dl_iterate_phdr(&find_build, result.get()) == 2) throw std::bad_alloc();
        return result.release();
    }();
    return *found;
}

}  // namespace

const std::string& build_identity() { return build().identity; }

std::optional<int64_t> offset_in_build(const void* address) {
    const auto at = reinterpret_cast<uintptr_t>(address);
    if (at < build().start || at >= build().end) return {};
    return static_cast<int64_t>(at - build().start);
}

const void* address_in_build(int64_t offset) {
    if (offset < 0 || static_cast<uint64_t>(offset) >= build().end - build().start) return nullptr;
    return reinterpret_cast<const void*>(build().start + static_cast<uintptr_t>(offset));
}

}  // namespace runtime::code_cache
