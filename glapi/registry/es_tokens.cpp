#include "glapi/registry/es_tokens.h"

#include <algorithm>

namespace glapi {
namespace {

constexpr GLenum tokens[] = {
#include "glapi/generated/es_tokens.inc"
};
static_assert(std::ranges::is_sorted(tokens));

}  // namespace

bool is_es_token(GLenum token) { return std::ranges::binary_search(tokens, token); }

}  // namespace glapi
