#include "glapi/resolve/generated_programs.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <type_traits>

#include "arbasm/assembler.h"
#include "glapi/fixed_function/generate.h"
#include "glapi/state/vertex_slots.h"
#include "rasterizer/draw/vertex_input.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/fork_hold.h"
#include "runtime/threads/recursive_mutex.h"

namespace glapi {

using runtime::ExecutableProgram;

arbasm::Limits generated_limits() {
    arbasm::Limits limits;
    limits.generic_attributes = matrix_index_attribute + 1;
    limits.attributes = rasterizer::max_vertex_attributes;
    return limits;
}

void report_generated(const std::string& text, const char* label) {
    if (runtime::reports(runtime::DebugSubject::Programs))
        std::fprintf(stderr, "asmgl: generated %s program:\n%s\n", label, text.c_str());
}

ExecutableProgram load_generated(const std::string& text, const char* label) {
    const arbasm::ParseResult parsed = arbasm::parse(text, generated_limits());
    if (!parsed.program) {  // our own mistake: generated text always parses
        std::fprintf(stderr, "asmgl: generated %s program is wrong: %s\n%s\n", label,
                     arbasm::format(parsed.errors.front(), text).c_str(), text.c_str());
        std::abort();
    }
    report_generated(text, label);
    return runtime::make_executable(parsed.program, {}, label);
}

namespace {

using fixed_function::CombinerKey;
using fixed_function::FragmentKey;
using fixed_function::VertexKey;

// Programs by key, for all contexts. Keys are few in real programs, entries small, and their addresses stay.
template <typename Key>
class ProgramCache {
  public:
    ProgramCache(const char* label, std::string (*generate)(const Key&)) : label_(label), generate_(generate) {}

    const ExecutableProgram& get(const Key& key) {
        const std::lock_guard lock(mutex_);
        // Keys are bytes without gaps between them.
        static_assert(std::has_unique_object_representations_v<Key>);
        if (last_ && std::memcmp(&last_->first, &key, sizeof key) == 0) return last_->second;
        auto found = programs_.find(key);
        if (found == programs_.end()) found = programs_.emplace(key, load_generated(generate_(key), label_)).first;
        last_ = &*found;
        return found->second;
    }

  private:
    const char* label_;
    std::string (*generate_)(const Key&);
    runtime::ForkSafe<runtime::RecursiveMutex> mutex_;  // a signal handler may draw while it is held
    std::map<Key, ExecutableProgram> programs_;
    const std::pair<const Key, ExecutableProgram>* last_ = nullptr;
};

// Never destroyed: threads may still draw while the process exits.
ProgramCache<VertexKey>& vertex_cache() {
    static auto* cache = new ProgramCache<VertexKey>("fixed-vertex", &fixed_function::vertex_text);
    return *cache;
}
ProgramCache<FragmentKey>& fragment_cache() {
    static auto* cache = new ProgramCache<FragmentKey>("fixed-fragment", &fixed_function::fragment_text);
    return *cache;
}
ProgramCache<CombinerKey>& combiner_cache() {
    static auto* cache = new ProgramCache<CombinerKey>("register-combiners", &fixed_function::combiner_text);
    return *cache;
}

}  // namespace

const ExecutableProgram& generated_combiner_program(const fixed_function::CombinerKey& key) {
    return combiner_cache().get(key);
}
const ExecutableProgram& generated_fragment_program(const fixed_function::FragmentKey& key) {
    return fragment_cache().get(key);
}
const ExecutableProgram& generated_vertex_program(const fixed_function::VertexKey& key) {
    return vertex_cache().get(key);
}

}  // namespace glapi
