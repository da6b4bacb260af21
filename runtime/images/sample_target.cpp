#include "runtime/images/sample_target.h"

namespace runtime {
namespace {

constexpr TextureKind seen(TextureKind bound) {
    return bound == TextureKind::Renderbuffer ? TextureKind::Multisample2D : bound;
}

constexpr SampleTarget targets[] = {
    {},
#define ARBASM_TEXTURE_TARGET(name, spelling, texture, first, coordinates, layered, shadow, features) \
    {TextureKind::texture, seen(TextureKind::texture), shadow},
#include "ir/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

}  // namespace

SampleTarget sample_target(arbasm::TextureTarget target) { return targets[static_cast<size_t>(target)]; }

}  // namespace runtime
