// compare_pictures ACTUAL EXPECTED [--tolerance N] [--outliers FRACTION] [--difference FILE]
//
// Succeeds when at most FRACTION of the pixels differ by more than N of 255 in any channel. The difference picture
// shows absolute differences times eight.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace {

struct Picture {
    int width = 0, height = 0;
    std::unique_ptr<unsigned char, void (*)(void*)> pixels{nullptr, stbi_image_free};
};

Picture load(const char* file) {
    Picture picture;
    picture.pixels.reset(stbi_load(file, &picture.width, &picture.height, nullptr, 3));
    if (!picture.pixels) {
        std::fprintf(stderr, "%s: %s\n", file, stbi_failure_reason());
        std::exit(2);
    }
    return picture;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3 || argc % 2 == 0) {
        std::fprintf(stderr, "usage: %s ACTUAL EXPECTED [--tolerance N] [--outliers FRACTION] [--difference FILE]\n",
                     argv[0]);
        return 2;
    }
    int tolerance = 0;
    double outliers_allowed = 0;
    const char* difference_file = nullptr;
    for (int i = 3; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--tolerance")
            tolerance = std::atoi(argv[i + 1]);
        else if (option == "--outliers")
            outliers_allowed = std::atof(argv[i + 1]);
        else if (option == "--difference")
            difference_file = argv[i + 1];
        else
            return 2;
    }

    const Picture actual = load(argv[1]), expected = load(argv[2]);
    if (actual.width != expected.width || actual.height != expected.height) {
        std::fprintf(stderr, "%dx%d, expected %dx%d\n", actual.width, actual.height, expected.width, expected.height);
        return 1;
    }
    const size_t pixels = size_t(actual.width) * actual.height;
    std::vector<unsigned char> difference(pixels * 3);
    size_t outliers = 0;
    int largest = 0;
    for (size_t i = 0; i < pixels; ++i) {
        int worst = 0;
        for (size_t c = i * 3; c < i * 3 + 3; ++c) {
            const int delta = std::abs(actual.pixels.get()[c] - expected.pixels.get()[c]);
            worst = std::max(worst, delta);
            difference[c] = static_cast<unsigned char>(std::min(255, delta * 8));
        }
        largest = std::max(largest, worst);
        if (worst > tolerance) ++outliers;
    }
    if (difference_file) stbi_write_png(difference_file, actual.width, actual.height, 3, difference.data(), 0);
    std::printf("%zu of %zu pixels differ by more than %d; largest difference %d\n", outliers, pixels, tolerance,
                largest);
    return double(outliers) <= outliers_allowed * double(pixels) ? 0 : 1;
}
