#include "glsl/link/varyings.h"

#include <algorithm>

namespace glsl {

namespace {

using arbasm::Stage;

std::string shader_of(const StageUnit& unit) {
    return "the " + std::string(arbasm::stage_name(unit.stage)) + " shader";
}

Interpolation interpolation_of(const InterfacePart& part) {
    const Interpolation own = part.qualifiers.interpolation;
    return own == Interpolation::None ? Interpolation::Smooth : own;
}

// The output that an input reads: by location where the input chose one, else by name (7.4.1 of OpenGL 4.6).
const InterfacePart* find_output(const std::vector<InterfacePart>& outputs, const InterfacePart& input) {
    for (const InterfacePart& output : outputs) {
        if (input.location >= 0 ? output.location == input.location && output.component == input.component &&
                                      output.qualifiers.patch == input.qualifiers.patch
                                : output.name == input.name)
            return &output;
    }
    return nullptr;
}

// The same but for the names of structures, which don't count where locations match (7.4.1 of OpenGL 4.6).
bool same_members(const Type* a, const Type* b) {
    if (a->is_array() && b->is_array()) return a->size == b->size && same_members(a->element, b->element);
    if (!a->is_structure() || !b->is_structure()) return same_type(a, b);
    return std::ranges::equal(a->structure->members, b->structure->members, [](const Member& x, const Member& y) {
        return x.name == y.name && same_members(x.type, y.type);
    });
}

bool is_written(const StageUnit& unit, const Variable* variable) {
    return std::ranges::any_of(unit.shaders, [&](const Shader* shader) {
        return std::ranges::any_of(shader->globals, [&](const Variable* own) {
            return own->written && unit.canonical(own) == unit.canonical(variable);
        });
    });
}

// SPIR-V's inputs may be the first components of an output (7.4.2 of OpenGL 4.6).
bool begins_with(const Type* out, const Type* in) {
    return out->is_vector() && (in->is_vector() || in->is_scalar()) && out->scalar == in->scalar &&
           out->rows >= in->rows && !is_wide(in->scalar);
}

// How many blocks an instance has beside what each vertex has; 0: it is no array.
int32_t block_count(const InterfacePart& part, Stage stage) {
    if (!part.variable->block || part.variable->member >= 0) return 0;
    const Type* type = vertex_type(*part.variable, stage);
    return type->is_array() ? type->size : 0;
}

// What a geometry shader hands on keeps its registers behind it. `in`: who reads it; null: nobody here.
void number_passed(LinkContext& context, StageUnit& geometry, const InterfacePart& out, StageUnit* consumer,
                   const InterfacePart* in) {
    const auto known = geometry.input.varyings.find(out.variable);
    for (size_t n = 0; known != geometry.input.varyings.end() && n < out.leaves.size(); n++) {
        const Slot slot = known->second[out.leaf + n];
        if (slot.number < 0) continue;
        VaryingRegisters::RegisterRequest request = request_for(in ? *in : out, out.leaves[n]);
        request.first = slot.number;
        request.component = slot.component;
        request.mask = out.location < 0 ? 15 : static_cast<uint8_t>(request.mask << slot.component & 15);
        if (request.second_mask) request.second_mask = 15;
        bool room = geometry.registers(Storage::Out, false).take(request, VaryingRegisters::size);
        if (consumer) {
            room &= consumer->registers(Storage::In, false).take(request, VaryingRegisters::size);
            std::vector<Slot>& slots = consumer->input.varyings[in->variable];
            slots.resize(leaf_count(vertex_type(*in->variable, consumer->stage)));
            slots[in->leaf + n] = slot;
        }
        if (!room)
            return context.error(out.name +
                                 ", which the geometry shader hands on, has the location of another variable");
    }
}

// What the texts don't let geometry shaders declare that hand primitives on (NV_geometry_shader_passthrough).
void check_passed(LinkContext& context, const StageUnit& own) {
    if (!own.input.passes_through) return;
    for (const InterfacePart& part : parts_of(own, Storage::Out, false)) {
        if (part.passed && part.location < 0 && context.options().separable)
            context.error(part.name +
                          " is handed on by the geometry shader of a separable program, and has no location");
        if (!part.passed && part.qualifiers.layout.stream > 0)
            context.error(part.name + " is of stream " + std::to_string(part.qualifiers.layout.stream) +
                          ", and the geometry shader hands its primitives on");
    }
    if (!context.options().feedback_varyings.empty())
        context.error("transform feedback can't capture what a geometry shader hands on");
}

// Arrays by vertex have the size of the primitive or patch.
void check_vertex_arrays(LinkContext& context, const StageUnit& own) {
    const int32_t inputs =
        own.stage == Stage::Geometry ? own.input.vertices_in : context.options().limits.patch_vertices;
    const auto check = [&](const Variable* variable) {
        if (!is_per_vertex(*variable, own.stage)) return;
        const bool in = variable->qualifiers.storage == Storage::In;
        const int32_t size = in ? inputs : own.input.layout.vertices_out;
        if (variable->type->size && variable->type->size != size)
            context.error(std::string(variable->name) + " has " + std::to_string(variable->type->size) +
                          " elements, and there are " + std::to_string(size) + " vertices");
        else if (variable->largest_index >= size)
            context.error(std::string(variable->name) + "[" + std::to_string(variable->largest_index) +
                          "] is outside: there are " + std::to_string(size) + " vertices");
    };
    for (const Shader* shader : own.shaders) {
        for (const Variable* variable : shader->globals) check(variable);
        for (const Variable* variable : shader->builtins)
            if (own.stage == Stage::Geometry) check(variable);
    }
}

// The side of a program that meets the fixed functions or another program: locations by the order of names, which is
// the same on the other side.
void number_alone(LinkContext& context, StageUnit& own, Storage storage, bool all) {
    std::vector<InterfacePart> parts = parts_of(own, storage, !all);
    std::ranges::stable_sort(parts, {}, &InterfacePart::name);
    for (const bool chosen : {true, false})
        for (const InterfacePart& part : parts) {
            if ((part.location >= 0) != chosen) continue;
            if (part.passed && storage == Storage::Out) {
                number_passed(context, own, part, nullptr, nullptr);
                continue;
            }
            const Side side{&own, storage, &part};
            number_parts(context, {&side, 1}, part);
        }
}

// What the texts say of an output and the input that reads it.
void check_pair(LinkContext& context, const StageUnit& producer, const InterfacePart& out, const StageUnit& consumer,
                const InterfacePart& in) {
    const std::string between = " in " + shader_of(producer) + " and ";
    const bool located = in.location >= 0 && out.location >= 0;
    const bool is_spirv = consumer.shaders[0]->is_spirv;
    if (!(located ? same_members(out.type, in.type) || (is_spirv && begins_with(out.type, in.type))
                  : same_type(out.type, in.type)) ||
        block_count(out, producer.stage) != block_count(in, consumer.stage))
        return context.error(in.name + " is " + to_string(out.type) + between + to_string(in.type) + " in " +
                             shader_of(consumer));
    if (out.qualifiers.patch != in.qualifiers.patch)
        return context.error(in.name + " is a patch variable in one of " + shader_of(producer) + " and " +
                             shader_of(consumer));
    if (consumer.stage == Stage::Fragment && out.qualifiers.layout.stream > 0)
        return context.error(in.name + " is of stream " + std::to_string(out.qualifiers.layout.stream) +
                             ", and only stream 0 is drawn");
    const Language& language = consumer.shaders[0]->language;
    const bool es = language.is_es();
    // In OpenGL ES they match in all versions (9.2 of GLSL ES 3.20).
    if ((es || !language.at_least(440, 310)) && interpolation_of(out) != interpolation_of(in))
        context.error(in.name + " is interpolated in different ways" + between + shader_of(consumer));
    if (!language.at_least(430, 310) && out.qualifiers.sample != in.qualifiers.sample)
        context.error(in.name + " is per sample in one of " + shader_of(producer) + " and " + shader_of(consumer));
    const auto all_invariant = [](const StageUnit& unit) {
        return std::ranges::any_of(unit.shaders, [](const Shader* shader) { return shader->all_invariant; });
    };
    if (!language.at_least(420, 300) && out.qualifiers.invariant != in.qualifiers.invariant && !es &&
        !all_invariant(producer))
        context.error(in.name + " is invariant in one of " + shader_of(producer) + " and " + shader_of(consumer));
}

// What fragment shaders read vertex shaders write, until 1.20 (4.3.6 of GLSL 1.20).
void check_written(LinkContext& context, const StageUnit& producer, const InterfacePart& out,
                   const StageUnit& consumer) {
    if (consumer.stage != Stage::Fragment || context.options().separable) return;
    bool written = false;
    for (const StageUnit* unit : {&producer, &consumer})
        for (const Shader* shader : unit->shaders) {
            if (shader->language.is_es() || shader->language.version > 120) return;
            for (const Variable* variable : shader->globals)
                written |= variable->written && producer.canonical(variable) == out.variable;
        }
    if (!written) context.error(shader_of(consumer) + " reads " + out.name + ", which no shader before it writes");
}

// Blocks of one name have the same members.
void check_block_members(LinkContext& context, const StageUnit& producer, const StageUnit& consumer) {
    const auto visit = [](const StageUnit& unit, Storage storage, const auto& see) {
        for (const Block* block : unit.blocks)
            if (block->qualifiers.storage == storage) see(*block);
    };
    visit(consumer, Storage::In, [&](const Block& in) {
        visit(producer, Storage::Out, [&](const Block& out) {
            if (out.name == in.name && !out.name.starts_with("gl_") && !same_type(out.type, in.type))
                context.error("the block " + std::string(in.name) + " has other members in " + shader_of(producer) +
                              " than in " + shader_of(consumer));
        });
    });
}

// gl_ClipVertex and gl_in[].gl_ClipVertex of stages that are not the last before clipping.
void number_clip_vertex(StageUnit& producer, StageUnit& consumer) {
    const auto has = [](const StageUnit& unit, std::string_view alone, std::string_view whole) {
        return std::ranges::any_of(unit.active, [&](const Variable* variable) {
            if (!variable->builtin) return false;
            if (variable->name == alone) return true;
            return variable->name == whole && vertex_type(*variable, unit.stage)->structure->find("gl_ClipVertex") >= 0;
        });
    };
    if (consumer.stage == Stage::Fragment || !has(producer, "gl_ClipVertex", "gl_out") || !has(consumer, "", "gl_in"))
        return;
    VaryingRegisters* const both[] = {&producer.registers(Storage::Out, false),
                                      &consumer.registers(Storage::In, false)};
    producer.input.clip_vertex_out = consumer.input.clip_vertex_in = take_register(both);
    producer.input.clips_vertices = false;
}

void match_varyings(LinkContext& context, StageUnit& producer, StageUnit& consumer) {
    const std::vector<InterfacePart> outputs = parts_of(producer, Storage::Out, false);
    const std::vector<InterfacePart> inputs = parts_of(consumer, Storage::In, true);
    check_block_members(context, producer, consumer);
    for (const InterfacePart& in : parts_of(consumer, Storage::In, false))
        if (const InterfacePart* out = find_output(outputs, in)) check_pair(context, producer, *out, consumer, in);
    if (!context.right()) return;
    for (const InterfacePart& in : inputs) {
        const InterfacePart* out = find_output(outputs, in);
        if (!out || !out->passed || producer.stage != Stage::Geometry) continue;
        number_passed(context, producer, *out, &consumer, &in);
    }
    // Chosen locations first.
    for (const bool chosen : {true, false})
        for (const InterfacePart& in : inputs) {
            const InterfacePart* out = find_output(outputs, in);
            if (out && out->passed && producer.stage == Stage::Geometry) continue;
            const InterfacePart& placed = out && out->location >= 0 ? *out : in;
            if ((placed.location >= 0) != chosen) continue;
            // Whether the shader before it writes what it declares is asked up to 1.20 (4.3.6 there).
            const Language& language = consumer.shaders[0]->language;
            if (!out || (!language.at_least(130, 100) && !is_written(producer, out->variable)))
                context.error(shader_of(consumer) + " reads " + in.name + ", which no shader before it writes");
            else {
                check_written(context, producer, *out, consumer);
                const Side sides[] = {{&producer, Storage::Out, out}, {&consumer, Storage::In, &in}};
                number_parts(context, sides, placed);
            }
        }
    number_clip_vertex(producer, consumer);
    // The vertices of a patch read each other's outputs.
    if (producer.stage != Stage::TessControl) return;
    for (const InterfacePart& out : parts_of(producer, Storage::Out, true)) {
        if (std::ranges::any_of(inputs, [&](const InterfacePart& in) { return find_output({out}, in); })) continue;
        const Side side{&producer, Storage::Out, &out};
        number_parts(context, {&side, 1}, out);
    }
}

}  // namespace

void number_parts(LinkContext& context, std::span<const Side> sides, const InterfacePart& part) {
    const bool patch = part.qualifiers.patch;
    const int64_t locations =
        patch ? context.options().limits.patch_attributes : context.options().limits.generic_varyings;
    const int64_t limit = part.location >= 0 || patch ? locations : VaryingRegisters::size;
    int64_t next = part.location;
    for (size_t n = 0; n < part.leaves.size(); n++) {
        const Leaf& leaf = part.leaves[n];
        // The side that reads says how.
        VaryingRegisters::RegisterRequest request = request_for(*sides.back().part, leaf);
        request.first = next;
        const auto all_sides = [&](const auto& ask) {
            return std::ranges::all_of(
                sides, [&](const Side& side) { return ask(side.unit->registers(side.storage, patch)); });
        };
        const bool passed = sides.back().part->passed;
        if (passed && part.location < 0) {
            // Registers of their own, at no location that the next interface may want.
            request.mask = 15;
            request.second_mask = request.second_mask ? 15 : 0;
        }
        if (part.location < 0) {
            request.first = passed ? locations : 0;
            while (request.end() < limit && !all_sides([&](const auto& own) { return own.is_free(request); }))
                request.first++;
        }
        if (!all_sides([&](auto& own) { return own.take(request, limit); }))
            return context.error(part.location >= 0 && request.end() <= limit
                                     ? part.name + " has the location of another variable"
                                     : "there is no room for " + part.name + ": there are " + std::to_string(limit) +
                                           " vectors of " + (patch ? "patches" : "varyings"));
        for (const Side& side : sides) {
            std::vector<Slot>& slots = side.unit->input.varyings[side.part->variable];
            slots.resize(leaf_count(vertex_type(*side.part->variable, side.unit->stage)));
            slots[side.part->leaf + n] = {static_cast<int>(request.first), request.component};
            const int64_t components = side.unit->registers(side.storage, patch).components();
            if (components > 4 * locations)
                return context.error(shader_of(*side.unit) + " has " + std::to_string(components) + " components of " +
                                     (side.storage == Storage::In ? "inputs" : "outputs") + ", more than " +
                                     std::to_string(4 * locations));
        }
        next = request.end();
    }
}

int take_register(std::span<VaryingRegisters* const> sides) {
    VaryingRegisters::RegisterRequest request;
    const auto is_free = [&] { return std::ranges::all_of(sides, [&](auto* side) { return side->is_free(request); }); };
    while (request.end() < VaryingRegisters::size && !is_free()) request.first++;
    if (!std::ranges::all_of(sides, [&](auto* side) { return side->take(request, VaryingRegisters::size); })) return -1;
    return static_cast<int>(request.first);
}

void assign_varyings(LinkContext& context) {
    StageUnit* producer = nullptr;
    for (StageUnit& own : context.units()) {
        if (own.shaders.empty() || own.stage == Stage::Compute) continue;
        check_vertex_arrays(context, own);
        check_passed(context, own);
        if (producer)
            match_varyings(context, *producer, own);
        else if (own.stage != Stage::Vertex)
            number_alone(context, own, Storage::In, true);
        producer = &own;
    }
    if (producer && producer->stage != Stage::Fragment)
        number_alone(context, *producer, Storage::Out, context.options().separable);
}

}  // namespace glsl
