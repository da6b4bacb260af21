#include "glapi/resolve/resolve_areas.h"

#include <algorithm>
#include <utility>

#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

using rasterizer::Rectangle;

// Windows themselves have no such test (EXT_window_rectangles).
bool tests_window(const State& state, const FramebufferState& framebuffers) {
    const ScissorState& scissor = state.scissor;
    return framebuffers.draw && (scissor.window_count > 0 || scissor.window_mode == GL_INCLUSIVE_EXT);
}

// By its edges.
struct Span {
    int64_t left, bottom, right, top;
    bool empty() const { return left >= right || bottom >= top; }
};
Span span_of(const Rectangle& r) { return {r.x, r.y, int64_t{r.x} + r.width, int64_t{r.y} + r.height}; }
Span common(const Span& a, const Span& b) {
    return {std::max(a.left, b.left), std::max(a.bottom, b.bottom), std::min(a.right, b.right), std::min(a.top, b.top)};
}

// Takes what a rectangle covers out of others.
void take_out(std::vector<Span>& spans, const Span& hole) {
    std::vector<Span> left;
    for (const Span& span : spans) {
        const Span inside = common(span, hole);
        if (inside.empty()) {
            left.push_back(span);
            continue;
        }
        const Span beside[] = {{span.left, span.bottom, span.right, inside.bottom},
                               {span.left, inside.top, span.right, span.top},
                               {span.left, inside.bottom, inside.left, inside.top},
                               {inside.right, inside.bottom, span.right, inside.top}};
        for (const Span& part : beside)
            if (!part.empty()) left.push_back(part);
    }
    spans = std::move(left);
}

}  // namespace

std::shared_ptr<const rasterizer::PixelAreas> resolve_areas(const State& state, const FramebufferState& framebuffers) {
    const ScissorState& scissor = state.scissor;
    const bool window = tests_window(state, framebuffers);
    const bool exclusive = std::ranges::find(scissor.exclusive_enabled, true) != scissor.exclusive_enabled.end();
    if (!window && !exclusive) return nullptr;
    auto areas = std::make_shared<rasterizer::PixelAreas>();
    if (window) {
        areas->inside_window = scissor.window_mode == GL_INCLUSIVE_EXT;
        areas->window.assign(scissor.window_rectangles.begin(),
                             scissor.window_rectangles.begin() + scissor.window_count);
    }
    for (size_t i = 0; i < areas->excluded.size(); ++i)
        if (scissor.exclusive_enabled[i]) areas->excluded[i] = scissor.exclusive_boxes[i];
    return areas;
}

std::vector<Rectangle> open_areas(const State& state, const FramebufferState& framebuffers, int32_t width,
                                  int32_t height) {
    const ScissorState& scissor = state.scissor;
    const Rectangle whole = scissored_area(scissor, width, height);
    if (whole.width <= 0 || whole.height <= 0) return {};
    const std::shared_ptr<const rasterizer::PixelAreas> areas = resolve_areas(state, framebuffers);
    if (!areas) return {whole};
    std::vector<Span> spans;
    if (areas->inside_window) {
        for (const Rectangle& window : areas->window) {
            std::vector<Span> more{common(span_of(whole), span_of(window))};
            for (const Span& before : std::vector<Span>(spans)) take_out(more, before);
            for (const Span& span : more)
                if (!span.empty()) spans.push_back(span);
        }
    } else {
        spans = {span_of(whole)};
        for (const Rectangle& window : areas->window) take_out(spans, span_of(window));
    }
    take_out(spans, span_of(areas->excluded[0]));
    std::vector<Rectangle> open;
    for (const Span& span : spans)
        open.push_back({static_cast<int32_t>(span.left), static_cast<int32_t>(span.bottom),
                        static_cast<int32_t>(span.right - span.left), static_cast<int32_t>(span.top - span.bottom)});
    return open;
}

}  // namespace glapi
