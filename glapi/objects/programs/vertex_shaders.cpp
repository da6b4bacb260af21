#include "glapi/objects/programs/vertex_shaders.h"

#include <utility>

namespace glapi {

const SymbolBlock* VertexShaderGroup::find(GLuint symbol) const {
    auto after = blocks.upper_bound(symbol);
    if (after == blocks.begin()) return nullptr;
    const SymbolBlock& block = std::prev(after)->second;
    return symbol - block.first < block.count ? &block : nullptr;
}

GLuint VertexShaderGroup::add(SymbolBlock block) {
    if (next_symbol + block.count < next_symbol) return 0;
    block.first = next_symbol;
    blocks.emplace(block.first, std::move(block));
    next_symbol += std::prev(blocks.end())->second.count;
    return std::prev(blocks.end())->first;
}

bool ProgramState::vertex_shader_active() const {
    return vertex_shader_enabled && vertex_shader && !vertex_shader->objects.empty();
}

VertexShaderState::VertexShaderState() : standard(std::make_shared<VertexShader>()), bound(standard) {}

const VertexShaderState::Variant* VertexShaderState::find_variant(GLuint symbol) const {
    const auto found = variants.find(symbol);
    return found == variants.end() ? nullptr : &found->second;
}

VariantArray supplying_variant(const VertexShaderState& state, int slot) {
    const auto number = static_cast<size_t>(variant_of_slot(slot));
    if (number >= state.bound->variants.size()) return {};
    const VertexShader::Row& row = state.bound->variants[number];
    const VertexShaderState::Variant* const variant = state.find_variant(row.symbol);
    if (!variant || !variant->array.enabled) return {};
    VariantArray result{variant->array, &variant->binding};
    // Elements of matrices are four vectors.
    result.array.relative_offset += static_cast<GLuint>(row.row * component_type_info(result.array.type).bytes * 4);
    return result;
}

}  // namespace glapi
