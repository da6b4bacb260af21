#include "rasterizer/prepare/fragment_pipeline.h"

#include <algorithm>

#include "rasterizer/prepare/fragment_ways.h"
#include "rasterizer/prepare/named_units.h"
#include "runtime/execution/back_end.h"

namespace rasterizer {

FragmentWays& fragment_ways() {
    static FragmentWays ways;
    return ways;
}

FragmentPipeline::FragmentPipeline(const FragmentKey& from, const StageProgram& fragment) : key(from) {
    color_result.fill(-1);
    bool kills = false, side_effects = false, forced_early = false;
    uint32_t written = 0;
    if (key.program) {
        using arbasm::Option;
        program = fragment.program;
        const arbasm::ProgramFacts& facts = *fragment.facts;
        const arbasm::ResultRegisters& results = facts.results;
        static_assert(max_color_attachments == arbasm::max_color_results);
        result_count = static_cast<int>(program->results.size());
        color_result = results.colors;
        if (key.broadcast) color_result.fill(results.colors[0]);
        for (int i = 0; i < max_color_attachments; ++i) written |= uint32_t{color_result[i] >= 0} << i;
        secondary_color_result = results.secondary_color;
        sample_mask_result = results.sample_mask;
        kills = facts.kills;
        may_run_long = facts.may_run_long;
        side_effects = facts.touches_memory || sample_mask_result >= 0;  // a mask: late, coverage changes
        // NV_early_fragment_tests: results that the tests would take have no effect.
        forced_early = program->has(Option::NvEarlyFragmentTests);
        depth_result = forced_early ? -1 : results.depth;
        stencil_result = forced_early || !key.stencil_test ? -1 : results.stencil_reference;
        override_coverage = sample_mask_result >= 0 && program->has(Option::NvSampleMaskOverrideCoverage);
        orders_pixels =
            program->has(Option::NvPixelInterlockOrdered) || program->has(Option::NvPixelInterlockUnordered);
        mask_after_tests = program->has(Option::ArbPostDepthCoverage) || program->has(Option::ExtPostDepthCoverage);
        pixel_center_integer = program->has(Option::ArbFragmentCoordPixelCenterInteger);
        origin_upper_left = program->has(Option::ArbFragmentCoordOriginUpperLeft);
        reads_coverage = std::any_of(program->attributes.begin(), program->attributes.end(), [](const auto& attribute) {
            return attribute.binding.kind == arbasm::BindingKind::SampleMask;
        });
        reads_framebuffer = std::any_of(program->attributes.begin(), program->attributes.end(),
                                        [](const auto& attribute) { return attribute.binding.of_output; });
        group_cost = static_cast<int>(std::min<size_t>(16 + program->instructions.size(), 4096));
        sampled_units = units_sampled_by(*program);
        samples_by_handle = rasterizer::samples_by_handle(*program);
        if (facts.touches_memory) formatted_accesses = formatted_accesses_of(*program);
        per_sample = key.multisample && (key.sample_shading || facts.runs_per_sample);
    }
    for (int i = 0; i < max_color_attachments; ++i) {
        if (!(written >> i & 1) && !key.colors[i].coverage) continue;
        colors[i] = key.colors[i];
        if (colors[i].storage != ColorStorage::None) color_count = static_cast<uint8_t>(i + 1);
    }
    all_at_samples = key.sample_shading;
    per_sample |= key.sample_shading;
    reads_depth = key.depth_storage != DepthStorage::None && (key.depth_test || key.depth_bounds);
    tests = reads_depth || key.stencil_test;

    const bool program_depth = program && fragment.facts->results.depth >= 0;
    const bool program_tests = program_depth || stencil_result >= 0;
    const bool stencil_rectangle = key.rectangle == RectangleKind::Stencil;
    runs_program =
        key.program && !stencil_rectangle &&
        (color_count > 0 || kills || program_tests || side_effects || key.alpha_test || key.covers_by_alpha());
    early_tests = forced_early || !(kills || program_tests || side_effects || key.alpha_test || key.covers_by_alpha() ||
                                    stencil_rectangle);
    hierarchical_depth = key.depth_test && depth_result < 0 && key.rectangle != RectangleKind::Depth &&
                         !key.depth_bounds && !(side_effects && !forced_early) &&
                         (!key.stencil_test || key.stencil_keeps_failed);
    tests_alpha = key.alpha_test && color_result[0] >= 0 && !colors[0].integer;
    if (runs_program) find_plain(*fragment.facts);
}

void FragmentPipeline::find_plain(const arbasm::ProgramFacts& facts) {
    if (per_sample || std::ranges::any_of(colors, &AttachmentKey::coverage)) return;
    // Rectangles of colours are copied (rectangle_copy.h).
    if (key.rectangle != RectangleKind::None && key.rectangle != RectangleKind::Color) return;
    if (depth_result >= 0 || stencil_result >= 0 || sample_mask_result >= 0 || key.covers_by_alpha() ||
        key.alpha_to_one)
        return;
    // Depth and stencil tests may have been forced to come before the alpha test.
    if (early_tests && key.alpha_test) return;
    uint32_t wanted = tests_alpha ? 1 : 0;
    for (int i = 0; i < color_count; ++i) {
        const AttachmentKey& attachment = colors[i];
        if (attachment.storage == ColorStorage::None) continue;
        if (attachment.logic_operation) return;
        wanted |= 1u << i;
    }
    // An emulated machine computes in its own way.
    if (secondary_color_result >= 0 || runtime::back_end() || !fragment_ways().plain) return;
    plain = find_plain_colors(facts, color_result, wanted);
    for (int i = 0; i < color_count; ++i) {
        // Planes take what is the same everywhere, as it is.
        if (!(wanted >> i & 1) || colors[i].storage != ColorStorage::Planes) continue;
        plain.known &= colors[i].blend == BlendPreset::Replace;
        for (const arbasm::ComponentSource& component : plain.colors[static_cast<size_t>(i)])
            plain.known &= component.kind != arbasm::ComponentSource::Kind::Attribute;
    }
}

std::shared_ptr<const FragmentPipeline> FragmentPipelines::find(const FragmentKey& key, const StageProgram& fragment) {
    if (last_ && last_->key == key) return last_;
    const auto known = known_.find(key);
    if (known != known_.end()) return last_ = known->second;
    if (known_.size() >= most_kept) known_.clear();
    last_ = std::make_shared<const FragmentPipeline>(key, fragment);
    known_.emplace(key, last_);
    return last_;
}

}  // namespace rasterizer
