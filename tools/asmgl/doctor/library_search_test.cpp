#include "library_search.h"

#include <gtest/gtest.h>

#include "made_up_machine.h"
#include "memory.h"

namespace tool::doctor {
namespace {

constexpr ElfKind wide{64, EM_X86_64}, narrow{32, EM_386};

TEST(ElfFileOfDoctor, SaysWhatTheLinkerReads) {
    const MadeUpRoot root;
    root.write_elf("/app", {{"libGL.so.1", "libc.so.6"}, "$ORIGIN:/opt/lib", "", "dlopen libEGL.so.1"});
    const auto elf = read_elf(root.path() / "app");
    ASSERT_TRUE(elf);
    EXPECT_EQ(elf->kind, wide);
    EXPECT_EQ(elf->needed, (std::vector<std::string>{"libGL.so.1", "libc.so.6"}));
    EXPECT_EQ(elf->runpath, (std::vector<std::string>{"$ORIGIN", "/opt/lib"}));
    EXPECT_EQ(words_in_file(root.path() / "app", {"libEGL.so", "libOSMesa.so"}),
              (std::vector<std::string_view>{"libEGL.so"}));
}

TEST(ElfFileOfDoctor, IsNoneWhereTheFileIsBroken) {
    const MadeUpRoot root;
    root.write("/text", "#!/bin/sh\n");
    root.write("/empty", "");
    root.write("/cut", std::string("\x7f"
                                   "ELF\2\1\1",
                                   7) +
                           std::string(60, '\xff'));
    EXPECT_FALSE(read_elf(root.path() / "text"));
    EXPECT_FALSE(read_elf(root.path() / "empty"));
    EXPECT_FALSE(read_elf(root.path() / "nothing"));
    EXPECT_FALSE(read_elf(root.path()));
    const auto cut = read_elf(root.path() / "cut");  // its tables lie behind its end
    ASSERT_TRUE(cut);
    EXPECT_TRUE(cut->needed.empty());
}

TEST(LibrarySearchOfDoctor, TakesTheOrderOfTheLinker) {
    const MadeUpRoot root;
    for (const char* folder : {"/usr/lib", "/opt/path", "/opt/runpath", "/opt/rpath"})
        root.write_elf(std::string(folder) + "/libx.so.1", {});
    const LibrarySearch usual(root.path(), ""), with_path(root.path(), "/opt/path");
    const LoadedFile plain{"/app", {wide, {}, {}, {}, {}, {}}};
    LoadedFile runpath = plain, rpath = plain;
    runpath.elf.runpath = {"/opt/runpath"};
    rpath.elf.rpath = {"$ORIGIN/opt/rpath"};
    EXPECT_EQ(usual.find("libx.so.1", plain), "/usr/lib/libx.so.1");
    EXPECT_EQ(usual.find("libx.so.1", runpath), "/opt/runpath/libx.so.1");
    EXPECT_EQ(with_path.find("libx.so.1", runpath), "/opt/path/libx.so.1");
    EXPECT_EQ(with_path.find("libx.so.1", rpath), "/opt/rpath/libx.so.1");
    EXPECT_EQ(usual.find("libnone.so.1", plain), "");
}

TEST(LibrarySearchOfDoctor, PassesOverFilesOfAnotherKind) {
    const MadeUpRoot root;
    root.write_elf("/lib64/libx.so.1", {{}, "", "", "", true});
    root.write_elf("/usr/lib/libx.so.1", {});
    const LibrarySearch search(root.path(), "");
    EXPECT_EQ(search.find("libx.so.1", wide), "/usr/lib/libx.so.1");
    EXPECT_EQ(search.find("libx.so.1", narrow), "/lib64/libx.so.1");
}

TEST(LibrarySearchOfDoctor, ReadsTheLinkersConfiguration) {
    const MadeUpRoot root;
    root.write("/etc/ld.so.conf", "include /etc/ld.so.conf.d/*.conf\n");
    root.write("/etc/ld.so.conf.d/own.conf", "# a comment\n/opt/own  # another\n");
    root.write("/etc/ld.so.conf.d/turn.conf", "include /etc/ld.so.conf\n");  // must end
    root.write_elf("/opt/own/libx.so.1", {});
    EXPECT_EQ(LibrarySearch(root.path(), "").find("libx.so.1", wide), "/opt/own/libx.so.1");
}

TEST(LibrarySearchOfDoctor, NamesWhatIsMissingOnce) {
    const MadeUpRoot root;
    root.write_elf("/app", {{"liba.so", "libb.so"}});
    root.write_elf("/usr/lib/liba.so", {{"libgone.so", "libb.so"}});
    root.write_elf("/usr/lib/libb.so", {{"libgone.so", "liba.so"}});
    std::vector<std::string> missing;
    const auto loaded = LibrarySearch(root.path(), "").load("/app", missing);
    EXPECT_EQ(loaded.size(), 3);
    EXPECT_EQ(missing, std::vector<std::string>{"libgone.so (needed by liba.so)"});
}

TEST(MemoryOfDoctor, IsTheLeastOfTheGroups) {
    const MadeUpRoot root;
    root.write("/v2/memory.max", "max\n");
    root.write("/v2/a/memory.max", "1073741824\n");
    root.write("/v2/a/b/memory.max", "2147483648\n");
    root.write("/v1/memory/memory.limit_in_bytes", "9223372036854771712\n");
    root.write("/v1/memory/a/memory.limit_in_bytes", "536870912\n");
    const std::string v2 = root.path() / "v2", v1 = root.path() / "v1";
    EXPECT_EQ(cgroup_memory("0::/a/b\n", v2), int64_t{1} << 30);
    EXPECT_EQ(cgroup_memory("0::/\n", v2), 0);
    EXPECT_EQ(cgroup_memory("0::/elsewhere/on/the/host\n", v2), 0);
    EXPECT_EQ(cgroup_memory("5:cpu:/a\n4:memory:/a\n", v1), int64_t{512} << 20);
    EXPECT_EQ(memory_line("MemTotal: 8 kB\nMemAvailable:   4 kB\n", "MemAvailable"), 4096);
    EXPECT_EQ(memory_line("MemTotal: 8 kB\n", "MemAvailable"), 0);
}

}  // namespace
}  // namespace tool::doctor
