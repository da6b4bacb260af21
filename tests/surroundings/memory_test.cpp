// Memory and threads that can't be had.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include "failures.h"
#include "support.h"

namespace surroundings {
namespace {

// What becomes compiled quickly and thoroughly, or finds what another process has compiled.
void draw_until_hot() {
    make_client();
    const Scene scene;
    for (int frame = 0; frame < 120; ++frame) {
        for (int i = 0; i < 4; ++i) scene.draw();
        glFinish();
    }
    usleep(100'000);  // what is just being compiled
    scene.draw();
}

// Numbers of allocations to fail: the first ones, then ever fewer.
std::vector<uint64_t> chosen(uint64_t count, size_t most) {
    std::vector<uint64_t> numbers;
    double step = 1;
    for (double number = 1; number <= static_cast<double>(count) && numbers.size() < 4 * most; number += step) {
        numbers.push_back(static_cast<uint64_t>(number));
        step = std::max(1.0, number * 8 / static_cast<double>(most));
    }
    return numbers;
}

// whose number
CLIENT(draws_without_an_allocation) {
    const Whose whose = arguments.at(0) == "workers" ? Whose::Workers : Whose::Compilers;
    const uint64_t number = std::stoull(arguments.at(1));
    fail_allocation(whose, number);
    draw_until_hot();
    const bool is_right = Scene::is_right();
    const GLenum error = glGetError();
    // A worker's draw may lack memory, or its shader; the compilers' programs are drawn all the same.
    if (error == GL_NO_ERROR) require(is_right, "the picture is right");
    require(error == GL_NO_ERROR || (whose == Whose::Workers && allocation_failed()), "the error");
    const uint64_t count = allocations();
    fail_allocation(whose, 0);
    const Scene other(1);
    for (int i = 0; i < 20; ++i) other.draw();
    require(Scene::is_right(), "what is drawn afterwards is right");
    if (number == 0) std::printf("%llu\n", static_cast<unsigned long long>(count));
}

void fail_one_by_one(const char* whose, const char* engine, bool warm, size_t most) {
    const Folder cache;
    const auto draw = [&](uint64_t number, const std::string& folder) {
        return run_client("draws_without_an_allocation", {whose, std::to_string(number)},
                          {{"ASMGL_ENGINE", engine}, {"ASMGL_CACHE_DIR", folder}, {"ASMGL_THREADS", "3"}});
    };
    Outcome counted = draw(0, cache.path());
    if (warm) counted = draw(0, cache.path());
    ASSERT_EQ(counted.code, 0) << describe(counted);
    const uint64_t count = std::strtoull(counted.said.c_str(), nullptr, 10);
    ASSERT_GT(count, 10u) << counted.said;
    for (const uint64_t number : chosen(count, most)) {
        const Folder cold;
        const Outcome outcome = draw(number, warm ? cache.path() : cold.path());
        ASSERT_EQ(outcome.code, 0) << "allocation " << number << " of " << count << ": " << describe(outcome);
    }
}

TEST(Memory, CompileThreadsDoWithoutAnAllocation) { fail_one_by_one("compilers", "auto", false, 64); }
TEST(Memory, CompileThreadsDoWithoutAnAllocationWhenTheyReadTheCache) {
    fail_one_by_one("compilers", "auto", true, 24);
}
TEST(Memory, WorkersDoWithoutAnAllocation) { fail_one_by_one("workers", "auto", false, 24); }
TEST(Memory, WorkersDoWithoutAnAllocationUnderMachineCode) { fail_one_by_one("workers", "jit", false, 24); }

size_t address_space() {
    size_t pages = 0;
    if (FILE* const file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

// MiB that the process gets beyond what it has when it begins to draw
CLIENT(draws_in_little_address_space) {
    make_client();
    const rlimit limit{address_space() + (size_t{std::stoul(arguments.at(0))} << 20), RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
    const Scene scene;
    for (int frame = 0; frame < 120; ++frame) {
        for (int i = 0; i < 4; ++i) scene.draw();
        glFinish();
    }
    const GLenum error = glGetError();
    // The picture is read with as much memory as this takes.
    const rlimit enough{RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &enough);
    require(error != GL_NO_ERROR || Scene::is_right(), "an error, or the picture");
}

// As in a container that limits it.
TEST(Memory, LittleAddressSpaceEndsNoProcess) {
    for (const char* const more : {"1", "2", "4", "6", "8", "12", "16", "24", "32", "48", "64"}) {
        const Folder cache;
        const Outcome outcome =
            run_client("draws_in_little_address_space", {more}, {{"ASMGL_CACHE_DIR", cache.path()}});
        EXPECT_EQ(outcome.code, 0) << more << " MiB: " << describe(outcome);
    }
}

// Calls until there is an error, and says which; gives up where there ought to be one.
template <typename Function>
GLenum first_error(int most, Function function) {
    for (int i = 0; i < most; ++i) {
        function();
        if (const GLenum error = glGetError(); error != GL_NO_ERROR) return error;
    }
    return GL_NO_ERROR;
}

// All that 32 bits can tell apart, or as little.
CLIENT(fills_its_address_space) {
    constexpr size_t each = size_t{64} << 20;
    constexpr int side = 4096;  // of a texture of that size
    make_client();
    const Scene scene;
    scene.draw();
    if (sizeof(void*) > 4) {
        const rlimit limit{address_space() + 16 * each, RLIM_INFINITY};
        setrlimit(RLIMIT_AS, &limit);
    }
    std::vector<GLuint> textures;
    glActiveTexture(GL_TEXTURE1);
    const GLenum textures_error = first_error(80, [&] {
        textures.push_back(0);
        glGenTextures(1, &textures.back());
        glBindTexture(GL_TEXTURE_2D, textures.back());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    });
    require(textures_error == GL_OUT_OF_MEMORY, "textures fill it");
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    const auto store = [] {
        glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(each), nullptr, GL_STATIC_DRAW);
        return glGetError();
    };
    require(store() == GL_OUT_OF_MEMORY, "there is no room for a buffer");
    scene.draw();
    require(glGetError() == GL_NO_ERROR && Scene::is_right(), "the picture, in what is left");
    glDeleteTextures(2, textures.data());
    require(store() == GL_NO_ERROR, "there is room again");
    glDeleteTextures(static_cast<GLsizei>(textures.size()), textures.data());
    for (int i = 0; i < 20; ++i) scene.draw();
    require(glGetError() == GL_NO_ERROR && Scene::is_right(), "the picture, afterwards");
}

TEST(Memory, TexturesAndBuffersThatDontFitAreErrors) {
    const Outcome outcome = run_client("fills_its_address_space", {}, {{"ASMGL_CACHE_DIR", "off"}});
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

// Sizes that 32 bits can count, but that no address space of theirs holds, and such as they can't count.
CLIENT(asks_for_too_much) {
    make_client();
    const Scene scene;
    glBindBuffer(GL_COPY_WRITE_BUFFER, 1000);
    glBufferData(GL_COPY_WRITE_BUFFER, PTRDIFF_MAX, nullptr, GL_STATIC_DRAW);
    require(glGetError() == GL_OUT_OF_MEMORY, "a buffer");
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, 1001);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 1002);
    const rlimit limit{address_space() + (size_t{512} << 20), RLIM_INFINITY};
    if (sizeof(void*) > 4) setrlimit(RLIMIT_AS, &limit);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 16384, 16384, 0, GL_RGBA, GL_FLOAT, nullptr);  // 2^32 bytes
    require(glGetError() == GL_OUT_OF_MEMORY, "a texture");
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA16F, 8192, 8192, 4);  // 2^31
    require(glGetError() == GL_OUT_OF_MEMORY, "an array");
    for (int i = 0; i < 20; ++i) scene.draw();
    require(glGetError() == GL_NO_ERROR && Scene::is_right(), "the picture, afterwards");
}

TEST(Memory, MoreThanAddressesReachIsAnError) {
    const Outcome outcome = run_client("asks_for_too_much", {}, {{"ASMGL_CACHE_DIR", "off"}});
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

CLIENT(draws_without_threads) {
    fail_threads();
    make_client();
    const Scene scene;
    for (int i = 0; i < 60; ++i) scene.draw();
    require(glGetError() == GL_NO_ERROR && Scene::is_right(), "the picture");
}

TEST(Threads, NoneCanBeMade) {
    for (const char* const engine : {"auto", "jit", "interpreter"}) {
        const Outcome outcome =
            run_client("draws_without_threads", {},
                       {{"ASMGL_ENGINE", engine}, {"ASMGL_CACHE_DIR", "off"}, {"ASMGL_THREADS", "4"}});
        EXPECT_EQ(outcome.code, 0) << engine << ": " << describe(outcome);
    }
}

}  // namespace
}  // namespace surroundings
