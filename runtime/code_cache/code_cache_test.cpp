#include "runtime/code_cache/code_cache.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/code_cache/sha256.h"

namespace runtime::code_cache {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t much = 1 << 30;

class CodeCacheTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = fs::temp_directory_path() / "code_cache_XXXXXX";
        ASSERT_TRUE(mkdtemp(pattern.data()));
        root_ = pattern;
        folder_ = root_ / "new" / "cache";
    }
    void TearDown() override { fs::remove_all(root_); }

    static StoredCode code_for(const std::string& identity, size_t size = 1000) {
        return {std::string(size, identity.empty() ? 'x' : identity.back()) + identity, {{"asmgl_" + identity, 7}}};
    }
    fs::path file_of(const std::string& identity) const { return folder_ / (hexadecimal(sha256(identity)) + ".code"); }

    fs::path root_, folder_;
};

TEST_F(CodeCacheTest, FindsWhatWasKept) {
    CodeCache cache(folder_, much);
    ASSERT_TRUE(cache.works()) << cache.complaint();
    EXPECT_FALSE(cache.find("one"));
    cache.keep("one", code_for("one"));
    cache.keep("two", code_for("two"));
    EXPECT_EQ(cache.find("one"), code_for("one"));
    EXPECT_EQ(cache.find("two"), code_for("two"));
    // Another process's object finds it, too.
    CodeCache other(folder_, much);
    EXPECT_EQ(other.find("one"), code_for("one"));
    EXPECT_EQ(other.statistics().files, 2u);
    EXPECT_EQ(other.clear(), 2u);
    EXPECT_FALSE(cache.find("one"));
}

TEST_F(CodeCacheTest, WhoOnlyLooksMakesNoFolder) {
    EXPECT_FALSE(CodeCache(folder_, much, CodeCache::Missing::Leave).works());
    EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(CodeCacheTest, NobodyElseMayReadTheFolder) {
    const CodeCache cache(folder_, much);
    struct stat facts {};
    ASSERT_EQ(stat(folder_.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0700u);
}

TEST_F(CodeCacheTest, FoldersThatOthersMayWriteAreRefused) {
    fs::create_directories(folder_);
    ASSERT_EQ(chmod(folder_.c_str(), 0777), 0);
    const CodeCache cache(folder_, much);
    EXPECT_FALSE(cache.works());
    EXPECT_NE(cache.complaint().find("not the user's alone"), std::string::npos);
}

TEST_F(CodeCacheTest, FoldersThatAreLinksOrFilesAreRefused) {
    fs::create_directories(root_ / "elsewhere");
    fs::create_directory_symlink(root_ / "elsewhere", root_ / "link");
    EXPECT_FALSE(CodeCache(root_ / "link", much).works());
    std::ofstream(root_ / "file") << "text";
    EXPECT_FALSE(CodeCache(root_ / "file", much).works());
    EXPECT_FALSE(CodeCache("relative", much).works());
    EXPECT_FALSE(CodeCache("", much).works());
}

TEST_F(CodeCacheTest, FilesThatOthersMayWriteAreNotRead) {
    CodeCache cache(folder_, much);
    cache.keep("one", code_for("one"));
    ASSERT_EQ(chmod(file_of("one").c_str(), 0666), 0);
    EXPECT_FALSE(cache.find("one"));
}

TEST_F(CodeCacheTest, FilesOfOthersAreNotRead) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    CodeCache cache(folder_, much);
    cache.keep("one", code_for("one"));
    ASSERT_EQ(chown(file_of("one").c_str(), 12345, 12345), 0);
    EXPECT_FALSE(cache.find("one"));
}

TEST_F(CodeCacheTest, LinksAndPipesAreNotRead) {
    CodeCache cache(folder_, much);
    cache.keep("one", code_for("one"));
    fs::rename(file_of("one"), root_ / "moved");
    fs::create_symlink(root_ / "moved", file_of("one"));
    EXPECT_FALSE(cache.find("one"));
    ASSERT_EQ(mkfifo(file_of("two").c_str(), 0600), 0);
    EXPECT_FALSE(cache.find("two"));
}

TEST_F(CodeCacheTest, DamagedFilesAreRemovedAndReplaced) {
    CodeCache cache(folder_, much);
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        cache.keep("one", code_for("one"));
        std::string bytes;
        {
            std::ifstream in(file_of("one"), std::ios::binary);
            bytes.assign(std::istreambuf_iterator<char>(in), {});
        }
        if (i % 2)
            bytes.resize(random() % bytes.size());
        else
            bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
        std::ofstream(file_of("one"), std::ios::binary | std::ios::trunc) << bytes;
        EXPECT_FALSE(cache.find("one"));
        EXPECT_FALSE(fs::exists(file_of("one")));
    }
}

