#include "glsl/link.h"

#include <algorithm>
#include <bitset>

#include "glsl/link/stage_unit.h"

namespace glsl {

namespace {

// Registers a variable's leaves take.
int64_t register_count(const Type* type) {
    if (type->is_array()) return int64_t{type->size} * register_count(type->element);
    if (type->is_structure()) {
        int64_t count = 0;
        for (const Member& member : type->structure->members) count += register_count(member.type);
        return count;
    }
    return type->is_basic() ? type->columns : 1;
}

class Linker {
  public:
    Linker(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options) : options_(options) {
        for (const auto& shader : shaders) {
            StageUnit& unit = units_[static_cast<size_t>(shader->stage)];
            unit.stage = shader->stage;
            unit.shaders.push_back(shader.get());
            if (shader->messages.has_errors())
                error("a " + std::string(arbasm::stage_name(shader->stage)) + " shader is not compiled");
        }
    }

    LinkedProgram run() {
        for (StageUnit& unit : units_)
            if (!unit.shaders.empty() && right_) right_ &= unit.join(result_.log);
        if (right_) {
            assign_attributes();
            assign_varyings();
            assign_outputs();
            assign_uniforms();
        }
        for (StageUnit& unit : units_)
            if (right_ && !unit.shaders.empty()) lower(unit);
        result_.linked = right_;
        return std::move(result_);
    }

  private:
    StageUnit& unit(arbasm::Stage stage) { return units_[static_cast<size_t>(stage)]; }
    void error(std::string text) {
        result_.log += "error: " + std::move(text) + "\n";
        right_ = false;
    }

    // Places `count` locations: where they are wanted, or where there is room. -1: nowhere.
    template <size_t size>
    static int place(std::bitset<size>& taken, int wanted, int64_t count, int limit) {
        for (int first = wanted >= 0 ? wanted : 0; first + count <= limit; first++) {
            bool free = true;
            for (int64_t n = 0; n < count; n++) free &= !taken[static_cast<size_t>(first + n)];
            if (!free && wanted < 0) continue;
            for (int64_t n = 0; n < count; n++) taken.set(static_cast<size_t>(first + n));
            return first;
        }
        return -1;
    }

    void assign_attributes() {
        StageUnit& vertex = unit(arbasm::Stage::Vertex);
        std::bitset<64> taken;
        const int limit = options_.limits.generic_attributes;
        // Conventional attributes share the storage of generic ones (2.14.2 of NV_vertex_program); gl_Vertex's is 0.
        struct Conventional {
            std::string_view name;
            int slot;
        };
        constexpr Conventional conventional[] = {
            {"gl_Vertex", 0}, {"gl_Normal", 2}, {"gl_Color", 3}, {"gl_SecondaryColor", 4}, {"gl_FogCoord", 5}};
        for (const Variable* variable : vertex.active) {
            for (const Conventional& row : conventional)
                if (variable->builtin && variable->name == row.name) taken.set(static_cast<size_t>(row.slot));
            constexpr std::string_view coordinates = "gl_MultiTexCoord";
            if (variable->builtin && variable->name.starts_with(coordinates))
                taken.set(static_cast<size_t>(8 + variable->name.back() - '0'));
        }
        // Locations that were chosen come first.
        for (const bool chosen : {true, false})
            for (const Variable* variable : vertex.active) {
                if (variable->qualifiers.storage != Storage::In || variable->builtin) continue;
                const std::string name(variable->name);
                int wanted = variable->qualifiers.layout.location;
                if (const auto bound = options_.attribute_locations.find(name);
                    wanted < 0 && bound != options_.attribute_locations.end())
                    wanted = bound->second;
                if ((wanted >= 0) != chosen) continue;
                const int location = place(taken, wanted, register_count(variable->type), limit);
                if (location < 0) {
                    error("there is no room for the attribute " + name);
                    continue;
                }
                vertex.input.slots[variable] = location;
                const bool array = variable->type->is_array();
                result_.attributes.push_back({name, array ? variable->type->element : variable->type,
                                              array ? variable->type->size : 1, location, false});
            }
        for (const Variable* variable : vertex.active)
            if (variable->builtin && variable->qualifiers.storage == Storage::In)
                result_.attributes.push_back({std::string(variable->name), variable->type, 1, -1, true});
    }

