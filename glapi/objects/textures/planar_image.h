// Images of luma and chroma in planes of memory that others write, a video's frames (EXT_image_dma_buf_import).
// Textures of them have an image of RGB, which is made anew where the planes may have changed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "glapi/objects/textures/live_image.h"
#include "runtime/images/image.h"

namespace glapi {

// The layout of components: `bits` bits from bit `shift` on, in words of `size` bytes.
struct PlanarLayout {
    struct Component {
        int plane, first, step;  // bytes
        int size = 1, shift = 0, bits = 8;
    };
    int planes;
    int across, down;  // pixels that have chroma in common
    Component y, u, v;
    Component alpha{-1, 0, 0};  // of no plane: there is none

    bool has_alpha() const { return alpha.plane >= 0; }
    bool is_deep() const { return y.bits > 8; }
};
inline constexpr size_t most_planes = 3;

// How they are meant.
enum class ColorSpace : uint8_t { Rec601, Rec709, Rec2020 };
// Where chroma belongs: nobody says so, to the first pixel that has it, in the middle of those.
enum class ChromaSiting : uint8_t { Unknown, First, Middle };
struct PlanarColors {
    ColorSpace space = ColorSpace::Rec601;
    bool full_range = false;
    ChromaSiting across = ChromaSiting::Unknown, down = ChromaSiting::Unknown;
};

struct Plane {
    std::shared_ptr<const std::byte[]> memory;
    uint64_t offset = 0;
    uint32_t pitch = 0;
};

class PlanarImage final : public LiveImage {
  public:
    PlanarImage(const PlanarLayout& layout, const PlanarColors& colors, int32_t width, int32_t height,
                std::array<Plane, most_planes> planes);

    // What a plane needs: rows of so many bytes.
    struct Size {
        int64_t row_bytes = 0, rows = 0;
    };
    static Size plane_size(const PlanarLayout& layout, int plane, int32_t width, int32_t height);

    // Its format: Rgbx8Unorm; Rgba8Unorm where there is alpha; Rgba16Unorm where there are more bits.
    const std::shared_ptr<runtime::Image>& rgb() const { return rgb_; }
    // Makes it of what lies in the planes now.
    void convert() const;
    // The same before a draw samples rgb(). Who changes the planes has to know that draws before are done with them: as
    // long as one is under way they are what they were.
    bool refresh(rasterizer::Rasterizer& rasterizer, runtime::Image& image) const override;

  private:
    void convert_rows(int32_t first, int32_t end) const;
    template <class Number>
    void convert_rows_to(int32_t first, int32_t end) const;
    const std::byte* row_of(const PlanarLayout::Component& component, int32_t row) const;
    void load_row(const PlanarLayout::Component& component, int32_t row, float scale, std::vector<float>& values) const;

    PlanarLayout layout_;
    PlanarColors colors_;
    std::array<Plane, most_planes> planes_;
    std::shared_ptr<runtime::Image> rgb_;
};

}  // namespace glapi
