// How: each instruction becomes nodes of a graph (selector.h), the program's colours are blended (blending.h); what two
// nodes do becomes one (optimize.cpp), numbers and varyings get their registers (assign_constants.cpp, inputs.h), and
// operations get packets and registers (schedule.cpp).
#include "machines/tegra/codegen/fragment/generate.h"

#include "ir/lower/expand_fog.h"
#include "machines/tegra/codegen/fragment/blending.h"
#include "machines/tegra/codegen/fragment/selector.h"

namespace machines::tegra {

using namespace fragment;

namespace {

// The lookup that gives this colour as it is; -1: none does.
int straight_lookup(const Graph& graph, const Vector& colour) {
    if (colour[0].node < 0 || graph.at(colour[0].node).kind != Node::Texel) return -1;
    const int lookup = graph.at(colour[0].node).index;
    for (size_t c = 0; c < 4; c++)
        if (colour[c] != Ref{graph.lookup(lookup).texel[c], false, false}) return -1;
    return lookup;
}

void store_colours(GraphBuilder& make, const std::map<int, Vector>& colours) {
    Graph& graph = make.graph();
    for (const auto& [target, colour] : colours) {
        graph.targets |= 1u << target;
        if (const int lookup = straight_lookup(graph, colour); lookup >= 0) {
            graph.straight[target] = lookup;
            continue;
        }
        for (size_t c = 0; c < 4; c++) {
            const int n = make.copy(colour[c].node < 0 ? make.constant(0) : colour[c]);
            graph.at(n).output = target * 4 + static_cast<int>(c);
            graph.roots.push_back(n);
        }
    }
}

void select(const Program& program, const FragmentOptions& options, bool flags, GraphBuilder& make, Refusals& refusals,
            GeneratedFragment& generated) {
    for (int plane = 0; plane < 8; plane++)
        if (options.clip_planes >> plane & 1)
            make.kill_where(make.leaf(Node::Varying, clip_row(program, plane), plane % 4), make.constant(1),
                            make.constant(0));
    Selector selector(program, options, flags, make, refusals);
    selector.run();
    generated.units = selector.units();
    if (!refusals.errors().empty()) return;
    finish_colours(make, selector.lookups(), options, selector.colours());
    store_colours(make, selector.colours());
}

void take_code(Scheduled& scheduled, const AssignedConstants& constants, GeneratedFragment& generated) {
    generated.code = std::move(scheduled.code);
    generated.code.constants = constants.words;
    generated.code.constants_given = constants.given;
    generated.packets = scheduled.packets;
    generated.operations = scheduled.operations;
}

// Errors are in `refusals`.
void generate(const Program& program, const FragmentOptions& options, bool chains, bool flags, Refusals& refusals,
              GeneratedFragment& generated) {
    if (program.stage != Stage::Fragment) return refusals.refuse_program("it is no fragment program");
    Graph graph;
    GraphBuilder make(graph, chains);
    select(program, options, flags, make, refusals, generated);
    if (!refusals.errors().empty()) return;
    optimize(graph, options.precision);
    generated.varyings = assign_varyings(graph, program, options.clip_planes);
    if (graph.attribute_rows.size() + graph.needs_depth > mfu_tram_rows)
        refusals.refuse_program("it reads more than 16 inputs");
    const AssignedConstants constants = assign_constants(graph);
    if (!constants.fits) refusals.refuse_program("it needs more than 32 uniform numbers");
    if (!refusals.errors().empty()) return;
    Scheduled scheduled = schedule(graph, constants.operands);
    if (!scheduled.good) {
        generated.too_large = true;
        return refusals.refuse_program("it needs " + scheduled.reason);
    }
    take_code(scheduled, constants, generated);
    generated.uniforms = constants.uniforms;
    generated.targets = graph.targets << 1;
    generated.needs_depth = graph.needs_depth;
}

// chains, flags: as GraphBuilder and ConditionTests say.
GeneratedFragment attempt(const Program& program, const FragmentOptions& options, bool chains, bool flags = false) {
    GeneratedFragment generated;
    Refusals refusals;
    generate(program, options, chains, flags, refusals, generated);
    generated.errors = refusals.errors();
    if (!generated.errors.empty()) generated.varyings.clear();
    return generated;
}

}  // namespace

uint32_t uniform_word(float value) { return fp20_round(static_cast<double>(value)); }

GeneratedFragment generate_fragment(const Program& program, const FragmentOptions& options) {
    const Program whole = expand_fog(program);
    GeneratedFragment best = attempt(whole, options, false);
    GeneratedFragment chained = attempt(whole, options, true);
    if (best.too_large && chained.too_large)
        for (const bool chains : {false, true})
            if (GeneratedFragment flagged = attempt(whole, options, chains, true); flagged.errors.empty())
                return flagged;
    const bool better = !chained.errors.empty() ? false : !best.errors.empty() ? true : chained.packets < best.packets;
    return better ? chained : best;
}

}  // namespace machines::tegra
