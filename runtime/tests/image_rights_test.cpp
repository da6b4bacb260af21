// Who may change which image, several threads at once, units by number; textures and images by handle.
#include <thread>

#include "runtime/testing/image_programs.h"

namespace runtime {
namespace {

TEST(ImageInstructions, RightsAreKept) {
    const auto tried = [](const std::string& body, bool readable, bool writable, bool& changed) {
        Images images, before;
        for (Images* i : {&images, &before}) i->add(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
        images.program.images.insert(images.program.images.begin(), ImageBinding{});
        images.program.images[1].readable = readable;
        images.program.images[1].writable = writable;
        run_on(images, body, simd_levels().back(), [](int) { return Coordinates{}; });
        changed = images.get<uint32_t>(0, 0, 0, 0, 0, 1) != before.get<uint32_t>(0);
        return images.fault();
    };
    const auto has = [](const std::string& text, const char* what) {
        EXPECT_NE(text.find(what), std::string::npos) << text << " lacks " << what;
    };
    bool changed = false;
    std::string said = tried("STOREIM.U32 image[1], d, c, 2D;\n", true, false, changed);
    has(said, "image unit 1"), has(said, "for reading only"), has(said, "line 10");
    EXPECT_FALSE(changed);
    said = tried("ATOMIM.ADD.U32 t.x, {1}.x, c, image[1], 2D;\n", true, false, changed);
    has(said, "for reading only");
    EXPECT_FALSE(changed);
    has(tried("ATOMIM.ADD.U32 t.x, {1}.x, c, image[1], 2D;\n", false, true, changed), "for writing only");
    EXPECT_FALSE(changed);
    has(tried("LOADIM.U32 t, c, image[1], 2D;\n", false, true, changed), "for writing only");
    EXPECT_EQ(tried("LOADIM.U32 t, c, image[1], 2D;\n", true, false, changed), "");
    EXPECT_EQ(tried("STOREIM.U32 image[1], d, c, 2D;\n", false, true, changed), "");
    EXPECT_TRUE(changed);
    EXPECT_EQ(tried("STOREIM.U32 image[0], d, c, 2D;\n", false, true, changed), "") << "nothing is bound";
    EXPECT_FALSE(changed);
    EXPECT_EQ(tried("IMQ t, image[1], 2D;\n", false, false, changed), "") << "sizes are no contents";
}

TEST(ImageInstructions, OnlyThreadsThatAreThereChangeImages) {
    for (const char* body : {"STOREIM.U32 image[0], d, c, 2D;\n", "ATOMIM.EXCH.U32 t.x, d, c, image[0], 2D;\n"})
        for (const SimdLevel level : simd_levels()) {
            Images images, before;
            for (Images* i : {&images, &before}) i->add(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
            run_on(
                images, body, level,
                [](int lane) {
                    return Coordinates{lane % 8, lane / 8, 0, 0};
                },
                [](int, int) { return 9u; },
                [](Group& group) {
                    group.active = 0x0000ffffu;
                    group.helpers = 0x0000ff00u;
                });
            for (int lane = 0; lane < group_lanes; lane++)
                EXPECT_EQ(images.get<uint32_t>(lane % 8, lane / 8),
                          lane < 8 ? 9u : before.get<uint32_t>(lane % 8, lane / 8))
                    << lane;
        }
}

TEST(ImageInstructions, ThreadsShareTexels) {
    // Counting, the largest number, and stores and loads of texels that all are at.
    Images images;
    images.add(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
    images.add(TextureKind::Texture2D, Format::Rgba16Float, {8, 4, 1});
    images.images[0]->row(0)[0] = images.images[0]->row(0)[1] = images.images[0]->row(0)[2] =
        images.images[0]->row(0)[3] = std::byte{};
    std::memset(images.images[0]->row(1), 0, 4);
    constexpr uint32_t threads = 8, turns = 200;
    std::vector<std::thread> pool;
    for (uint32_t i = 0; i < threads; i++)
        pool.emplace_back([&images, i] {
            for (uint32_t turn = 0; turn < turns; turn++)
                run_on(
                    images,
                    "ATOMIM.ADD.U32 t.x, {1}.x, {0, 0, 0, 0}, image[0], 2D;\n"
                    "ATOMIM.MAX.U32 t.x, d, {0, 1, 0, 0}, image[0], 2D;\n"
                    "STOREIM.F image[1], {1, 2, 3, 4}, c, 2D;\nLOADIM.F t, c, image[1], 2D;\n",
                    simd_levels().back(),
                    [](int lane) {
                        return Coordinates{lane % 8, lane / 8, 0, 0};
                    },
                    [i, turn](int lane, int) { return i * 100000 + turn * 100 + static_cast<uint32_t>(lane); });
        });
    for (std::thread& thread : pool) thread.join();
    EXPECT_EQ(images.get<uint32_t>(0), threads * turns * group_lanes);
    EXPECT_EQ(images.get<uint32_t>(0, 1), (threads - 1) * 100000 + (turns - 1) * 100 + group_lanes - 1);
    EXPECT_EQ(images.get<uint64_t>(5, 2, 0, 0, 0, 1), 0x4400420040003c00u);
}

// ---- units by number, handles --------------------------------------------------------------------------------------

TEST(ImageInstructions, UnitsAreChosenByLane) {
    Images images;
    for (int i = 0; i < 4; i++)
        images.add(TextureKind::Texture1D, i < 2 ? Format::R32Uint : Format::Rg32Uint, {32, 1, 1});
    for (size_t i = 0; i < 4; i++)
        *reinterpret_cast<uint32_t*>(images.images[i]->row(0)) = static_cast<uint32_t>(i) + 10;
    const LaneRun run = run_on(images,
                               "IMAGE im[3] = { image[1..3] };\nLOADIM.U32 t, {0}, im[c.x], 1D;\n"
                               "MOV.U result.attrib[0], t;\nIMQ t.y, im[c.y + 1], 1D;\nMOV.U result.attrib[1], t;\n",
                               simd_levels().back(), [](int lane) {
                                   return Coordinates{lane - 5, lane, 0, 0};
                               });
    for (int lane = 0; lane < group_lanes; lane++) {
        // Units beyond are the variable's first and last; a texel of the third has another size than U32.
        const int unit = std::clamp(lane - 5, 0, 2) + 1;
        EXPECT_EQ(run.result(lane), unit == 1 ? 11u : 0u) << lane;
    }
}

TEST(Handles, NameImages) {
    auto handles = std::make_shared<HandleTable>();
    Images images;
    for (uint32_t i = 0; i < 3; i++) {
        const ImageBinding binding = images.make(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
        *reinterpret_cast<uint32_t*>(images.images[i]->row(0)) = 20 + i;
        handles->images[0x700000001ull * (i + 1)] = binding;
    }
    handles->images[0x700000003ull].writable = false;
    handles->images[0x700000003ull].image = images.images[0];
    images.program.handles = handles;
    for (const SimdLevel level : simd_levels()) {
        LaneRun run = run_on(
            images, "LOADIM.U32 t, c, handle(h.x), 2D;\nMOV.U result.attrib[0], t;\n", level,
            [](int) { return Coordinates{}; }, nullptr, {},
            [](int lane) { return 0x700000001ull * static_cast<uint64_t>(lane % 3 + 1); });
        for (int lane = 0; lane < group_lanes; lane++)
            EXPECT_EQ(run.result(lane), 20u + static_cast<uint32_t>(lane % 3));
        EXPECT_EQ(images.fault(), "");
        const uint32_t before = *reinterpret_cast<uint32_t*>(images.images[1]->row(0));
        run = run_on(
            images, "ATOMIM.ADD.U32 t.x, {2}.x, c, handle(h.x), 2D;\n", level, [](int) { return Coordinates{}; },
            nullptr, {}, [](int lane) { return lane == 7 ? 0x1234567890ull : 0xe00000002ull; });
        EXPECT_EQ(*reinterpret_cast<uint32_t*>(images.images[1]->row(0)), before + 62);
        EXPECT_NE(images.fault().find("handle 0x1234567890 is not that of a resident image"), std::string::npos);
        *reinterpret_cast<uint32_t*>(images.images[1]->row(0)) = before;
    }
    run_on(
        images, "STOREIM.U32 handle(h.x), d, c, 2D;\n", simd_levels().back(), [](int) { return Coordinates{}; },
        nullptr, {}, [](int) { return 0x700000003ull; });
    EXPECT_NE(images.fault().find("handle 0x700000003 is for reading only"), std::string::npos);
}

TEST(Handles, NameTextures) {
    auto handles = std::make_shared<HandleTable>();
    Images images;
    for (uint32_t i = 0; i < 3; i++) {
        images.make(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
        *reinterpret_cast<uint32_t*>(images.images[i]->row(0)) = 30 + i;
        auto texture = std::make_shared<Texture>();
        texture->kind = i == 2 ? TextureKind::Array2D : TextureKind::Texture2D;
        texture->format = Format::R32Uint;
        texture->levels.push_back(images.images[i]);
        Sampler sampler;
        sampler.mag_filter = Filter::Nearest;
        sampler.mip_filter = MipFilter::None;
        handles->textures[100 + i] = {texture, sampler};
    }
    images.program.handles = handles;
    for (const SimdLevel level : simd_levels()) {
        // The result is where the coordinates are.
        const LaneRun run = run_on(
            images, "MOV.U t, c;\nTXF.U t, t, handle(h.x), 2D;\nMOV.U result.attrib[0], t;\n", level,
            [](int) { return Coordinates{}; }, nullptr, {},
            [](int lane) { return static_cast<uint64_t>(100 + lane % 4); });
        for (int lane = 0; lane < group_lanes; lane++)
            EXPECT_EQ(run.result(lane), lane % 4 < 2 ? 30u + static_cast<uint32_t>(lane % 4) : 0u) << lane;
        EXPECT_NE(images.fault().find("handle 0x67 is not that of a resident texture"), std::string::npos);
    }
}

}  // namespace
}  // namespace runtime
