#include <map>
#include <mutex>

#include "arbasm/assembler.h"
#include "glapi/context.h"
#include "glapi/fixed_function/fixed_function.h"
#include "glapi/fixed_function/generate.h"

namespace glapi::fixed_function {
namespace {

// Programs by key, for all contexts. Keys are few in real programs, entries small, and their addresses stay.
template <typename Key>
class ProgramCache {
  public:
    ProgramCache(const char* label, std::string (*generate)(const Key&)) : label_(label), generate_(generate) {}

    const ExecutableProgram& get(const Key& key) {
        const std::lock_guard lock(mutex_);
        if (last_ && last_->first == key) return last_->second;
        auto found = programs_.find(key);
        if (found == programs_.end()) found = programs_.emplace(key, make(key)).first;
        last_ = &*found;
        return found->second;
    }

  private:
    ExecutableProgram make(const Key& key) const {
        const std::string text = generate_(key);
        const arbasm::ParseResult parsed = arbasm::parse(text, program_limits());
        if (!parsed.program) {  // our own mistake: generated text must always parse
            std::fprintf(stderr, "asmgl: generated %s program is wrong: %s\n%s\n", label_,
                         arbasm::format(parsed.errors.front(), text).c_str(), text.c_str());
            std::abort();
        }
        return make_executable(parsed.program, label_);
    }

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

}  // namespace glapi::fixed_function