TEST_F(CodeCacheTest, AnotherProgramsFileIsNoCode) {
    CodeCache cache(folder_, much);
    cache.keep("one", code_for("one"));
    fs::rename(file_of("one"), file_of("two"));
    EXPECT_FALSE(cache.find("two"));
}

TEST_F(CodeCacheTest, WhatWasNotUsedForLongestGoesFirst) {
    CodeCache cache(folder_, 10 * 1400);
    for (int i = 0; i < 8; ++i) {
        cache.keep("n" + std::to_string(i), code_for("n" + std::to_string(i)));
        const timespec times[2] = {{1000000 + i, 0}, {1000000 + i, 0}};
        utimensat(AT_FDCWD, file_of("n" + std::to_string(i)).c_str(), times, 0);
    }
    EXPECT_TRUE(cache.find("n0"));  // which makes it the latest
    for (int i = 8; i < 14; ++i) cache.keep("n" + std::to_string(i), code_for("n" + std::to_string(i)));
    EXPECT_TRUE(cache.find("n0"));
    EXPECT_TRUE(cache.find("n13"));
    EXPECT_FALSE(cache.find("n1"));
    EXPECT_LE(cache.statistics().bytes, 10u * 1400);
}

TEST_F(CodeCacheTest, LeftoversOfKilledWritersAreRemovedAndOtherFilesStay) {
    { const CodeCache cache(folder_, much); }
    const fs::path old = folder_ / "0123456789abcdef-1-2-3.part", fresh = folder_ / "0123456789abcdef-1-2-4.part";
    const fs::path foreign = folder_ / "download.part", note = folder_ / "note.txt";
    for (const fs::path& path : {old, fresh, foreign, note}) std::ofstream(path) << "text";
    const timespec times[2] = {{1000000, 0}, {1000000, 0}};
    for (const fs::path& path : {old, foreign}) utimensat(AT_FDCWD, path.c_str(), times, 0);
    CodeCache cache(folder_, much);
    cache.keep("one", code_for("one"));
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(fresh));
    cache.clear();
    EXPECT_FALSE(fs::exists(fresh));
    EXPECT_TRUE(fs::exists(foreign));
    EXPECT_TRUE(fs::exists(note));
}

// What a process of the test below does: finds or keeps 200 pieces, in an order of its own. The exit status says
// whether everything that was found was right.
int use_cache(const fs::path& folder, unsigned seed, uint64_t bound) {
    std::mt19937 random(seed);
    CodeCache cache(folder, bound);
    for (int i = 0; i < 400; ++i) {
        const std::string identity = "program " + std::to_string(random() % 200);
        const StoredCode right{std::string(500 + std::hash<std::string>()(identity) % 9000, identity.back()) + identity,
                               {{"asmgl_" + identity, 7}}};
        if (const auto found = cache.find(identity)) {
            if (*found != right) return 1;
        } else {
            cache.keep(identity, right);
        }
    }
    return 0;
}

TEST_F(CodeCacheTest, ManyProcessesAtOnceSomeKilled) {
    std::mt19937 random(11);
    for (int round = 0; round < 4; ++round) {
        const uint64_t bound = round % 2 ? 200000 : much;
        std::vector<pid_t> processes;
        for (unsigned i = 0; i < 8; ++i) {
            const pid_t child = fork();
            ASSERT_GE(child, 0);
            if (child == 0) _exit(use_cache(folder_, 8 * unsigned(round) + i, bound));
            processes.push_back(child);
        }
        for (size_t i = 0; i < processes.size(); ++i) {
            const bool killed = i % 2;
            if (killed) {
                usleep(random() % 20000);
                kill(processes[i], SIGKILL);
            }
            int status = 0;
            ASSERT_EQ(waitpid(processes[i], &status, 0), processes[i]);
            EXPECT_TRUE(WIFEXITED(status) ? WEXITSTATUS(status) == 0 : killed);
        }
    }
    EXPECT_EQ(use_cache(folder_, 99, much), 0);
}

TEST(BuildIdentity, IsThatOfThisProgram) { EXPECT_GE(build_identity().size(), 16u); }

TEST(BuildIdentity, PlacesAreOfThisProgramOnly) {
    const auto* const here = reinterpret_cast<const void*>(&build_identity);
    const auto offset = offset_in_build(here);
    ASSERT_TRUE(offset);
    EXPECT_EQ(address_in_build(*offset), here);
    int on_the_stack = 0;
    EXPECT_FALSE(offset_in_build(&on_the_stack));
    EXPECT_FALSE(offset_in_build(nullptr));
    for (const int64_t wrong : {int64_t{-1}, INT64_MIN, INT64_MAX, int64_t{1} << 40})
        EXPECT_EQ(address_in_build(wrong), nullptr);
}

}  // namespace
}  // namespace runtime::code_cache
