#include "launch.h"

#include <algorithm>
#include <cstring>

#include "glsl/language/types.h"
#include "shader_writer.h"

#include "ir/switches.h"
#include "runtime/images/image_access.h"
#include "runtime/testing/random_outcomes.h"
#include "runtime/testing/random_samples.h"

namespace random_builtins {

using arbasm::BindingKind;
using arbasm::Stage;
using runtime::Format;
using runtime::TextureKind;

namespace {

constexpr uint32_t pointed_slot = 3;
constexpr uint64_t first_handle = 0x500000000ull;
constexpr size_t more_bytes = 4096;  // of buffers, behind what they have at least

TextureKind kind_of(const glsl::Type& type) {
    switch (type.dimension) {
        case glsl::Dimension::D1: return type.arrayed ? TextureKind::Array1D : TextureKind::Texture1D;
        case glsl::Dimension::D3: return TextureKind::Texture3D;
        case glsl::Dimension::Cube: return type.arrayed ? TextureKind::CubeArray : TextureKind::Cube;
        case glsl::Dimension::Rectangle: return TextureKind::Rectangle;
        case glsl::Dimension::Buffer: return TextureKind::Buffer;
        case glsl::Dimension::D2:
        case glsl::Dimension::None: break;
    }
    if (type.multisample) return type.arrayed ? TextureKind::MultisampleArray2D : TextureKind::Multisample2D;
    return type.arrayed ? TextureKind::Array2D : TextureKind::Texture2D;
}

Format texture_format(const glsl::Type& type) {
    if (type.shadow) return Format::Depth32Float;
    return type.scalar == glsl::Scalar::Int    ? Format::Rgba32Sint
           : type.scalar == glsl::Scalar::Uint ? Format::Rgba8Uint
                                               : Format::Rgba8Unorm;
}

struct Surroundings {
    std::vector<runtime::TextureBinding> textures;
    runtime::ProgramMemory memory;
    std::vector<std::vector<std::byte>> buffers;
    std::vector<std::span<const std::byte>> constants;
    std::vector<std::shared_ptr<runtime::Image>> images;
    std::map<int, uint64_t> handles;  // by the register that has it

    Surroundings(const glsl::LinkedProgram& linked, Stage stage, uint64_t seed) : random_(static_cast<uint32_t>(seed)) {
        memory.faults = std::make_shared<runtime::FaultLog>();
        add_buffers(linked, static_cast<size_t>(stage));
        auto table = std::make_shared<runtime::MemoryTable>();
        table->set(pointed_slot, range(more_bytes));
        memory.table = table;
        auto by_handle = std::make_shared<runtime::HandleTable>();
        for (uint32_t n = 0; n < 4; n++)
            by_handle->textures[first_handle + n] = texture(TextureKind::Texture2D, Format::Rgba8Unorm);
        for (const glsl::Uniform& uniform : linked.uniforms) add_units(uniform, static_cast<size_t>(stage), *by_handle);
        by_handle->find_samplers();
        memory.handles = by_handle;
    }

  private:
    runtime::MemoryRange range(size_t bytes) {
        std::vector<std::byte>& buffer = buffers.emplace_back(bytes);
        // Numbers of every type, and none that is no number.
        for (size_t at = 0; at + 4 <= bytes; at += 4) {
            const uint32_t word = 0x3f800000u | (random_() & 0x7f00ffu);
            std::memcpy(&buffer[at], &word, 4);
        }
        return {.data = buffer.data(), .size = bytes, .writable = true, .owner = {}};
    }

