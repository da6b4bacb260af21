// A draw of the emulated device: vertices are fetched, run and linked (device_draw.cpp); primitives assembled, clipped
// and taken apart (device_primitives.cpp); fragments tested, run and written (device_fragments.cpp).
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "machines/tegra/device/device.h"
#include "machines/tegra/emulator/fragment_pipeline.h"

namespace machines::tegra {

struct DrawnVertex {
    Float4 position{};  // clip coordinates
    std::array<std::array<uint32_t, 4>, mfu_tram_rows> tram{};
};

// A corner of a clipped primitive: clip coordinates and the weights of the whole one's vertices.
struct Corner {
    std::array<double, 4> position{};
    std::array<double, 3> weights{};
};

class Draw final : public QuadSink, public FragmentMemory {
  public:
    explicit Draw(Emulator& e) : e_(e) {}
    bool run();

    void quad(int x, int y, const std::array<bool, 4>& covered,
              const std::array<std::array<double, 3>, 4>& weights) override;
    bool look_up(const TextureRequest& request, std::array<Rgba8, quad_size>& texels) override;
    bool read_target(int target, int x, int y, Rgba8& value) override;
    bool write_target(int target, int x, int y, const Rgba8& value) override;
    bool write_stencil(int x, int y) override;

  private:
    uint32_t get(uint32_t offset) const { return e_.registers_[offset]; }
    float get_float(uint32_t offset) const { return std::bit_cast<float>(get(offset)); }
    bool fail(std::string reason) {
        if (e_.failure_.empty()) e_.failure_ = std::move(reason);
        failed_ = true;
        return false;
    }
    uint8_t* at(uint64_t address, uint64_t bytes) {
        return address + bytes <= e_.memory_.size() ? e_.memory_.data() + address : nullptr;
    }
    uint8_t* pixel(uint32_t target, int x, int y, uint32_t bytes);
    bool read_programs();
    bool read_state();
    bool fetch(uint32_t index, VertexRun& run);
    bool shade(uint32_t index, DrawnVertex& vertex);
    bool assemble(const std::vector<DrawnVertex>& vertices);
    bool draw_triangle(const DrawnVertex& a, const DrawnVertex& b, const DrawnVertex& c, int provoking);
    bool draw_line(const DrawnVertex& a, const DrawnVertex& b, bool provoking_last);
    bool draw_point(const DrawnVertex& a);
    bool raster(std::array<const DrawnVertex*, 3> vertices, const std::vector<Corner>& corners, int provoking,
                bool front);
    CoverageVertex window(const std::array<double, 4>& position, double& z) const;
    double plane_distance(size_t plane, const std::array<double, 4>& position) const;
    bool stencil_and_depth(bool front, int x, int y, double z);

    Emulator& e_;
    bool failed_ = false;
    std::vector<VertexInstruction> vertex_code_;
    std::string unknown_instruction_;  // behind the last one of vertex_code_
    std::array<Float4, vertex_constants> constants_{};
    std::vector<LinkInstruction> links_;
    std::vector<uint32_t> export_of_rank_;
    std::array<std::array<bool, 4>, mfu_tram_rows> tram_written_{}, tram_flat_{};
    bool selects_z_ = false;
    FragmentCode fragment_code_;
    std::unique_ptr<FragmentPipeline> pipeline_;
    FragmentState fragment_state_;
    PixelRectangle scissor_;
    bool depth_test_ = false, depth_write_ = false, stencil_test_ = false, has_depth_ = false;
    double offset_ = 0;
    // State of the piece being rasterized.
    FragmentTriangle triangle_;
    std::array<Corner, 3> piece_;
    std::array<double, 3> piece_z_{};
};

bool run_draw(Emulator& emulator);

}  // namespace machines::tegra
