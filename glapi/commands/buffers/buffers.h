// Binding points by target token, for commands that take one.
#pragma once

#include <cstdint>
#include <memory>

#include "glapi/commands/name_rules.h"
#include "glapi/objects/buffers/buffers.h"

namespace glapi {

class Context;
class Errors;
struct ShareGroup;
struct Version;

// The binding point of a target token; null after an error.
std::shared_ptr<Buffer>* buffer_binding(Context& context, uint32_t target);

// The object of a name that is bound, made where it has none yet; null after an error.
std::shared_ptr<Buffer> buffer_to_bind(Errors& errors, const Version& version, ShareGroup& shared, uint32_t name,
                                       NameUse use);

// Immutable storage (BufferStorage), or an error.
void make_storage(Context& context, Buffer& buffer, intptr_t size, const void* data, uint32_t flags);

// Immutable storage in memory from elsewhere (BufferStorageMemEXT), or an error.
void set_external_storage(Context& context, Buffer& buffer, std::shared_ptr<std::byte[]> memory, size_t size);

// The binding point of a target that has numbered ones for programs; null: it has none.
std::shared_ptr<Buffer>* general_binding(BufferState& state, uint32_t target);
// How many those are.
int indexed_binding_count(uint32_t target);
// Binds a range where `target` has numbered binding points for programs; false: it has none, nothing is done.
bool bind_indexed_buffer(Context& context, uint32_t target, uint32_t index, uint32_t name, intptr_t offset,
                         intptr_t size, bool whole);

}  // namespace glapi
