#include "glapi/registry/token_sets.h"

#include <algorithm>

namespace glapi {
namespace {

constexpr GLenum tokens_of_es[] = {
#include "glapi/generated/es_tokens.inc"
};
static_assert(std::ranges::is_sorted(tokens_of_es));

constexpr GLenum tokens_of_es2[] = {
#include "glapi/generated/es2_tokens.inc"
};
static_assert(std::ranges::is_sorted(tokens_of_es2));

constexpr GLenum removed_tokens[] = {
#include "glapi/generated/removed_tokens.inc"
};
static_assert(std::ranges::is_sorted(removed_tokens));

}  // namespace

bool is_es_token(GLenum token) { return std::ranges::binary_search(tokens_of_es, token); }
bool is_es2_token(GLenum token) { return std::ranges::binary_search(tokens_of_es2, token); }
bool is_removed_token(GLenum token) { return std::ranges::binary_search(removed_tokens, token); }

}  // namespace glapi
