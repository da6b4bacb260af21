#include "machines/tegra/codegen/fragment/generate.h"

#include "ir/lower/expand_fog.h"
#include "machines/tegra/codegen/fragment/generator.h"

namespace machines::tegra {

// A row for each varying, and for four clip distances.
void Generator::place_varyings() {
    for (const Node& node : graph_.nodes)
        if (node.kind == Node::Varying && node.uses) graph_.attribute_rows.try_emplace(node.index, 0);
    uint32_t row = graph_.needs_depth ? 1 : 0;
    for (auto& [index, place] : graph_.attribute_rows) {
        place = row++;
        if (index >= clip_row(0)) {
            for (int plane = 0; plane < 8; plane++) {
                if (!(options_.clip_planes >> plane & 1) || clip_row(plane) != index) continue;
                GeneratedFragment::Varying distance{~0u, place, false, {}, plane % 4};
                distance.binding.kind = BindingKind::Clip;
                distance.binding.index = static_cast<int16_t>(plane);
                generated_.varyings.push_back(distance);
            }
            continue;
        }
        const bool back = index >= back_of(0);
        const Attribute& from = program_.attributes[static_cast<size_t>(back ? index - back_of(0) : index)];
        generated_.varyings.push_back({back ? ~0u : static_cast<uint32_t>(index), place,
                                       from.interpolation == Interpolation::Flat, from.binding});
        generated_.varyings.back().binding.back |= back;
    }
    if (row > mfu_tram_rows) refuse_all("it reads more than 16 inputs");
}

GeneratedFragment Generator::run() {
    if (program_.stage != Stage::Fragment) {
        refuse_all("it is no fragment program");
        return std::move(generated_);
    }
    for (int plane = 0; plane < 8; plane++)
        if (options_.clip_planes >> plane & 1)
            kill_where(leaf(Node::Varying, clip_row(plane), plane % 4), constant(1), constant(0));
    select_program();
    if (!generated_.errors.empty()) {
        generated_.code = {};
        return std::move(generated_);
    }
    finish_colours();
    for (const auto& [target, colour] : colours_) {
        graph_.targets |= 1u << target;
        // What a lookup gives is stored as it is.
        const Node* const texel = colour[0].node < 0 ? nullptr : &at(colour[0].node);
        if (texel && texel->kind == Node::Texel) {
            const auto& texels = graph_.lookups[static_cast<size_t>(texel->index)].texel;
            bool same = true;
            for (size_t c = 0; c < 4; c++) same = same && colour[c] == Ref{texels[c], false, false};
            if (same) {
                graph_.straight[target] = texel->index;
                continue;
            }
        }
        for (size_t c = 0; c < 4; c++) {
            const int n = copy(colour[c].node < 0 ? constant(0) : colour[c]);
            at(n).output = target * 4 + static_cast<int>(c);
            graph_.roots.push_back(n);
        }
    }
    optimize();
    place_varyings();
    const std::vector<Place> places = place_constants();
    if (generated_.errors.empty()) {
        Scheduled scheduled = schedule(graph_, places);
        if (!scheduled.good) {
            refuse_all("it needs " + scheduled.reason);
            generated_.too_large = true;
        } else {
            scheduled.code.constants = generated_.code.constants;
            scheduled.code.constants_given = generated_.code.constants_given;
            generated_.code = std::move(scheduled.code);
            generated_.packets = scheduled.packets;
            generated_.operations = scheduled.operations;
            generated_.targets = graph_.targets << 1;
            generated_.needs_depth = graph_.needs_depth;
        }
    }
    if (!generated_.errors.empty()) {
        generated_.code = {};
        generated_.uniforms.clear();
        generated_.varyings.clear();
    }
    return std::move(generated_);
}

uint32_t uniform_word(float value) { return fp20_round(static_cast<double>(value)); }

GeneratedFragment generate_fragment(const Program& program, const FragmentOptions& options) {
    const Program whole = expand_fog(program);
    GeneratedFragment best = Generator(whole, options, false).run();
    GeneratedFragment chained = Generator(whole, options, true).run();
    if (best.too_large && chained.too_large)
        for (const bool chains : {false, true})
            if (GeneratedFragment flagged = Generator(whole, options, chains, true).run(); flagged.errors.empty())
                return flagged;
    const bool better = !chained.errors.empty() ? false : !best.errors.empty() ? true : chained.packets < best.packets;
    return better ? chained : best;
}

}  // namespace machines::tegra