    // What one stage writes and the next reads: matched by location or name, and numbered.
    void assign_varyings() {
        StageUnit* producer = nullptr;
        for (StageUnit& consumer : units_) {
            if (consumer.shaders.empty() || consumer.stage == arbasm::Stage::Compute) continue;
            if (producer) match(*producer, consumer);
            producer = &consumer;
        }
        // What nobody reads may still be captured; a stage that stands alone has its own numbers.
        for (StageUnit& own : units_)
            for (const Variable* variable : own.active) {
                if (variable->builtin || own.input.slots.contains(variable)) continue;
                const bool out = variable->qualifiers.storage == Storage::Out && own.stage != arbasm::Stage::Fragment;
                const bool in = variable->qualifiers.storage == Storage::In && own.stage != arbasm::Stage::Vertex;
                if (out || in)
                    number(own, variable,
                           in ? taken_in_[static_cast<size_t>(own.stage)] : taken_out_[static_cast<size_t>(own.stage)]);
            }
    }

    void number(StageUnit& own, const Variable* variable, std::bitset<128>& taken) {
        const int slot = place(taken, variable->qualifiers.layout.location, register_count(variable->type),
                               options_.limits.generic_varyings);
        if (slot < 0)
            error("there is no room for " + std::string(variable->name));
        else
            own.input.slots[variable] = slot;
    }

    void match(StageUnit& producer, StageUnit& consumer) {
        std::bitset<128>& taken = taken_out_[static_cast<size_t>(producer.stage)];
        for (const Variable* in : consumer.active) {
            if (in->qualifiers.storage != Storage::In || in->builtin) continue;
            const Variable* found = nullptr;
            for (const Shader* shader : producer.shaders)
                for (const Variable* out : shader->globals) {
                    if (out->qualifiers.storage != Storage::Out || producer.canonical(out) != out) continue;
                    const int a = in->qualifiers.layout.location, b = out->qualifiers.layout.location;
                    if (a >= 0 && b >= 0 ? a == b : out->name == in->name) found = out;
                }
            const std::string name(in->name);
            if (!found) {
                if (!options_.separable)
                    error("the " + std::string(arbasm::stage_name(consumer.stage)) + " shader reads " + name +
                          ", which no shader before it writes");
                continue;
            }
            if (!same_type(found->type, in->type)) {
                error(name + " is " + to_string(found->type) + " in the " +
                      std::string(arbasm::stage_name(producer.stage)) + " shader and " + to_string(in->type) +
                      " in the " + std::string(arbasm::stage_name(consumer.stage)) + " shader");
                continue;
            }
            if (!producer.input.slots.contains(found)) number(producer, found, taken);
            const auto slot = producer.input.slots.find(found);
            if (slot == producer.input.slots.end()) continue;
            consumer.input.slots[in] = slot->second;
        }
    }

    void assign_outputs() {
        StageUnit& fragment = unit(arbasm::Stage::Fragment);
        std::bitset<64> taken;
        for (const bool chosen : {true, false})
            for (const Variable* variable : fragment.active) {
                if (variable->qualifiers.storage != Storage::Out || variable->builtin) continue;
                const std::string name(variable->name);
                int wanted = variable->qualifiers.layout.location;
                if (const auto bound = options_.output_locations.find(name);
                    wanted < 0 && bound != options_.output_locations.end())
                    wanted = bound->second;
                if ((wanted >= 0) != chosen) continue;
                const int location = place(taken, wanted, register_count(variable->type), options_.limits.draw_buffers);
                if (location < 0) {
                    error("there is no draw buffer for " + name);
                    continue;
                }
                fragment.input.slots[variable] = location;
                const bool array = variable->type->is_array();
                result_.outputs.push_back({name, array ? variable->type->element : variable->type,
                                           array ? variable->type->size : 1, location,
                                           std::max(variable->qualifiers.layout.index, 0)});
            }
    }

