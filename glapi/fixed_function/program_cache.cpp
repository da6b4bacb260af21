#include <map>
#include <mutex>

#include "arbasm/assembler.h"
#include "glapi/context.h"
#include "glapi/fixed_function/fixed_function.h"
#include "glapi/fixed_function/generate.h"
#include "glapi/fixed_function/generate_ati_shader.h"

namespace glapi::fixed_function {
namespace {

ExecutableProgram make(const std::string& text, const char* label) {
    arbasm::Limits limits = program_limits();
    limits.generic_attributes = material_attribute(1, material_property_count);
    const arbasm::ParseResult parsed = arbasm::parse(text, limits);
    if (!parsed.program) {  // our own mistake: generated text must always parse
        std::fprintf(stderr, "asmgl: generated %s program is wrong: %s\n%s\n", label,
                     arbasm::format(parsed.errors.front(), text).c_str(), text.c_str());
        std::abort();
    }
    return runtime::make_executable(parsed.program, {}, label);
}

// Programs by key, for all contexts. Keys are few in real programs, entries small, and their addresses stay.
template <typename Key>
class ProgramCache {
  public:
    ProgramCache(const char* label, std::string (*generate)(const Key&)) : label_(label), generate_(generate) {}

    const ExecutableProgram& get(const Key& key) {
        const std::lock_guard lock(mutex_);
        if (last_ && last_->first == key) return last_->second;
        auto found = programs_.find(key);
        if (found == programs_.end()) found = programs_.emplace(key, make(generate_(key), label_)).first;
        last_ = &*found;
        return found->second;
    }

  private:
    const char* label_;
    std::string (*generate_)(const Key&);
    std::recursive_mutex mutex_;  // a signal handler may draw while it is held
    std::map<Key, ExecutableProgram> programs_;
    const std::pair<const Key, ExecutableProgram>* last_ = nullptr;
};

// Never destroyed: threads may still draw while the process exits.
ProgramCache<VertexKey>& vertex_cache() {
    static auto* cache = new ProgramCache<VertexKey>("fixed-vertex", &vertex_text);
    return *cache;
}
ProgramCache<FragmentKey>& fragment_cache() {
    static auto* cache = new ProgramCache<FragmentKey>("fixed-fragment", &fragment_text);
    return *cache;
}

}  // namespace

const ExecutableProgram& fragment_program(const Context& context) {
    return fragment_cache().get(fragment_key(context));
}
const ExecutableProgram& vertex_program(const Context& context, const arbasm::Program& fragment) {
    return vertex_cache().get(vertex_key(context, fragment));
}

EffectiveProgram ati_shader_program(Context& context) {
    AtiFragmentShader& shader = *context.ati_shaders.bound;
    AtiFragmentShader::Variant variant;
    variant.fog = fog_mode(context.state);
    for (int unit = 0; unit < AtiFragmentShader::register_count; ++unit)
        for (const AtiFragmentShader::Pass& pass : shader.passes)
            if (pass.setups[unit].kind == AtiFragmentShader::Setup::Kind::Sample)
                variant.targets[unit] = unit_target(context, unit);
    ExecutableProgram& executable = shader.executables[variant];
    if (!executable) executable = make(ati_shader_text(shader, variant), "ati-fragment");
    shader.parameters.local_parameters.resize(AtiFragmentShader::constant_count);
    for (int n = 0; n < AtiFragmentShader::constant_count; ++n)
        shader.parameters.local_parameters[n] =
            shader.local_constants >> n & 1 ? shader.constants[n] : context.ati_shaders.constants[n];
    return {&executable, &shader.parameters};
}

}  // namespace glapi::fixed_function
