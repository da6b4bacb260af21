#include "glapi/objects/programs/shaders.h"

#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/textures/bindless_handles.h"

namespace glapi {

namespace {

constexpr GLenum program_targets[] = {GL_VERTEX_PROGRAM_ARB,  GL_TESS_CONTROL_PROGRAM_NV, GL_TESS_EVALUATION_PROGRAM_NV,
                                      GL_GEOMETRY_PROGRAM_NV, GL_FRAGMENT_PROGRAM_ARB,    GL_COMPUTE_PROGRAM_NV};

size_t column_register(const glsl::Uniform& uniform, int first, int element, int column) {
    return static_cast<size_t>(first + element * uniform.type->columns + column);
}

bool is_handle(const glsl::Uniform& uniform) { return uniform.type->is_sampler() || uniform.type->is_image(); }

runtime::TextureKind kind_of(const glsl::Type& type) {
    using enum runtime::TextureKind;
    switch (type.dimension) {
        case glsl::Dimension::D1: return type.arrayed ? Array1D : Texture1D;
        case glsl::Dimension::D3: return Texture3D;
        case glsl::Dimension::Cube: return type.arrayed ? CubeArray : Cube;
        case glsl::Dimension::Rectangle: return Rectangle;
        case glsl::Dimension::Buffer: return Buffer;
        case glsl::Dimension::D2:
        case glsl::Dimension::None: break;
    }
    if (type.multisample) return type.arrayed ? MultisampleArray2D : Multisample2D;
    return type.arrayed ? Array2D : Texture2D;
}

UnitHandle unit_of(const glsl::Type& type, int unit) { return {type.is_image(), type.shadow, kind_of(type), unit}; }

template <class Object>
auto& units_of(Object& stage, const glsl::Uniform& uniform) {
    return uniform.type->is_image() ? stage.image_units : stage.sampler_units;
}

}  // namespace

void ShaderObject::collect() {
    if (!job) return;
    const std::shared_ptr<CompileJob> ended = std::move(job);
    compile_status = false;
    compiled = nullptr;
    text = ended->text;
    log.clear();
    ended->wait();
    compiled = ended->compiled;
    compile_status = !glsl::has_errors(*compiled);
    log = glsl::log_of(*compiled);
}

void GlslProgram::collect() {
    if (!job) return;
    const std::shared_ptr<LinkJob> ended = std::move(job);
    log.clear();
    ended->wait();
    log = std::move(ended->log);
    if (!ended->linked) return;
    // Where there is too little memory all of it stays as it was.
    GlslProgram made(*this);
    made.linked = ended->linked;
    made.chosen_feedback = nullptr;
    made.feedback_locations.clear();
    made.sources = std::move(ended->sources);
    made.link_status = true;
    made.binary_hint = ended->binary_hint;
    made.make_stages();
    *this = std::move(made);
}

const glsl::LinkedProgram& GlslProgram::told() const {
    static const auto& nothing = *new glsl::LinkedProgram;  // never destroyed
    return link_status && linked ? *linked : nothing;
}

glsl::UniformLocation GlslProgram::location(GLint number) const {
    if (!linked || number < 0 || static_cast<size_t>(number) >= linked->locations.size()) return {};
    return linked->locations[static_cast<size_t>(number)];
}

void GlslProgram::make_stages() {
    samplers_checked = false;
    resources.clear();
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        stages[stage] = nullptr;
        const glsl::LinkedStage& from = linked->stages[stage];
        if (!from.program) continue;
        auto object = std::make_shared<ProgramObject>(0, program_targets[stage]);
        object->vertex_limit = from.program->vertices_out;
        object->program = from.program;
        object->compares_to_numbers = from.compares_to_numbers;
        object->local_parameters.resize(static_cast<size_t>(from.uniform_registers));
        object->sampler_units.assign(std::max(from.program->texture_units.size(), static_cast<size_t>(from.samplers)),
                                     0);
        object->image_units.assign(std::max(from.program->image_units.size(), static_cast<size_t>(from.images)), 0);
        stages[stage] = std::move(object);
    }
    uniform_bindings.clear();
    storage_bindings.clear();
    for (const glsl::BufferBlock& block : linked->uniform_blocks) uniform_bindings.push_back(block.binding);
    for (const glsl::BufferBlock& block : linked->storage_blocks) storage_bindings.push_back(block.binding);
    bind_blocks();
    for (const glsl::Uniform& uniform : linked->uniforms) {
        if (uniform.type->external) note_external(uniform);
        if (uniform.type->is_opaque() && uniform.binding >= 0 && uniform.location >= 0 && !linked->handles)
            for (int n = 0; n < uniform.array_size; n++) set_unit(uniform, n, uniform.binding + n);
        if (uniform.initial.empty() || uniform.type->is_opaque()) continue;
        const uint64_t* from = uniform.initial.data();
        for (int n = 0; n < uniform.array_size; n++)
            for (int c = 0; c < uniform.type->columns; c++, from += uniform.type->rows) set_column(uniform, n, c, from);
    }
    if (linked->handles) prepare_handles();
}

