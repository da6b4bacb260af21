// Files and folders of others.
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

namespace surroundings {
namespace {

namespace fs = std::filesystem;

// Until code is kept in the folder, if there is one given.
CLIENT(draws_until_hot) {
    const std::string kept_in = arguments.empty() ? "" : arguments.front();
    make_client();
    const Scene scene;
    for (int frame = 0; frame < 1000; ++frame) {
        for (int i = 0; i < 4; ++i) scene.draw();
        glFinish();
        if (frame > 60 && (kept_in.empty() || !fs::is_empty(kept_in))) break;
        usleep(5'000);
    }
    require(Scene::is_right(), "the picture");
}

// What a cache's files may have become: pipes, folders, links, devices, files that nobody may read.
TEST(Files, CacheFilesThatBlock) {
    const Folder folder;
    const auto run = [&] {
        return run_client("draws_until_hot", {folder.path()},
                          {{"ASMGL_CACHE_DIR", folder.path()}, {"ASMGL_ENGINE", "auto"}});
    };
    Outcome outcome = run();
    ASSERT_EQ(outcome.code, 0) << describe(outcome);
    int kind = 0, changed = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
        const fs::path& path = entry.path();
        fs::remove(path);
        switch (kind++ % 4) {
            case 0: mkfifo(path.c_str(), 0600); break;
            case 1: fs::create_directory(path); break;
            case 2: fs::create_symlink("/dev/zero", path); break;
            default: fs::create_symlink(path, path);
        }
        ++changed;
    }
    ASSERT_GT(changed, 0);
    outcome = run();
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

// Folders and files that the environment names.
TEST(Files, NamedFilesThatBlock) {
    const Folder folder;
    const std::string pipe = folder.path() + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const char* const variable : {"ASMGL_CACHE_DIR", "ASMGL_DUMP", "ASMGL_TRACE", "XDG_CACHE_HOME", "HOME"}) {
        const Outcome outcome =
            run_client("draws_until_hot", {}, {{"ASMGL_CACHE_DIR", {}}, {"XDG_CACHE_HOME", {}}, {variable, pipe}}, 30);
        EXPECT_EQ(outcome.code, 0) << variable << ": " << describe(outcome);
    }
}

// Root with a user's home: nothing of it may become root's.
TEST(Files, NothingIsMadeInAnotherUsersFolder) {
    if (geteuid() != 0) GTEST_SKIP() << "takes root, who may give folders away";
    const Folder folder;
    for (const bool has_caches : {false, true}) {
        const std::string home = folder.path() + (has_caches ? "/with" : "/without");
        fs::create_directory(home);
        if (has_caches) fs::create_directory(home + "/.cache");
        ASSERT_EQ(chown(home.c_str(), 12345, 12345), 0);
        if (has_caches) {
            ASSERT_EQ(chown((home + "/.cache").c_str(), 12345, 12345), 0);
        }
        const Outcome outcome =
            run_client("draws_until_hot", {},
                       {{"ASMGL_CACHE_DIR", {}}, {"XDG_CACHE_HOME", {}}, {"HOME", home}, {"ASMGL_ENGINE", "auto"}});
        EXPECT_EQ(outcome.code, 0) << describe(outcome);
        EXPECT_EQ(fs::exists(home + "/.cache"), has_caches);
        EXPECT_FALSE(fs::exists(home + "/.cache/asmgl"));
    }
    // The user's own has one.
    const std::string home = folder.path() + "/own";
    fs::create_directory(home);
    const Outcome outcome =
        run_client("draws_until_hot", {},
                   {{"ASMGL_CACHE_DIR", {}}, {"XDG_CACHE_HOME", {}}, {"HOME", home}, {"ASMGL_ENGINE", "auto"}});
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
    EXPECT_TRUE(fs::exists(home + "/.cache/asmgl"));
}

}  // namespace
}  // namespace surroundings
