// How the fragments of a draw are processed: what follows from a FragmentKey, found once for all draws that have it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/prepare/plain_colors.h"
#include "runtime/jit/program_windows.h"

namespace rasterizer {

class BlockCodes;

struct FragmentPipeline {
    FragmentPipeline(const FragmentKey& key, const StageProgram& fragment);

    FragmentKey key;
    std::shared_ptr<const arbasm::Program> program;           // the key's: it lives as long as it may be looked up
    std::array<AttachmentKey, max_color_attachments> colors;  // the key's, of attachments that are written
    uint8_t color_count = 0;                                  // highest attachment written, plus one

    // ---- the order of things
    bool runs_program = false;        // false: only depth, stencil and counting
    bool early_tests = false;         // depth and stencil before the program
    bool hierarchical_depth = false;  // blocks may be rejected by their depth range
    bool tests = false;               // there are depth or stencil tests
    bool reads_depth = false;         // depth or depth bounds test
    // The program runs for each covered sample instead of each pixel. Then all of its attributes are interpolated at
    // the sample, or only those that ask for it.
    bool per_sample = false, all_at_samples = false;

    // ---- the program
    int result_count = 0;
    std::array<int16_t, max_color_attachments> color_result{};  // into results; -1: not written
    int secondary_color_result = -1;                            // of dual-source blending
    int depth_result = -1;                                      // -1: fragments keep their depth
    int sample_mask_result = -1;
    int stencil_result = -1;         // stands for the reference value of the stencil test
    bool override_coverage = false;  // the program's sample mask may add samples
    bool orders_pixels = false;      // fragments of one pixel do not run side by side
    bool reads_coverage = false;     // fragment.samplemask
    bool reads_framebuffer = false;  // fragment.out.color[n]
    bool mask_after_tests = false;   // it has the samples that passed the early tests only
    bool pixel_center_integer = false, origin_upper_left = false;  // fragment.position
    bool may_run_long = false;                                     // it has loops
    int group_cost = 16;                 // about how long a group of fragments takes, in instructions
    std::vector<int32_t> sampled_units;  // units_sampled_by()
    bool samples_by_handle = false;
    // Formatted loads and stores of image units that the program names by number.
    std::vector<runtime::jit::WantedWindows::OfImage> formatted_accesses;

    // Where it is known, blocks are written without running the program. Only the alpha test stands between coverage,
    // tests and colours then.
    PlainColors plain;
    bool tests_alpha = false;  // the alpha test is there, and colour 0 has an alpha

  private:
    void find_plain(const arbasm::ProgramFacts& facts);
};

// The pipelines of recent draws, by key. For one thread.
class FragmentPipelines {
  public:
    // Made at first sight. `fragment` has the key's program.
    std::shared_ptr<const FragmentPipeline> find(const FragmentKey& key, const StageProgram& fragment);

    BlockCodes* blocks = nullptr;  // null: nothing is compiled

  private:
    static constexpr size_t most_kept = 256;  // an application that makes more begins anew
    std::unordered_map<FragmentKey, std::shared_ptr<const FragmentPipeline>, FragmentKeyHash> known_;
    std::shared_ptr<const FragmentPipeline> last_;  // most draws have the key of the one before
};

}  // namespace rasterizer
