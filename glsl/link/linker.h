// One call of link(): joins the shaders of each stage, matches and numbers shared interfaces, lowers each stage. One
// file for each kind of interface.
#pragma once

#include <array>
#include <bitset>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>

#include "glsl/link.h"
#include "glsl/link/stage_unit.h"

namespace glsl {

struct InterfacePart;

class Linker {
  public:
    Linker(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options);
    LinkedProgram run();

  private:
    // link.cpp
    StageUnit& unit(arbasm::Stage stage) { return units_[static_cast<size_t>(stage)]; }
    void error(std::string text);
    void check_stages();
    void check_precision(const StageUnit& own, const Variable& first, const Variable& other, const Language& language);
    void check_image_format(const Variable& first, const Variable& other);
    void check_uniforms();
    void choose_handles();
    void take_names();

    // builtins.cpp
    void check_builtins();
    void check_invariants();
    void check_position();
    void check_colors();
    void check_distances();
    void check_fragment_coordinates();

    // link.cpp
    void lower(StageUnit& own);

    // attributes.cpp
    void check_aliases(const StageUnit& vertex);
    void assign_attributes();

    // varyings.cpp: what one stage writes and the next reads, matched by location or name.
    struct Side {
        StageUnit* unit;
        Storage storage;
        const InterfacePart* part;
    };
    void assign_varyings();
    void number_parts(std::span<const Side> sides, const InterfacePart& part);
    void number_alone(StageUnit& own, Storage storage, bool all);
    void number_passed(StageUnit& geometry, const InterfacePart& out, StageUnit* consumer, const InterfacePart* in);
    void check_passed(const StageUnit& own);
    void match_varyings(StageUnit& producer, StageUnit& consumer);
    void check_pair(const StageUnit& producer, const InterfacePart& out, const StageUnit& consumer,
                    const InterfacePart& in);
    void check_written(const StageUnit& producer, const InterfacePart& out, const StageUnit& consumer);
    // vertex_blocks.cpp
    void check_vertex_blocks();
    void check_vertex_block(const StageUnit& producer, const StageUnit& consumer);
    void number_clip_vertex(StageUnit& producer, StageUnit& consumer);
    void check_block_members(const StageUnit& producer, const StageUnit& consumer);
    void check_vertex_arrays(const StageUnit& own);

    // locations.cpp
    void check_locations();
    static std::string shared_location(const StageUnit& unit, Storage storage);

    // fragment_outputs.cpp
    void assign_outputs();

    // program_interface.cpp: what goes in and comes out, as the application may ask.
    void list_interface();
    void list_variables(const StageUnit& own, Storage storage, std::vector<InterfaceVariable>& list);
    void list_block(const Variable& variable, const InterfaceVariable& whole, std::vector<InterfaceVariable>& list);
    void list_variable(const InterfaceVariable& whole, const Type* type, bool numbered,
                       std::vector<InterfaceVariable>& list);
    void list_vertex(const StageUnit& own, const Variable* variable, InterfaceVariable part,
                     std::vector<InterfaceVariable>& list);

    // exact_interface.cpp: of separable programs of OpenGL ES.
    void describe_interfaces();
    static std::string interface_text(const StageUnit& unit, Storage storage);

    // feedback.cpp: transform feedback.
    struct Captured;
    StageUnit* last_before_rasterization();
    void assign_feedback();
    void capture_by_names(StageUnit& last);
    void capture_by_layout(StageUnit& last);
    bool find_in_patch(StageUnit& last, std::string_view name, Captured& found);
    bool find_captured(StageUnit& last, const std::string& name, Captured& found);
    void capture_at_offset(StageUnit& last, const Captured& what, const std::string& name, const Layout& layout);
    void set_stream(int buffer, const Layout& layout);
    void list_captured(const std::string& name, const Type* captured, int buffer, uint32_t offset);
    void capture_block(StageUnit& last, const Variable& instance);
    void capture(StageUnit& last, const Captured& what, int buffer, uint32_t& offset);
    void capture_register(StageUnit& last, const Captured& what, int buffer, uint32_t& offset);
    const Slot* captured_slot(StageUnit& last, const Captured& what);
    void list_active_varyings();
    void list_active(StageUnit& last, const Captured& what, const std::string& name);
    void bind_captures();

    // subroutines.cpp
    void assign_subroutines(StageUnit& own);

    // uniforms.cpp
    struct UniformWalk;
    void assign_uniforms();
    void choose_locations();
    void reserve(int uniform, int64_t location, int64_t count);
    bool check_registers(const StageUnit& own, int64_t more);
    void add_uniforms(UniformWalk& walk, const std::string& name, const Type* type, int64_t instance,
                      int64_t instances);
    void add_uniform(UniformWalk& walk, const std::string& name, const Type* type, int64_t instance);
    Uniform& uniform_named(const std::string& name, const Type* type, int size);

    // blocks.cpp: uniform and storage blocks, shared variables, atomic counters.
    struct KnownBlock {
        const Block* block = nullptr;
        size_t first = 0, count = 1;  // of uniform_blocks or storage_blocks
    };
    void assign_blocks();
    void add_block(StageUnit& own, const Block& block);
    bool check_size(const Block& block, int64_t size, size_t count);
    KnownBlock& known_block(StageUnit& own, const Block& block);
    void make_command_bindable(const KnownBlock& known, const Block& block);
    void add_block_variables(const Block& block, size_t first, size_t count);
    void check_blocks();
    void assign_shared(StageUnit& own);
    BufferBlock& counter_buffer(StageUnit& own, int binding);
    void assign_counters(StageUnit& own);
    void check_counters();

    const LinkOptions& options_;
    LinkedProgram result_;
    std::map<std::pair<Storage, std::string_view>, KnownBlock> blocks_;
    bool right_ = true;
    bool has_modules_ = false;  // shaders of SPIR-V
    std::array<StageUnit, arbasm::stage_count> units_;
    // layout(location) of uniforms, whether they are read or not.
    struct ChosenLocation {
        const Variable* variable;
        int location;
        bool active;
    };
    std::map<std::string_view, ChosenLocation> chosen_locations_;
    std::unordered_map<std::string, size_t> uniform_numbers_;
    std::array<bool, 4> captures_wide_{}, has_stream_{};               // buffers of transform feedback, by layout
    std::set<std::tuple<const Variable*, size_t, int64_t>> captured_;  // variable, leaf, instance
};

// A whole register that is free on all sides; -1: there is none.
int take_register(std::span<VaryingRegisters* const> sides);

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
