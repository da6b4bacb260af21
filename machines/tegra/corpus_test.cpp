// What the fuzzers found worth keeping, once more: they abort where something is not read as it was written.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

extern "C" {
int replay_stream(const uint8_t* data, size_t size);
int replay_code(const uint8_t* data, size_t size);
int replay_fragment(const uint8_t* data, size_t size);
}

namespace machines::tegra {
namespace {

void replay(const std::string& name, int (*entry)(const uint8_t*, size_t)) {
    int files = 0;
    for (const auto& found : std::filesystem::directory_iterator(std::filesystem::path(TEGRA_CORPUS) / name)) {
        std::ifstream file(found.path(), std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(file), {}};
        entry(reinterpret_cast<const uint8_t*>(content.data()), content.size());
        files++;
    }
    EXPECT_GT(files, 20) << name;
}

TEST(TegraCorpus, StreamsAgreeWithThemselves) { replay("stream", replay_stream); }
TEST(TegraCorpus, VertexProgramsAndLinkersAgreeWithThemselves) { replay("code", replay_code); }
TEST(TegraCorpus, FragmentProgramsAgreeWithThemselves) { replay("fragment", replay_fragment); }

}  // namespace
}  // namespace machines::tegra