// Which of the stages' samplers are those of a uniform samplerExternalOES.
void GlslProgram::note_external(const glsl::Uniform& uniform) {
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        if (!stages[stage] || uniform.first[stage] < 0) continue;
        std::vector<bool>& external = stages[stage]->external_samplers;
        const auto first = static_cast<size_t>(uniform.first[stage]);
        const size_t end = first + static_cast<size_t>(uniform.array_size);
        if (external.size() < end) external.resize(end);
        std::fill(external.begin() + static_cast<ptrdiff_t>(first), external.begin() + static_cast<ptrdiff_t>(end),
                  true);
    }
}

// Samplers and images begin as units: those that they are bound to, or unit 0.
void GlslProgram::prepare_handles() {
    for (const glsl::Uniform& uniform : linked->uniforms) {
        if (!is_handle(uniform) || uniform.location < 0) continue;
        for (int n = 0; n < uniform.array_size; n++) {
            set_unit(uniform, n, uniform.binding >= 0 ? uniform.binding + n : 0);
            for (size_t stage = 0; stage < arbasm::stage_count; stage++)
                if (uniform.first[stage] >= 0 && stages[stage])
                    stages[stage]->handle_parameters.push_back(static_cast<uint32_t>(uniform.first[stage] + n));
        }
    }
}

void GlslProgram::set_column(const glsl::Uniform& uniform, int element, int column, const uint64_t* bits) {
    const glsl::Type& type = *uniform.type;
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        if (uniform.first[stage] < 0 || !stages[stage]) continue;
        auto& registers = stages[stage]->local_parameters;
        runtime::Vector4& low = registers[column_register(uniform, uniform.first[stage], element, column)];
        if (!glsl::is_wide(type.scalar)) {
            for (size_t r = 0; r < type.rows; r++)
                low[r] = type.is_bool() ? (bits[r] ? 0xffffffffu : 0u) : static_cast<uint32_t>(bits[r]);
            continue;
        }
        for (size_t r = 0; r < type.rows; r++) {
            runtime::Vector4& to =
                r < 2 ? low : registers[column_register(uniform, uniform.first_high[stage], element, column)];
            to[r % 2 * 2] = static_cast<uint32_t>(bits[r]);
            to[r % 2 * 2 + 1] = static_cast<uint32_t>(bits[r] >> 32);
        }
    }
}

void GlslProgram::get_column(const glsl::Uniform& uniform, int element, int column, uint64_t* bits) const {
    const glsl::Type& type = *uniform.type;
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        if (uniform.first[stage] < 0 || !stages[stage]) continue;
        const auto& registers = stages[stage]->local_parameters;
        const runtime::Vector4& low = registers[column_register(uniform, uniform.first[stage], element, column)];
        for (size_t r = 0; r < type.rows; r++) {
            if (!glsl::is_wide(type.scalar)) {
                bits[r] = type.is_bool() ? low[r] != 0 : low[r];
                continue;
            }
            const runtime::Vector4& from =
                r < 2 ? low : registers[column_register(uniform, uniform.first_high[stage], element, column)];
            bits[r] = from[r % 2 * 2] | uint64_t{from[r % 2 * 2 + 1]} << 32;
        }
        return;
    }
}

void GlslProgram::set_unit(const glsl::Uniform& uniform, int element, int unit) {
    samplers_checked = false;
    if (linked->handles) return set_handle(uniform, element, unit_handle(unit_of(*uniform.type, unit)));
    for (size_t stage = 0; stage < arbasm::stage_count; stage++)
        if (uniform.first[stage] >= 0 && stages[stage])
            units_of(*stages[stage], uniform)[static_cast<size_t>(uniform.first[stage] + element)] = unit;
}

int GlslProgram::unit(const glsl::Uniform& uniform, int element) const {
    if (linked->handles) {
        const std::optional<UnitHandle> unit = unit_of_handle(handle(uniform, element));
        return unit ? unit->unit : -1;
    }
    for (size_t stage = 0; stage < arbasm::stage_count; stage++)
        if (uniform.first[stage] >= 0 && stages[stage])
            return units_of(*stages[stage], uniform)[static_cast<size_t>(uniform.first[stage] + element)];
    return 0;
}

void GlslProgram::set_handle(const glsl::Uniform& uniform, int element, uint64_t handle) {
    samplers_checked = false;
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        if (uniform.first[stage] < 0 || !stages[stage]) continue;
        runtime::Vector4& to =
            stages[stage]->local_parameters[column_register(uniform, uniform.first[stage], element, 0)];
        to[0] = static_cast<uint32_t>(handle);
        to[1] = static_cast<uint32_t>(handle >> 32);
    }
}

