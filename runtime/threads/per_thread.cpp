#include "runtime/threads/per_thread.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <pthread.h>

#include "ir/check.h"

namespace runtime::detail {
namespace {

constexpr unsigned most_kinds = 64;

struct Kinds {
    std::array<std::atomic<Destroyer>, most_kinds> destroyers{};
    std::atomic<unsigned> count{0};
};
constinit Kinds kinds;

// The C library runs a key's destructor again for what was set meanwhile, a few times.
void end_thread(void*);

struct Key {
    Key() : works(pthread_key_create(&key, &end_thread) == 0) {}
    pthread_key_t key{};
    bool works;
};
Key& key() {
    static Key made;
    return made;
}

void end_thread(void* objects) {
    void** const table = static_cast<void**>(objects);
    // A destructor may use, and so make, objects of other kinds.
    constexpr int most_rounds = 3;
    for (int round = 0; round < most_rounds; ++round)
        for (unsigned kind = 0; kind < kinds.count.load(); ++kind) {
            if (!table[kind]) continue;  // neither where add_kind() is at it
            kinds.destroyers[kind].load()(table[kind]);
            table[kind] = nullptr;
        }
    thread_objects = nullptr;
    std::free(objects);
}

}  // namespace

thread_local constinit void** thread_objects = nullptr;

unsigned add_kind(Destroyer destroyer) {
    const unsigned kind = kinds.count.fetch_add(1);
    ASMGL_CHECK_LT(kind, most_kinds);
    kinds.destroyers[kind].store(destroyer);
    return kind;
}

void** begin_thread() {
    auto** const objects = static_cast<void**>(std::calloc(most_kinds, sizeof(void*)));
    if (!objects) throw std::bad_alloc();
    // Without a key, or memory for its value, they last as long as the process.
    if (key().works) pthread_setspecific(key().key, static_cast<void*>(objects));
    thread_objects = objects;
    return objects;
}

}  // namespace runtime::detail
