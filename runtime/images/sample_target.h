// The texture that a target of an instruction names.
#pragma once

#include "ir/program.h"
#include "runtime/images/texture.h"
#include "runtime/lent.h"

namespace runtime {

struct SampleTarget {
    TextureKind bound = TextureKind::Texture2D;  // as applications bind it
    TextureKind kind = TextureKind::Texture2D;   // as programs see it: a renderbuffer is a multisample texture
    bool shadow = false;
};

// A row of ir/texture_targets.def. Units without a target are two-dimensional.
ASMGL_LENT SampleTarget sample_target(arbasm::TextureTarget target);

}  // namespace runtime
