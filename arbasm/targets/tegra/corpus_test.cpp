// What the fuzzer found worth keeping, once more.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace arbasm::tegra {
namespace {

TEST(TegraCorpus, StreamsAndTextsAgreeWithThemselves) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(TEGRA_CORPUS)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(file), {}};
        // Aborts where something is not read as it was written.
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(content.data()), content.size());
        files++;
    }
    EXPECT_GT(files, 20);
}

}  // namespace
}  // namespace arbasm::tegra