uint64_t GlslProgram::handle(const glsl::Uniform& uniform, int element) const {
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        if (uniform.first[stage] < 0 || !stages[stage]) continue;
        const runtime::Vector4& from =
            stages[stage]->local_parameters[column_register(uniform, uniform.first[stage], element, 0)];
        return from[0] | uint64_t{from[1]} << 32;
    }
    return 0;
}

int GlslProgram::contested_unit(SamplerTypes& types) const {
    for (const glsl::Uniform& uniform : linked->uniforms) {
        if (!uniform.type->is_sampler()) continue;
        for (int n = 0; n < uniform.array_size; n++) {
            if (!uniform.used.empty() && !uniform.used[static_cast<size_t>(n)]) continue;
            const int number = unit(uniform, n);
            if (number < 0) continue;
            const glsl::Type*& type = types[static_cast<size_t>(number) % types.size()];
            if (type && type != uniform.type) return number;
            type = uniform.type;
        }
    }
    return -1;
}

int GlslProgram::contested_unit() {
    if (!samplers_checked) {
        SamplerTypes types{};
        contested = contested_unit(types);
        samplers_checked = true;
    }
    return contested;
}

void GlslProgram::bind_blocks() {
    const auto tell = [this](const std::vector<glsl::BufferBlock>& blocks, const std::vector<int>& bindings,
                             std::vector<int> ProgramObject::*numbers) {
        for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
            if (!stages[stage]) continue;
            std::vector<int>& list = (*stages[stage]).*numbers;
            for (size_t n = 0; n < blocks.size(); n++) {
                const int number = blocks[n].number[stage];
                if (number < 0) continue;
                if (list.size() <= static_cast<size_t>(number)) list.resize(static_cast<size_t>(number) + 1);
                list[static_cast<size_t>(number)] = bindings[n];
            }
        }
    };
    tell(linked->uniform_blocks, uniform_bindings, &ProgramObject::uniform_bindings);
    tell(linked->storage_blocks, storage_bindings, &ProgramObject::storage_bindings);
    for (const glsl::BufferBlock& counters : linked->counter_buffers)
        for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
            const int number = counters.storage_number[stage];
            if (number < 0 || !stages[stage]) continue;
            std::vector<int>& list = stages[stage]->storage_bindings;
            if (list.size() <= static_cast<size_t>(number)) list.resize(static_cast<size_t>(number) + 1);
            list[static_cast<size_t>(number)] = ProgramObject::counters_as_storage + counters.binding;
        }
}

bool ProgramState::in_use() const { return separate ? separate->any() : current != nullptr; }

std::shared_ptr<GlslProgram> ProgramState::program_of(arbasm::Stage stage) const {
    const ProgramPipeline* const used = separate && separate->any() ? separate.get() : nullptr;
    if (used) return used->programs[static_cast<size_t>(stage)];
    if (current && !separate) return current;
    return pipeline ? pipeline->programs[static_cast<size_t>(stage)] : nullptr;
}

std::vector<GLuint>& ProgramState::subroutines_of(arbasm::Stage stage) {
    ChosenSubroutines& own = subroutine_uniforms[static_cast<size_t>(stage)];
    const std::shared_ptr<GlslProgram> program = program_of(stage);
    const std::shared_ptr<const glsl::LinkedProgram> linked = program ? program->linked : nullptr;
    if (own.of == linked) return own.values;
    own = {linked, {}};
    if (!linked) return own.values;
    const glsl::LinkedStage& from = linked->stages[static_cast<size_t>(stage)];
    own.values.resize(static_cast<size_t>(from.subroutine_locations));
    for (const glsl::SubroutineUniform& uniform : from.subroutine_uniforms)
        for (int n = 0; n < uniform.array_size; n++)
            own.values[static_cast<size_t>(uniform.location + n)] = static_cast<GLuint>(uniform.compatible.front());
    return own.values;
}

std::shared_ptr<ProgramObject> ProgramState::current_stage(ProgramTarget target) const {
    constexpr arbasm::Stage stages[] = {
        arbasm::Stage::Vertex,         arbasm::Stage::Fragment, arbasm::Stage::Fragment, arbasm::Stage::TessControl,
        arbasm::Stage::TessEvaluation, arbasm::Stage::Geometry, arbasm::Stage::Compute};
    if (target == ProgramTarget::FragmentNv || target == ProgramTarget::Count) return nullptr;
    const arbasm::Stage stage = stages[static_cast<size_t>(target)];
    const std::shared_ptr<GlslProgram> program = program_of(stage);
    return program ? program->stages[static_cast<size_t>(stage)] : nullptr;
}

}  // namespace glapi
