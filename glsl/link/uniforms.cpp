#include "glsl/link/uniforms.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace glsl {

namespace {

struct LeafStart {
    int first = 0;
    int high = -1;  // the registers with z and w of 64-bit vectors
};

// Whether the API may give a handle to a uniform: without a word on it, as NV_bindless_texture has it, to all; ARB's
// are bound to units.
bool takes_handles(const Shader& shader, const Variable& variable) {
    const bool sampler = contains(variable.type, [](const Type* part) { return part->is_sampler(); });
    const std::string_view own = variable.qualifiers.layout.handles;
    const std::string_view usual = sampler ? shader.layout.sampler_handles : shader.layout.image_handles;
    const std::string_view word = own.empty() ? usual : own;
    return word.empty() ? holds("NV_bindless_texture", shader.language) : word.starts_with("bindless");
}

bool has_high(const Type* type) { return type->is_basic() && is_wide(type->scalar) && type->rows > 2; }

void collect_leaves(const Type* type, int64_t count, StageInput& input, std::vector<LeafStart>& starts) {
    if (type->is_array()) {
        collect_leaves(type->element, count * type->size, input, starts);
    } else if (type->is_structure()) {
        for (const Member& member : type->structure->members) collect_leaves(member.type, count, input, starts);
    } else {
        int& next = input.handles        ? input.uniform_registers
                    : type->is_sampler() ? input.samplers
                    : type->is_image()   ? input.images
                                         : input.uniform_registers;
        const auto registers = static_cast<int>(count * (type->is_basic() ? type->columns : 1));
        starts.push_back({next, has_high(type) ? next + registers : -1});
        next += registers * (has_high(type) ? 2 : 1);
    }
}

// Locations that a uniform takes: one for each basic or opaque value.
int64_t location_count(const Type* type) {
    if (type->is_array()) return type->size * location_count(type->element);
    if (!type->is_structure()) return 1;
    int64_t count = 0;
    for (const Member& member : type->structure->members) count += location_count(member.type);
    return count;
}

// Whether it is a uniform of the default block.
bool is_uniform(const Variable* variable) {
    return variable->qualifiers.storage == Storage::Uniform && !variable->block &&
           !contains(variable->type,
                     [](const Type* part) { return part->kind == TypeKind::AtomicCounter || part->is_subroutine(); });
}

// Where a uniform's walk through its members and elements stands.
struct UniformWalk {
    arbasm::Stage stage{};
    const Variable* variable = nullptr;
    std::vector<LeafStart> starts;
    size_t leaf = 0;
    bool takes_handles = false;
    std::span<const uint64_t> initial;
    int64_t location = -1;  // of the next value; -1: not chosen
    int binding = -1;
    const std::set<StageUnit::Way>* uses = nullptr;
    StageUnit::Way way;  // to the next value

    // Whether a use meets the value that has been come to.
    bool meets(const StageUnit::Way& use) const {
        const size_t common = std::min(use.size(), way.size());
        for (size_t n = 0; n < common; n++)
            if (use[n] >= 0 && use[n] != way[n]) return false;
        return true;
    }
    bool uses_element(int number) const {
        return std::ranges::any_of(*uses, [&](const StageUnit::Way& use) {
            return meets(use) && (use.size() <= way.size() || use[way.size()] < 0 || use[way.size()] == number);
        });
    }

    // How many elements of the value may be used, from the first to the last that is; of what is no array: one or none.
    int used(const Type* type) const {
        const int size = type->is_array() ? type->size : 1;
        int most = 0;
        for (const StageUnit::Way& use : *uses) {
            if (!meets(use)) continue;
            const bool one = type->is_array() && use.size() > way.size() && use[way.size()] >= 0;
            most = std::max(most, one ? std::min(use[way.size()] + 1, size) : size);
        }
        return most;
    }
};

class UniformPass {
  public:
    explicit UniformPass(LinkContext& context) : context_(context) {}
    void run();

  private:
    void find_chosen();
    void assign(StageUnit& own, const Variable& variable);
    void choose_locations();
    void reserve(int uniform, int64_t location, int64_t count);
    void add_parts(UniformWalk& walk, const std::string& name, const Type* type, int64_t instance, int64_t instances);
    void add(UniformWalk& walk, const std::string& name, const Type* type, int64_t instance);
    Uniform& named(const std::string& name, const Type* type, int size);

