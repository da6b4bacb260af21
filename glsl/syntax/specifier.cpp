#include "glsl/syntax/specifier.h"

#include <algorithm>

#include "ir/switches.h"

namespace glsl {

// The others begin a statement, or are words of other rules.
bool is_qualifier(Keyword keyword) {
    return arbasm::is_one_of(
        keyword,
        {Keyword::In,        Keyword::Out,           Keyword::InOut,     Keyword::Const,      Keyword::Uniform,
         Keyword::Attribute, Keyword::Varying,       Keyword::Invariant, Keyword::Centroid,   Keyword::Flat,
         Keyword::Smooth,    Keyword::Noperspective, Keyword::Lowp,      Keyword::Mediump,    Keyword::Highp,
         Keyword::Layout,    Keyword::Patch,         Keyword::Sample,    Keyword::Subroutine, Keyword::Precise,
         Keyword::Coherent,  Keyword::Restrict,      Keyword::Readonly,  Keyword::Writeonly,  Keyword::Volatile,
         Keyword::Buffer,    Keyword::Shared});
}

// Before 4.20 qualifiers stand in an order: each behind those of lower rank. 0: anywhere.
static int rank_of(Keyword keyword) {
    ASMGL_SOME_CASES
    switch (keyword) {
        case Keyword::Invariant:
        case Keyword::Precise: return 1;
        case Keyword::Flat:
        case Keyword::Smooth:
        case Keyword::Noperspective:
        case Keyword::Layout: return 2;
        case Keyword::Const:
        case Keyword::Centroid:
        case Keyword::Sample:
        case Keyword::Patch: return 3;
        case Keyword::In:
        case Keyword::Out:
        case Keyword::InOut:
        case Keyword::Uniform:
        case Keyword::Attribute:
        case Keyword::Varying:
        case Keyword::Buffer:
        case Keyword::Shared: return 4;
        case Keyword::Lowp:
        case Keyword::Mediump:
        case Keyword::Highp: return 5;
        default: return 0;  // what is no qualifier doesn't come here; of the memory
    }
    ASMGL_END_SOME_CASES
}

void check_order(CheckContext& context, Specifier& specifier, const Token& token) {
    const int rank = rank_of(token.keyword);
    if (rank && rank < specifier.rank &&
        !holds("420 es310 ARB_shading_language_420pack EXT_gpu_shader4", context.language()))
        context.error(token.where, std::string(token.text) + " stands behind a qualifier that it has to precede",
                      "the order is invariant, smooth or flat, layout, centroid, in or out, precision");
    specifier.rank = std::max(specifier.rank, rank);
}

void find_storage(CheckContext& context, Specifier& specifier) {
    const Location where = specifier.where;
    const Language& language = context.language();
    Storage& storage = specifier.qualifiers.storage;
    const arbasm::Stage stage = context.shader().stage;
    const bool old = specifier.attribute || specifier.varying;
    if (!specifier.in && !specifier.out && !specifier.inout && !old) return;
    if (storage != Storage::Global) {
        context.error(where, "the qualifiers contradict each other");
        return;
    }
    if (old && specifier.layouts && !language.is_es() && !holds("ARB_fragment_coord_conventions", language))
        context.error(where, "layouts don't stand with attribute and varying", "write in or out");
    if (old && holds("130", language) && language.profile != Profile::Compatibility)
        context.warning(where, std::string(specifier.attribute ? "attribute" : "varying") + " is deprecated",
                        specifier.attribute || stage == arbasm::Stage::Fragment ? "write in" : "write out");
    const Interpolation interpolation = specifier.qualifiers.interpolation;
    if (old && interpolation != Interpolation::None && !holds("EXT_gpu_shader4", language))
        context.error(where, "smooth, flat and noperspective don't stand with attribute and varying",
                      "write in or out");
    const bool geometry4 = stage == arbasm::Stage::Geometry;  // ARB_geometry_shader4 has varying in, varying out
    constexpr std::string_view fetch = "EXT_shader_framebuffer_fetch EXT_shader_framebuffer_fetch_non_coherent";
    if (specifier.inout && !specifier.in && !specifier.out && stage == arbasm::Stage::Fragment &&
        language.at_least(130, 300) && holds(fetch, language)) {
        storage = Storage::Out;
        specifier.qualifiers.inout = true;
    } else if (specifier.inout || (specifier.in && specifier.out)) {
        context.error(where, "inout is for parameters");
    } else if (specifier.attribute) {
        if (stage != arbasm::Stage::Vertex) context.error(where, "attributes are for vertex shaders");
        storage = Storage::In;
    } else if (specifier.varying && (geometry4 || stage == arbasm::Stage::Fragment) &&
               (specifier.in || specifier.out)) {
        storage = specifier.in ? Storage::In : Storage::Out;
        if (!geometry4 && !(specifier.out && holds("EXT_gpu_shader4", language)))
            context.error(where, "varying stands without in and out here");
    } else if (specifier.varying) {
        storage = stage == arbasm::Stage::Fragment ? Storage::In : Storage::Out;
        if (specifier.in || specifier.out) context.error(where, "varying stands without in and out here");
    } else {
        // Extensions that add layouts of inputs and outputs to older versions add these words with them.
        const bool has_words =
            geometry4 || holds(
                             "130 es300 EXT_gpu_shader4 ARB_geometry_shader4 ARB_fragment_coord_conventions "
                             "ARB_explicit_attrib_location ARB_separate_shader_objects ARB_tessellation_shader "
                             "ARB_compute_shader ARB_conservative_depth AMD_conservative_depth",
                             language);
        if (!has_words)
            context.error(where, "in and out of variables need version 130 or 300 es", "write attribute or varying");
        if (stage == arbasm::Stage::Compute && !specifier.layouts)
            context.error(where, "compute shaders have no inputs or outputs of their own");
        storage = specifier.in ? Storage::In : Storage::Out;
    }
}

}  // namespace glsl
