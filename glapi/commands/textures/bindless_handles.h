// Checks of commands against handles of textures and images (NV_bindless_texture).
#pragma once

namespace glapi {

class Context;
struct Buffer;
struct SamplerObject;
struct Texture;

// INVALID_OPERATION if a handle refers to the object: it is immutable then.
bool check_unreferenced(Context& context, const Texture& texture);
bool check_unreferenced(Context& context, const SamplerObject& sampler);
bool check_unreferenced(Context& context, const Buffer& buffer);

}  // namespace glapi
