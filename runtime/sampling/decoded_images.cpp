#include "runtime/sampling/decoded_images.h"

#include <algorithm>
#include <atomic>
#include <list>
#include <mutex>
#include <new>

#include "runtime/sampling/texel_elements.h"
#include "runtime/threads/fork_hold.h"
#include "runtime/threads/worker_pool.h"

namespace runtime::sampling {
namespace {

using namespace codecs;  // as formats.def names them

// Writes `width` texels of row y of a row of blocks.
using DecodeRow = void (*)(Format format, const std::byte* blocks, int32_t y, int32_t width, std::byte* to);

template <class Codec, int block_bytes>
constexpr DecodeRow decode_row() {
    constexpr Format decoded = DecodedBlocksOf<Codec>::value.format;
    if constexpr (decoded == Format::None) {
        return nullptr;
    } else if constexpr (requires(std::array<uint8_t, 4> rgba) { Codec::load_bytes(nullptr, 0, 0, rgba); }) {
        return [](Format, const std::byte* blocks, int32_t y, int32_t width, std::byte* to) {
            for (int32_t x = 0; x < width; ++x) {
                std::array<uint8_t, 4> rgba;
                Codec::load_bytes(blocks + ptrdiff_t{x / 4} * block_bytes, x % 4, y, rgba);
                std::memcpy(to + ptrdiff_t{x} * 4, rgba.data(), 4);
            }
        };
    } else {
        return [](Format format, const std::byte* blocks, int32_t y, int32_t width, std::byte* to) {
            std::vector<Texel> texels(static_cast<size_t>(width));
            load_block_texels(format, blocks, 0, y, width, texels.data());
            // Luminance and alpha are the first and second of two floats, too.
            if (format_info(format).base == BaseFormat::LuminanceAlpha)
                for (Texel& texel : texels) texel[1] = texel[3];
            store_texels(decoded, to, 0, width, texels.data());
        };
    }
}

constexpr DecodeRow rows[] = {
    nullptr,
#define RUNTIME_FORMAT(name, bytes, width, height, component_class, base, r, g, b, a, d, s, linear, renderable, image, \
                       gl, type, drm, ...)                                                                             \
    decode_row<__VA_ARGS__, bytes>(),
#include "runtime/formats/formats.def"
#undef RUNTIME_FORMAT
};
constexpr Format decoded_formats[] = {
    Format::None,
#define RUNTIME_FORMAT(name, bytes, width, height, component_class, base, r, g, b, a, d, s, linear, renderable, image, \
                       gl, type, drm, ...)                                                                             \
    DecodedBlocksOf<__VA_ARGS__>::value.format,
#include "runtime/formats/formats.def"
#undef RUNTIME_FORMAT
};

uint64_t bytes_when_decoded(const Image& image) {
    const Extent extent = image.extent();
    const FormatInfo& info = format_info(decoded_formats[static_cast<size_t>(image.format())]);
    return uint64_t{info.bytes_per_block} * static_cast<uint64_t>(extent.width) * static_cast<uint64_t>(extent.height) *
           static_cast<uint64_t>(extent.depth);
}

std::shared_ptr<const Image> decoded(const Image& image) {
    const auto format = static_cast<size_t>(image.format());
    const Extent extent = image.extent();
    auto result = std::make_shared<Image>(decoded_formats[format], extent);
    const auto decode_row = [&](int32_t y, int32_t z) {
        rows[format](image.format(), image.row(y / 4, z), y % 4, extent.width, result->row(y, z));
    };
    // Pieces of some rows of blocks; small levels are not worth waking threads for.
    constexpr int64_t texels_of_piece = 16384;
    const int64_t texels_of_row = int64_t{extent.width} * 4;
    const auto rows_at_once = static_cast<int32_t>(std::clamp<int64_t>(texels_of_piece / texels_of_row, 1, 1024)) * 4;
    const int32_t pieces_of_slice = (extent.height + rows_at_once - 1) / rows_at_once;
    std::atomic<bool> failed = false;  // pieces throw nothing
    const auto decode_piece = [&](int32_t piece) {
        const int32_t z = piece / pieces_of_slice, first = piece % pieces_of_slice * rows_at_once;
        try {
            for (int32_t y = first; y < std::min(first + rows_at_once, extent.height); ++y) decode_row(y, z);
        } catch (const std::bad_alloc&) {
            failed = true;
        }
    };
    const int32_t pieces = pieces_of_slice * extent.depth;
    if (texels_of_row / 4 * extent.height * extent.depth > texels_of_piece)
        WorkerPool::instance().parallel_for(pieces, decode_piece);
    else
        for (int32_t piece = 0; piece < pieces; ++piece) decode_piece(piece);
    if (failed) throw std::bad_alloc();
    return result;
}