    void add_buffers(const glsl::LinkedProgram& linked, size_t stage) {
        buffers.reserve(100);
        const auto put = [](auto& list, int number, auto value) {
            if (number < 0) return;
            if (list.size() <= static_cast<size_t>(number)) list.resize(static_cast<size_t>(number) + 1);
            list[static_cast<size_t>(number)] = value;
        };
        for (const glsl::BufferBlock& block : linked.storage_blocks)
            put(memory.storage_buffers, block.number[stage], range(static_cast<size_t>(block.size) + more_bytes));
        for (const glsl::BufferBlock& block : linked.uniform_blocks) {
            const runtime::MemoryRange own = range(static_cast<size_t>(block.size) + more_bytes);
            put(constants, block.number[stage], std::span<const std::byte>(own.data, own.size));
        }
        for (const glsl::BufferBlock& block : linked.counter_buffers) {
            const runtime::MemoryRange own = range(static_cast<size_t>(block.size) + more_bytes);
            put(memory.counter_buffers, block.binding, own);
            put(memory.storage_buffers, block.storage_number[stage], own);
        }
    }

    runtime::TextureBinding texture(TextureKind kind, Format format) {
        return {runtime::sampler_oracle::random_texture_of_bits(kind, format, random_),
                runtime::sampler_oracle::random_sampler(random_)};
    }

    runtime::ImageBinding image(const glsl::Type& type) {
        runtime::ImageBinding binding;
        binding.kind = kind_of(type);
        const bool floats = type.scalar == glsl::Scalar::Float;
        constexpr Format formats[3][3] = {{Format::Rgba32Float, Format::Rgba8Unorm, Format::R32Float},
                                          {Format::Rgba32Sint, Format::Rgba8Sint, Format::R32Sint},
                                          {Format::Rgba16Uint, Format::Rgba32Uint, Format::R32Uint}};
        binding.format = formats[floats                             ? 0
                                 : type.scalar == glsl::Scalar::Int ? 1
                                                                    : 2][random_() % 4 ? 2 : random_() % 2];
        const int32_t samples = type.multisample ? 4 : 1;
        constexpr int32_t side = 4;
        const bool flat = type.dimension == glsl::Dimension::D1 || type.dimension == glsl::Dimension::Buffer;
        const bool deep = type.arrayed || type.dimension == glsl::Dimension::D3;
        binding.extent = {side, flat ? 1 : side,
                          type.dimension == glsl::Dimension::Cube ? (deep ? 12 : 6)
                          : deep                                  ? 3
                                                                  : 1};
        if (type.dimension == glsl::Dimension::Buffer) {
            const runtime::MemoryRange own = range(side * 16);
            binding.buffer = {own.data, own.size};
            return binding;
        }
        const auto made = std::make_shared<runtime::Image>(binding.format, binding.extent, samples);
        for (int32_t z = 0; z < binding.extent.depth; z++)
            for (int32_t s = 0; s < samples; s++)
                for (int32_t y = 0; y < binding.extent.height; y++)
                    for (ptrdiff_t i = 0; i < made->row_stride(); i++)
                        made->row(y, z, s)[i] = static_cast<std::byte>(random_() & 0x3b);
        images.push_back(made);
        binding.image = made;
        return binding;
    }

    void add_units(const glsl::Uniform& uniform, size_t stage, runtime::HandleTable& by_handle) {
        const glsl::Type& type = *uniform.type;
        const int first = uniform.first[stage];
        if ((!type.is_sampler() && !type.is_image()) || first < 0) return;
        for (int n = 0; n < uniform.array_size; n++) {
            const auto unit = static_cast<size_t>(first + n);
            const uint64_t handle = first_handle + 16 + unit;
            if (type.is_image()) {
                by_handle.images[handle] = image(type);
                if (memory.images.size() <= unit) memory.images.resize(unit + 1);
                memory.images[unit] = by_handle.images[handle];
            } else {
                const runtime::TextureBinding made = texture(kind_of(type), texture_format(type));
                by_handle.textures[handle] = made;
                if (textures.size() <= unit) textures.resize(unit + 1);
                textures[unit] = made;
            }
            handles[first + n] = handle;
        }
    }

