// Which objects a command makes of a name that no Gen* command returned: the profiles differ.
#pragma once

#include <algorithm>
#include <iterator>

#include "glapi/registry/versions.h"

namespace glapi {

enum class NameUse : uint8_t { Buffer, VertexBuffer, Texture, Framebuffer, Renderbuffer, Query };

// Objects that are in no row (vertex arrays, samplers, pipelines, transform feedback) have generated names everywhere.
struct NameRule {
    NameUse use;
    bool compatibility, core, es;  // whether any name is taken
};
inline constexpr NameRule name_rules[] = {
    {NameUse::Buffer, true, false, true},         // GL 4.6 §6.1, ES 3.2 §6.1: "an unused name"
    {NameUse::VertexBuffer, true, false, false},  // GL 4.6 §10.3.2; ES 3.2 §10.3.2: existing or generated
    {NameUse::Texture, true, false, true},        // GL 4.6 §8.1, ES 3.2 §8.1
    {NameUse::Framebuffer, false, false, true},  // GL 4.6 §9.2; ES 3.2 §9.2: "which may be created by GenFramebuffers"
    {NameUse::Renderbuffer, false, false, true},  // GL 4.6 §9.2.4, ES 3.2 §9.2.4
    {NameUse::Query, true, false, false},         // GL 4.6 §4.2; ES 3.2 §4.2: generated
};

inline bool takes_any_name(const Version& version, NameUse use) {
    const NameRule& rule = *std::ranges::find(name_rules, use, &NameRule::use);
    return version.is_es() ? rule.es : version.is_core() ? rule.core : rule.compatibility;
}

}  // namespace glapi