struct Kept {
    // The levels that were decoded. An image at the same address is the same one while its weak pointer has not
    // expired.
    struct Source {
        const Image* image;
        std::weak_ptr<const Image> alive;
        uint32_t changes;
    };
    std::vector<Source> sources;
    std::shared_ptr<const DecodedLevels> levels;
    uint64_t bytes;

    bool is_of(const Texture& texture) const {
        return std::equal(sources.begin(), sources.end(), texture.levels.begin(), texture.levels.end(),
                          [](const Source& source, const auto& level) {
                              return source.image == level.get() && !source.alive.expired() &&
                                     source.changes == level->changes();
                          });
    }
    bool is_stale() const {
        return std::any_of(sources.begin(), sources.end(), [](const Source& source) {
            const auto image = source.alive.lock();
            return !image || image->changes() != source.changes;
        });
    }
};

class DecodedTextures {
  public:
    std::shared_ptr<const DecodedLevels> find(const Texture& texture) {
        const std::lock_guard lock(mutex_);
        const auto found =
            std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.is_of(texture); });
        if (found == kept_.end()) return nullptr;
        kept_.splice(kept_.begin(), kept_, found);
        return found->levels;
    }
    // Room comes from what has gone, and what has been used longest ago.
    void keep(Kept&& kept) {
        const std::lock_guard lock(mutex_);
        kept_.push_front(std::move(kept));
        bytes_ += kept_.front().bytes;
        for (auto i = std::next(kept_.begin()); i != kept_.end();)
            if (i->is_stale())
                i = drop(i);
            else
                ++i;
        while (bytes_ > most_decoded_bytes && kept_.size() > 1) drop(std::prev(kept_.end()));
    }
    uint64_t bytes() {
        const std::lock_guard lock(mutex_);
        return bytes_;
    }

  private:
    std::list<Kept>::iterator drop(std::list<Kept>::iterator at) {
        bytes_ -= at->bytes;
        return kept_.erase(at);
    }

    ForkSafe<> mutex_;
    std::list<Kept> kept_;  // used last first
    uint64_t bytes_ = 0;
};

// Never destroyed: draws of other threads may end after the program's last destructor.
DecodedTextures& decoded_textures() {
    static auto* const textures = new DecodedTextures;
    return *textures;
}

}  // namespace

std::shared_ptr<const DecodedLevels> decoded_levels(const Texture& texture) {
    if (auto found = decoded_textures().find(texture)) return found;
    Kept kept{{}, nullptr, 0};
    for (const auto& level : texture.levels) {
        kept.sources.push_back({level.get(), level, level->changes()});
        kept.bytes += bytes_when_decoded(*level);
    }
    if (kept.bytes > most_decoded_bytes) return nullptr;
    try {
        DecodedLevels levels;
        for (const auto& level : texture.levels)
            levels.push_back(decoded_formats[static_cast<size_t>(level->format())] == Format::None ? level
                                                                                                   : decoded(*level));
        kept.levels = std::make_shared<const DecodedLevels>(std::move(levels));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    auto levels = kept.levels;
    decoded_textures().keep(std::move(kept));
    return levels;
}

uint64_t decoded_bytes() { return decoded_textures().bytes(); }

}  // namespace runtime::sampling
