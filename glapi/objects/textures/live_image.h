// Images of textures that are changed from outside: a video's planes, a window system's pixmaps.
#pragma once

namespace rasterizer {
class Rasterizer;
}
namespace runtime {
class Image;
}

namespace glapi {

class LiveImage {
  public:
    LiveImage() = default;
    virtual ~LiveImage() = default;
    LiveImage(const LiveImage&) = delete;
    LiveImage& operator=(const LiveImage&) = delete;
    // Before a draw samples `image`: brings it up to date. Whether anything was changed.
    virtual bool refresh(rasterizer::Rasterizer& rasterizer, runtime::Image& image) const = 0;
};

}  // namespace glapi