    std::mt19937 random_;
};

// Whole numbers where shaders take them from.
bool holds_integers(const arbasm::Binding& binding) {
    return binding.kind == BindingKind::ProgramLocal ||
           (binding.kind == BindingKind::GenericAttrib && binding.index == 1);
}

uint32_t attribute_word(const arbasm::Binding& binding, size_t component, size_t lane, Stage stage, uint64_t seed) {
    const auto at = static_cast<uint32_t>(lane);
    ASMGL_SOME_CASES
    switch (binding.kind) {
        case BindingKind::LocalIndex:
        case BindingKind::ThreadId: return at;
        case BindingKind::LocalId:
        case BindingKind::GlobalId: return component == 0 ? at % 8 : component == 1 ? at / 8 : 0;
        case BindingKind::GroupCount: return 1;
        case BindingKind::GroupId: return 0;
        case BindingKind::GroupSize: return component == 0 ? 8 : component == 1 ? 4 : 1;
        case BindingKind::Invocation: return stage == Stage::TessControl ? at % patch_vertices : at % 2;
        case BindingKind::VertexCount: return stage == Stage::Geometry ? primitive_vertices : patch_vertices;
        default: return runtime::random_word_of(binding, component, lane, seed, holds_integers(binding));
    }
    ASMGL_END_SOME_CASES
}

}  // namespace

Outcome run(const runtime::Routine& routine, const arbasm::Program& program, const glsl::LinkedProgram& linked,
            Stage stage, uint64_t seed) {
    Surroundings surroundings(linked, stage, seed);
    const size_t count = program.attributes.size();
    constexpr size_t vertices = 32;
    std::vector<runtime::LaneVector> attributes(count * vertices);
    for (size_t n = 0; n < attributes.size(); n++)
        for (size_t c = 0; c < 4; c++)
            for (size_t lane = 0; lane < runtime::group_lanes; lane++)
                attributes[n].component[c].lane[lane] =
                    attribute_word(program.attributes[n % count].binding, c, lane, stage, seed + n / count);
    std::vector<runtime::Vector4> parameters(program.parameters.size());
    for (size_t n = 0; n < parameters.size(); n++) {
        const arbasm::Binding& binding = program.parameters[n];
        for (size_t c = 0; c < 4; c++)
            parameters[n][c] = runtime::random_word_of(binding, c, runtime::group_lanes, seed, holds_integers(binding));
        if (binding.kind == BindingKind::Constant) parameters[n] = binding.constant;
        if (binding.kind == BindingKind::StorageLength) {
            const auto& buffers = surroundings.memory.storage_buffers;
            const auto number = static_cast<size_t>(binding.index);
            parameters[n].fill(number < buffers.size() ? static_cast<uint32_t>(buffers[number].size) : 0);
        }
        if (const auto handle = surroundings.handles.find(binding.index);
            linked.handles && binding.kind == BindingKind::ProgramLocal && handle != surroundings.handles.end())
            parameters[n] = {static_cast<uint32_t>(handle->second), static_cast<uint32_t>(handle->second >> 32), 0, 0};
    }
    Outcome outcome;
    outcome.bindings = program.results;
    outcome.results.resize(program.results.size());
    runtime::EmittedVertices emitted;
    emitted.start(static_cast<uint32_t>(std::max(program.vertices_out, 1)),
                  static_cast<uint32_t>(program.results.size() * 4));
    std::vector<std::byte> shared(static_cast<size_t>(std::max(program.shared_memory, 16)));
    runtime::Watchdog watchdog({.group = std::chrono::seconds(10)});
    runtime::ProgramEnvironment environment;
    environment.parameters = parameters;
    environment.textures = surroundings.textures;
    environment.constant_buffers = surroundings.constants;
    environment.watchdog = &watchdog;
    environment.memory = &surroundings.memory;
    runtime::Group group;
    group.attributes = attributes.data();
    group.results = outcome.results.data();
    group.vertex_count = stage == Stage::Geometry ? primitive_vertices : patch_vertices;
    group.patch_threads = stage == Stage::TessControl ? patch_vertices : 1;
    group.emitted = &emitted;
    group.shared = shared;
    routine.run_together(environment, {&group, 1});

    outcome.killed = group.killed;
    outcome.timed_out = group.timed_out;
    outcome.faulted = !runtime::describe(surroundings.memory.faults->take()).empty();
    for (const auto& buffer : surroundings.buffers)
        for (size_t at = 0; at + 4 <= buffer.size(); at += 4)
            std::memcpy(&outcome.memory.emplace_back(), &buffer[at], 4);
    for (const auto& image : surroundings.images)
        outcome.texels.insert(outcome.texels.end(), image->row(0),
                              image->row(0) + image->slice_stride() * image->extent().depth);
    // By the order of the bindings, which is another in another program.
    for (int lane = 0; lane < runtime::group_lanes && stage == Stage::Geometry; lane++)
        for (uint32_t n = 0; n < emitted.count(lane); n++) {
            std::vector<uint32_t>& words = outcome.emitted.emplace_back();
            words = {static_cast<uint32_t>(lane), emitted.stream(lane, n), emitted.ends_strip(lane, n)};
            words.insert(words.end(), emitted.vertex(lane, n), emitted.vertex(lane, n) + program.results.size() * 4);
        }
    return outcome;
}

std::string difference(const Outcome& got, const Outcome& wanted) {
    if (wanted.timed_out || got.timed_out) return "it does not end";
    if (got.killed != wanted.killed) return "other threads were discarded";
    if (got.faulted != wanted.faulted) return got.faulted ? "it reached what is not there" : "it reached nothing";
    const auto index_of = [&](size_t n) {
        return static_cast<size_t>(std::ranges::find(got.bindings, wanted.bindings[n]) - got.bindings.begin());
    };
    // Results that no instruction names any more are never written; those of vertices are what was there.
    for (size_t n = 0; n < wanted.results.size() && wanted.emitted.empty(); n++)
        for (size_t c = 0; c < 4; c++)
            for (size_t lane = 0; lane < runtime::group_lanes; lane++) {
                if (wanted.killed >> lane & 1) continue;
                const uint32_t word = wanted.results[n].component[c].lane[lane];
                const uint32_t is =
                    index_of(n) < got.results.size() ? got.results[index_of(n)].component[c].lane[lane] : 0;
                if (!runtime::same_value(is, word))
                    return "result " + std::to_string(n) + ", component " + std::to_string(c) + ", thread " +
                           std::to_string(lane) + ": " + std::to_string(is) + " instead of " + std::to_string(word);
            }
    if (got.emitted.size() != wanted.emitted.size()) return "another number of vertices";
    for (size_t v = 0; v < wanted.emitted.size(); v++)
        for (size_t n = 0; n < wanted.emitted[v].size(); n++) {
            const size_t at = n < 3 ? n : 3 + 4 * index_of((n - 3) / 4) + (n - 3) % 4;
            const uint32_t is = at < got.emitted[v].size() ? got.emitted[v][at] : 0;
            // Which vertex ends a strip is of no meaning behind the last one.
            if (n != 2 && !runtime::same_value(is, wanted.emitted[v][n]))
                return "vertex " + std::to_string(v) + ", word " + std::to_string(n) + ": " + std::to_string(is) +
                       " instead of " + std::to_string(wanted.emitted[v][n]);
        }
    for (size_t n = 0; n < wanted.memory.size(); n++)
        if (!runtime::same_value(got.memory[n], wanted.memory[n]))
            return "word " + std::to_string(n) + " of memory: " + std::to_string(got.memory[n]) + " instead of " +
                   std::to_string(wanted.memory[n]);
    return got.texels == wanted.texels ? "" : "other texels";
}

}  // namespace random_builtins
