#include "rasterizer/prepare/plain_colors.h"

namespace rasterizer {

using Kind = arbasm::ComponentSource::Kind;

PlainColors find_plain_colors(const arbasm::ProgramFacts& facts,
                              const std::array<int16_t, max_color_attachments>& registers, uint32_t wanted) {
    PlainColors found;
    if (!facts.result_sources) return found;
    found.known = true;
    found.wanted = wanted;
    for (size_t i = 0; i < max_color_attachments; ++i) {
        // Colours that are not written are zero: computed.
        if (!(wanted >> i & 1) || registers[i] < 0) continue;
        found.colors[i] = (*facts.result_sources)[static_cast<size_t>(registers[i])];
        for (const arbasm::ComponentSource& component : found.colors[i]) {
            found.known &= component.kind != Kind::Other;
            found.computed |= component.kind == Kind::Computed;
        }
    }
    return found;
}

}  // namespace rasterizer
