#include "glsl/spirv/specialize.h"

#include "glsl/spirv/reader.h"
#include "glsl/syntax/builtin_text.h"
#include "glsl/tree/stack_room.h"

namespace glsl::spirv {

namespace {

// Numbers of execution models are those of stages, in another order.
constexpr arbasm::Stage stages[] = {arbasm::Stage::Vertex,   arbasm::Stage::TessControl, arbasm::Stage::TessEvaluation,
                                    arbasm::Stage::Geometry, arbasm::Stage::Fragment,    arbasm::Stage::Compute};

// The entry point of the stage, or else any of the name.
const EntryPoint* find_entry(const Module& module, std::string_view name, arbasm::Stage stage) {
    const EntryPoint* found = nullptr;
    for (const EntryPoint& entry : module.entry_points()) {
        if (entry.name != name) continue;
        if (entry.model < std::size(stages) && stages[entry.model] == stage) return &entry;
        found = &entry;
    }
    return found;
}

bool is_of(const EntryPoint& entry, arbasm::Stage stage) {
    return entry.model < std::size(stages) && stages[entry.model] == stage;
}

std::shared_ptr<const Shader> specialize_here(arbasm::Stage stage, std::span<const uint32_t> words,
                                              const Specialization& specialization) {
    auto shader = std::make_shared<Shader>();
    shader->stage = stage;
    shader->language.version = 460;
    shader->language.profile = Profile::Core;
    shader->source = std::make_unique<SourceText>();
    shader->is_spirv = true;
    const Module module(words);
    if (module.problem()) {
        shader->messages.error(location_of(module.problem()->at), module.problem()->text);
        return shader;
    }
    const EntryPoint* entry = find_entry(module, specialization.entry_point, stage);
    if (!entry || !is_of(*entry, stage)) {
        shader->messages.error({}, "the module has no entry point " + std::string(specialization.entry_point) +
                                       " of the " + std::string(arbasm::stage_name(stage)) + " stage");
        return shader;
    }
    shader->source_lines = module.source_lines();
    Checker checker(CheckContext(*shader), &read_builtin_text);
    Reader(checker, module, *entry, specialization.constants).read();
    return shader;
}

}  // namespace

std::shared_ptr<const Shader> specialize(arbasm::Stage stage, std::span<const uint32_t> words,
                                         const Specialization& specialization) {
    std::shared_ptr<const Shader> shader;
    with_stack_room([&] { shader = specialize_here(stage, words, specialization); });
    return shader;
}

std::span<const char* const> extensions() { return all_extensions(); }

Unknown unknown_to(arbasm::Stage stage, std::span<const uint32_t> words, const Specialization& specialization) {
    Unknown result;
    const Module module(words);
    if (module.problem()) return result;
    const EntryPoint* entry = find_entry(module, specialization.entry_point, stage);
    result.entry_point = !entry;
    result.stage = entry && !is_of(*entry, stage);
    for (const auto& [index, value] : specialization.constants)
        if (!module.specialization(index)) result.constant = index;
    return result;
}

}  // namespace glsl::spirv