    // layout(location) of uniforms, whether they are read or not.
    struct ChosenLocation {
        const Variable* variable;
        int location;
        bool active;
    };
    LinkContext& context_;
    std::map<std::string_view, ChosenLocation> chosen_locations_;
    std::unordered_map<std::string, size_t> numbers_;
};

// `size`: the elements that a stage uses.
Uniform& UniformPass::named(const std::string& name, const Type* type, int size) {
    const bool array = type->is_array();
    const Type* const element = array ? type->element : type;
    const auto [found, is_new] = numbers_.try_emplace(name, context_.program().uniforms.size());
    if (is_new) {
        Uniform added;
        added.name = name;
        added.type = element;
        added.is_array = array;
        added.array_size = size;
        context_.program().uniforms.push_back(std::move(added));
    }
    Uniform& uniform = context_.program().uniforms[found->second];
    if (!same_type(uniform.type, element) || uniform.is_array != array)
        context_.error("the uniform " + name + " has different types in two stages");
    uniform.array_size = std::max(uniform.array_size, size);
    return uniform;
}

// A value that applications know by a name. What no stage uses they don't see, but it has its location.
void UniformPass::add(UniformWalk& walk, const std::string& name, const Type* type, int64_t instance) {
    const int size = type->is_array() ? type->size : 1;
    // All of the locations that a shader chose are the uniform's.
    const int used = walk.location >= 0 ? size : walk.used(type);
    const LeafStart start = walk.variable->builtin ? LeafStart{} : walk.starts[walk.leaf++];
    const int64_t location = walk.location;
    const int binding = walk.binding;
    if (location >= 0) walk.location += size;
    if (binding >= 0) walk.binding += size;
    std::span<const uint64_t> initial = walk.initial;
    if (!initial.empty()) {
        initial = initial.first(static_cast<size_t>(component_count(type)));
        walk.initial = walk.initial.subspan(initial.size());
    }
    if (!used) return;
    Uniform& uniform = named(name, type, used);
    const auto stage = static_cast<size_t>(walk.stage);
    uniform.stages |= static_cast<uint8_t>(1u << stage);
    if (walk.variable->builtin) {
        uniform.builtin = true;
        return;
    }
    if (uniform.is_array && uniform.type->is_sampler()) {
        uniform.used.resize(static_cast<size_t>(uniform.array_size));
        for (int n = 0; n < used; n++)
            if (walk.uses_element(n)) uniform.used[static_cast<size_t>(n)] = true;
    }
    uniform.takes_handles |= walk.takes_handles && (uniform.type->is_sampler() || uniform.type->is_image());
    const auto offset = static_cast<int>(instance * register_count(type));
    uniform.first[stage] = start.first + offset;
    if (start.high >= 0) uniform.first_high[stage] = start.high + offset;
    // What is beyond all locations is refused by reserve().
    if (location >= 0) uniform.location = static_cast<int>(std::min<int64_t>(location, INT32_MAX));
    if (binding >= 0) {
        if (uniform.binding >= 0 && uniform.binding != binding)
            context_.error("the uniform " + name + " has different bindings in two stages");
        uniform.binding = binding;
    }
    if (!initial.empty()) uniform.initial.assign(initial.begin(), initial.end());
}

// Takes a uniform apart as the application names it. `instance` of `instances` that its leaves have.
void UniformPass::add_parts(UniformWalk& walk, const std::string& name, const Type* type, int64_t instance,
                            int64_t instances) {
    if (type->is_structure()) {
        walk.way.push_back(0);
        for (const Member& member : type->structure->members) {
            add_parts(walk, name + "." + std::string(member.name), member.type, instance, instances);
            walk.way.back()++;
        }
        walk.way.pop_back();
        return;
    }
    if (type->is_array() && (type->element->is_array() || type->element->is_structure())) {
        const size_t before = walk.leaf;
        walk.way.push_back(0);
        for (int n = 0; n < type->size; n++) {
            walk.leaf = before;
            walk.way.back() = n;
            add_parts(walk, name + "[" + std::to_string(n) + "]", type->element, instance * type->size + n,
                      instances * type->size);
        }
        walk.way.pop_back();
        return;
    }
    add(walk, name, type, instance);
}

void UniformPass::find_chosen() {
    for (StageUnit& own : context_.units())
        for (const Shader* shader : own.shaders)
            for (const Variable* variable : shader->globals) {
                const int location = variable->qualifiers.layout.location;
                if (!is_uniform(variable) || location < 0) continue;
                const auto [found, is_new] =
                    chosen_locations_.try_emplace(variable->name, ChosenLocation{variable, location, false});
                if (!is_new && found->second.location != location)
                    context_.error("the uniform " + std::string(variable->name) + " has different locations");
            }
}

void UniformPass::assign(StageUnit& own, const Variable& variable) {
    UniformWalk walk;
    walk.stage = own.stage;
    walk.variable = &variable;
    walk.uses = &own.uses[&variable];
    if (!variable.builtin) {
        collect_leaves(variable.type, 1, own.input, walk.starts);
        auto& leaves = own.input.uniform_leaves[&variable];
        for (const LeafStart& start : walk.starts) leaves.push_back({start.first, start.high});
        walk.binding = variable.qualifiers.layout.binding;
        if (const auto chosen = chosen_locations_.find(variable.name); chosen != chosen_locations_.end()) {
            walk.location = chosen->second.location;
            chosen->second.active = true;
        }
    }
    for (const Shader* shader : own.shaders)
        for (const Variable* other : shader->globals)
            if (own.canonical(other) == &variable) walk.takes_handles |= takes_handles(*shader, *other);
    for (const Shader* shader : own.shaders)
        for (const Declaration* declaration : shader->initialised)
            if (own.canonical(declaration->variable) == &variable)
                if (const auto* constant = as<Constant>(declaration->initialiser)) walk.initial = constant->components;
    add_parts(walk, std::string(variable.name), variable.type, 0, 1);
}

// Takes `count` locations, where they are wanted.
void UniformPass::reserve(int uniform, int64_t location, int64_t count) {
    std::vector<UniformLocation>& table = context_.program().locations;
    const std::string name =
        uniform >= 0 ? context_.program().uniforms[static_cast<size_t>(uniform)].name : "a uniform";
    if (location + count > context_.options().uniform_locations) {
        context_.error("the location " + std::to_string(location) + " of " + name + " is beyond the " +
                       std::to_string(context_.options().uniform_locations) + " there are");
        return;
    }
    if (table.size() < static_cast<size_t>(location + count)) table.resize(static_cast<size_t>(location + count));
    for (int64_t n = 0; n < count; n++) {
        UniformLocation& entry = table[static_cast<size_t>(location + n)];
        if (entry.uniform != UniformLocation::none)
            context_.error("the location " + std::to_string(location + n) + " of " + name +
                           " belongs to another uniform");
        entry = {uniform, static_cast<int>(n)};
    }
}

void UniformPass::choose_locations() {
    for (size_t n = 0; n < context_.program().uniforms.size(); n++)
        if (context_.program().uniforms[n].location >= 0)
            reserve(static_cast<int>(n), context_.program().uniforms[n].location,
                    context_.program().uniforms[n].array_size);
    for (const auto& [name, chosen] : chosen_locations_)
        if (!chosen.active) reserve(UniformLocation::inactive, chosen.location, location_count(chosen.variable->type));
    // The others take the first rooms that are left.
    size_t from = 0;
    for (size_t n = 0; n < context_.program().uniforms.size(); n++) {
        Uniform& uniform = context_.program().uniforms[n];
        if (uniform.location >= 0 || uniform.builtin) continue;
        const auto taken = [&](size_t location) {
            return location < context_.program().locations.size() &&
                   context_.program().locations[location].uniform != UniformLocation::none;
        };
        while (taken(from)) from++;
        size_t first = from;
        for (size_t room = 0; room < static_cast<size_t>(uniform.array_size);)
            if (taken(first + room)) {
                first += room + 1;
                room = 0;
            } else {
                room++;
            }
        uniform.location = static_cast<int>(first);
        reserve(static_cast<int>(n), uniform.location, uniform.array_size);
    }
}

void UniformPass::run() {
    find_chosen();
    for (StageUnit& own : context_.units())
        for (const Variable* variable : own.active) {
            if (!is_uniform(variable)) continue;
            if (!variable->builtin && !check_registers(context_, own, register_count(variable->type))) return;
            assign(own, *variable);
        }
    choose_locations();
    for (const StageUnit& own : context_.units()) check_registers(context_, own, 0);
}

}  // namespace

bool check_registers(LinkContext& context, const StageUnit& own, int64_t more) {
    const int64_t count = own.input.uniform_registers + more;
    if (count <= context.options().limits.local_parameters) return true;
    context.error("the " + std::string(arbasm::stage_name(own.stage)) + " shader's uniforms take " +
                  std::to_string(count) + " registers, more than " +
                  std::to_string(context.options().limits.local_parameters));
    return false;
}

void assign_uniforms(LinkContext& context) { UniformPass(context).run(); }

}  // namespace glsl
