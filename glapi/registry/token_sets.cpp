#include "glapi/registry/token_sets.h"

#include <algorithm>

namespace glapi {
namespace {

constexpr GLenum es_tokens[] = {
#include "glapi/generated/es_tokens.inc"
};
static_assert(std::ranges::is_sorted(es_tokens));

constexpr GLenum es2_tokens[] = {
#include "glapi/generated/es2_tokens.inc"
};
static_assert(std::ranges::is_sorted(es2_tokens));

constexpr GLenum removed_tokens[] = {
#include "glapi/generated/removed_tokens.inc"
};
static_assert(std::ranges::is_sorted(removed_tokens));

}  // namespace

bool is_es_token(GLenum token) { return std::ranges::binary_search(es_tokens, token); }
bool is_es2_token(GLenum token) { return std::ranges::binary_search(es2_tokens, token); }
bool is_removed_token(GLenum token) { return std::ranges::binary_search(removed_tokens, token); }

}  // namespace glapi
