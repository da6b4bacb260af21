// One call of link(): stages joined, what they have in common matched and numbered, each lowered. A file for each kind
// of thing that is numbered.
#pragma once

#include <array>
#include <bitset>
#include <map>
#include <span>
#include <string>

#include "glsl/link.h"
#include "glsl/link/stage_unit.h"

namespace glsl {

class Linker {
  public:
    Linker(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options);
    LinkedProgram run();

  private:
    // link.cpp
    StageUnit& unit(arbasm::Stage stage) { return units_[static_cast<size_t>(stage)]; }
    void error(std::string text);
    void lower(StageUnit& own);

    // attributes.cpp
    void assign_attributes();

    // varyings.cpp: what one stage writes and the next reads, matched by location or name.
    void assign_varyings();
    void number_varying(StageUnit& own, const Variable* variable, std::bitset<128>& taken);
    void match_varyings(StageUnit& producer, StageUnit& consumer);

    // fragment_outputs.cpp
    void assign_outputs();

    // uniforms.cpp
    void assign_uniforms();
    void add_uniforms(const std::string& name, const Type* type, arbasm::Stage stage,
                      const std::vector<int>& leaf_starts, size_t& leaf, int64_t instance, int64_t instances,
                      std::span<const uint64_t>& initial);

    // blocks.cpp: uniform and storage blocks, shared variables, atomic counters.
    struct KnownBlock {
        const Block* block = nullptr;
        const StageUnit* unit = nullptr;
        size_t first = 0, count = 1;  // of uniform_blocks or storage_blocks
    };
    void assign_blocks();
    void add_block(StageUnit& own, const Block& block);
    KnownBlock& known_block(StageUnit& own, const Block& block);
    void add_block_variables(const Block& block, size_t first, size_t count);
    void check_blocks();
    void assign_shared(StageUnit& own);
    void assign_counters(StageUnit& own);

    const LinkOptions& options_;
    LinkedProgram result_;
    std::map<std::pair<Storage, std::string_view>, KnownBlock> blocks_;
    bool right_ = true;
    std::array<StageUnit, arbasm::stage_count> units_;
    std::array<std::bitset<128>, arbasm::stage_count> taken_out_, taken_in_;
};

// Places `count` locations: where they are wanted, or where there is room. -1: nowhere.
template <size_t size>
int place(std::bitset<size>& taken, int wanted, int64_t count, int limit) {
    for (int first = wanted >= 0 ? wanted : 0; first + count <= limit; first++) {
        bool free = true;
        for (int64_t n = 0; n < count; n++) free &= !taken[static_cast<size_t>(first + n)];
        if (!free && wanted < 0) continue;
        for (int64_t n = 0; n < count; n++) taken.set(static_cast<size_t>(first + n));
        return first;
    }
    return -1;
}

}  // namespace glsl