    // Takes a uniform apart as the application names it; `first` counts registers from the variable's slot, leaf by
    // leaf.
    void add_uniforms(const std::string& name, const Type* type, arbasm::Stage stage,
                      const std::vector<int>& leaf_starts, size_t& leaf, int64_t instance, int64_t instances,
                      std::span<const uint64_t>& initial) {
        if (type->is_structure()) {
            for (const Member& member : type->structure->members)
                add_uniforms(name + "." + std::string(member.name), member.type, stage, leaf_starts, leaf, instance,
                             instances, initial);
            return;
        }
        if (type->is_array() && (type->element->is_array() || type->element->is_structure())) {
            const size_t before = leaf;
            for (int n = 0; n < type->size; n++) {
                leaf = before;
                add_uniforms(name + "[" + std::to_string(n) + "]", type->element, stage, leaf_starts, leaf,
                             instance * type->size + n, instances * type->size, initial);
            }
            return;
        }
        const bool array = type->is_array();
        const Type* element = array ? type->element : type;
        const int64_t registers = register_count(type);
        Uniform* uniform = nullptr;
        for (Uniform& other : result_.uniforms)
            if (other.name == name) uniform = &other;
        if (!uniform) {
            Uniform added;
            added.name = name;
            added.type = element;
            added.is_array = array;
            added.array_size = array ? type->size : 1;
            result_.uniforms.push_back(std::move(added));
            uniform = &result_.uniforms.back();
        } else if (!same_type(uniform->type, element) || uniform->array_size != (array ? type->size : 1)) {
            error("the uniform " + name + " has different types in two stages");
        }
        uniform->first[static_cast<size_t>(stage)] = static_cast<int>(leaf_starts[leaf] + instance * registers);
        leaf++;
        if (initial.empty()) return;
        const auto components = static_cast<size_t>(component_count(type));
        uniform->initial.assign(initial.begin(), initial.begin() + static_cast<ptrdiff_t>(components));
        initial = initial.subspan(components);
    }

    void assign_uniforms() {
        for (StageUnit& own : units_)
            for (const Variable* variable : own.active) {
                if (variable->qualifiers.storage != Storage::Uniform || variable->builtin || variable->block) continue;
                // Where each leaf begins: registers for numbers, texture units of the program for samplers.
                std::vector<int>& starts = own.input.uniform_leaves[variable];
                collect_leaves(variable->type, 1, own.input, starts);
                size_t leaf = 0;
                std::span<const uint64_t> initial;
                for (const Shader* shader : own.shaders)
                    for (const Declaration* declaration : shader->initialised)
                        if (own.canonical(declaration->variable) == variable)
                            if (const auto* constant = as<Constant>(declaration->initialiser))
                                initial = constant->components;
                add_uniforms(std::string(variable->name), variable->type, own.stage, starts, leaf, 0, 1, initial);
            }
        int location = 0;
        for (Uniform& uniform : result_.uniforms) {
            uniform.location = location;
            location += uniform.array_size;
        }
    }

    static void collect_leaves(const Type* type, int64_t count, StageInput& input, std::vector<int>& starts) {
        if (type->is_array()) {
            collect_leaves(type->element, count * type->size, input, starts);
        } else if (type->is_structure()) {
            for (const Member& member : type->structure->members) collect_leaves(member.type, count, input, starts);
        } else {
            int& next = type->is_sampler() ? input.samplers : input.uniform_registers;
            starts.push_back(next);
            next += static_cast<int>(count * (type->is_basic() ? type->columns : 1));
        }
    }

    void lower(StageUnit& own) {
        Lowering lowering(own.input);
        LinkedStage& stage = result_.stages[static_cast<size_t>(own.stage)];
        stage.text = lowering.run();
        for (const LoweringError& problem : lowering.errors()) error(problem.text);
        if (!right_) return;
        const arbasm::ParseResult parsed = arbasm::parse(stage.text, options_.limits);
        stage.program = parsed.program;
        for (const arbasm::Diagnostic& diagnostic : parsed.errors)
            error("the " + std::string(arbasm::stage_name(own.stage)) +
                  " program: " + arbasm::format(diagnostic, stage.text));
    }

    const LinkOptions& options_;
    LinkedProgram result_;
    bool right_ = true;
    std::array<StageUnit, arbasm::stage_count> units_;
    std::array<std::bitset<128>, arbasm::stage_count> taken_out_, taken_in_;
};

}  // namespace

LinkedProgram link(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options) {
    return Linker(shaders, options).run();
}

}  // namespace glsl
