// Captures an application's draws as streams for Tegra's 3D engine: a file for each frame, which `asmgl tegra-run`
// replays (machines/tegra/device/capture.h).
//
// A draw becomes a stream, with the memory that it reads, if the engine can express its programs and state; so does a
// clear. Other draws are left out, and reported once for each reason; the next draw to the same surface begins with the
// surface's contents at that time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "machines/tegra/codegen/fragment/generate.h"
#include "machines/tegra/codegen/vertex/generate.h"
#include "machines/tegra/commands/draw_state.h"
#include "machines/tegra/device/capture.h"
#include "rasterizer/draw/draw_observer.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/targets/tegra_surfaces.h"

namespace rasterizer {

struct CaptureOptions {
    std::string folder;
    bool mixed_precision = false;
    bool check = false;                       // replay when the picture is read, and report the difference
    uint32_t frames = 0;                      // how many; 0: all, up to
    uint64_t most_bytes = uint64_t{1} << 30;  // in files; the frame that goes beyond is the last
    uint32_t most_memory = 128u << 20;        // of a file; a frame that needs more becomes several
};

class DrawCapture final : public DrawObserver {
  public:
    explicit DrawCapture(CaptureOptions options);

    void draw(const Draw& draw, const Settle& settle) override;
    void clear(const Clear& clear, const Settle& settle) override;
    void touched(const runtime::Image& image) override;
    void frame_finished() override;
    std::vector<std::string> take_messages() override;

    // The frame that is being captured: for tests.
    const machines::tegra::Capture& capture() const { return capture_; }

  private:
    struct Surface {
        std::shared_ptr<const runtime::Image> image;
        uint32_t address = 0;
        SurfaceFormat format;
        bool current = false;  // the device's memory has what the image has
        bool suspect = false;  // or had, when somebody was about to look at it or to change it: then it held
        size_t content = 0;    // this, by hash
    };
    struct VertexProgram {
        std::shared_ptr<const arbasm::Program> program;
        std::string error;
        machines::tegra::GeneratedVertex code;
    };
    struct FragmentProgram {
        std::shared_ptr<const arbasm::Program> program;
        machines::tegra::FragmentOptions options;
        std::string error;
        machines::tegra::GeneratedFragment code;
        bool kills = false;
    };
    struct Expressed {  // a draw's state, and what it is made of
        const VertexProgram* vertex = nullptr;
        const FragmentProgram* fragment = nullptr;
        machines::tegra::DrawState state;
        bool nothing = false;  // to be seen
    };

    static constexpr uint32_t color_target = 1, depth_target = 0, stencil_target = 2;  // of the first colour

    bool is_capturing() const { return !done_; }
    static uint8_t corners_of(Primitive primitive);
    // The draw's state, or why there is none such (draw_capture_state.cpp).
    std::string express(const Draw& draw, const Settle& settle, Expressed& result);
    std::string express_programs(const Draw& draw, const VertexLayout& layout, Expressed& result);
    std::string express_textures(const Draw& draw, const Settle& settle, Expressed& result);
    std::string express_targets(const Draw& draw, const Settle& settle, Expressed& result);
    std::string choose_fragment(const Draw& draw, const VertexLayout& layout, Expressed& result);
    std::string capture_draw(const Draw& draw, Expressed& expressed);
    std::string capture_stream(const machines::tegra::DrawState& state, const machines::tegra::DrawCall& call);
    std::string capture_clear(const Clear& clear, const Settle& settle);
    std::string clear_color(const Clear& clear, size_t i, const Settle& settle, machines::tegra::DrawState& state);
    std::string clear_no_color(const Framebuffer& framebuffer, machines::tegra::DrawState& state);
    std::string set_clear_fragment(const machines::tegra::FragmentOptions& options, const runtime::Vector4& color,
                                   machines::tegra::DrawState& state);
    std::string clear_depth_stencil(const Clear& clear, const Settle& settle, machines::tegra::DrawState& state);
    std::string capture_cleared_area(const Clear& clear, bool tests, machines::tegra::DrawState& state);
    void forget_targets(const Framebuffer& framebuffer);
    void refuse(const std::string& what, const std::string& reason);

    const VertexProgram& vertex_program(const std::shared_ptr<const arbasm::Program>& program, bool clamps_colors);
    const FragmentProgram& fragment_program(const std::shared_ptr<const arbasm::Program>& program,
                                            const machines::tegra::FragmentOptions& options);
    // Empty, and the target bound. `overwritten`: all of it, so that what was there does not matter.
    std::string bind(const SurfaceView& view, SurfaceKind kind, bool srgb_write, uint32_t number, bool overwritten,
                     const Settle& settle, std::vector<machines::tegra::TargetBinding>& targets);
    void bind_scratch(int32_t width, int32_t height, uint32_t number,
                      std::vector<machines::tegra::TargetBinding>& targets);
    void show(const SurfaceView& view, const std::vector<machines::tegra::TargetBinding>& targets);

    uint32_t allocate(const void* bytes, size_t count, uint32_t alignment = 16);
    uint32_t place_once(const std::vector<uint8_t>& bytes);
    machines::tegra::StreamBuilder begin_stream() const;
    void finish_stream(const machines::tegra::StreamBuilder& stream);
    void write_file();
    void check(const runtime::Image& image);

    CaptureOptions options_;
    std::mutex mutex_;
    bool done_ = false;
    uint32_t frame_ = 1, part_ = 1;
    uint64_t bytes_written_ = 0;
    std::set<std::string> said_;
    std::vector<std::string> messages_;
    std::map<std::pair<const arbasm::Program*, bool>, VertexProgram> vertex_programs_;
    std::vector<std::unique_ptr<FragmentProgram>> fragment_programs_;
    std::shared_ptr<const arbasm::Program> clear_vertices_, clear_fragments_;

    // The file that is being made.
    machines::tegra::Capture capture_;
    std::shared_ptr<const runtime::Image> shown_;  // capture_.picture
    int32_t shown_layer_ = 0;
    size_t streams_checked_ = 0;
    std::map<std::tuple<const runtime::Image*, int32_t, SurfaceKind>, Surface> surfaces_;
    std::multimap<size_t, std::pair<uint32_t, size_t>> placed_;  // by hash: address and bytes
};

}  // namespace rasterizer
