// Objects that contexts of a share group share. A source includes the headers of the objects that it uses.
#pragma once

#include <map>
#include <memory>

#include "glapi/objects/name_table.h"
#include "runtime/threads/fork_hold.h"
#include "runtime/threads/recursive_mutex.h"

namespace glsl {
class IncludeTree;
}

namespace glapi {

struct AtiFragmentShader;
struct Buffer;
class DisplayList;
class GroupLoss;
class HandleRegistry;
struct KeptLabel;
struct MemoryObject;
struct ProgramObject;
struct Renderbuffer;
struct SamplerObject;
struct Semaphore;
struct ShaderOrProgram;
struct Sync;
struct Texture;
struct VertexShaderGroup;

struct ShareGroup {
    ShareGroup();
    ~ShareGroup();
    ShareGroup(const ShareGroup&) = delete;
    ShareGroup& operator=(const ShareGroup&) = delete;

  private:
    struct Parts;
    const std::unique_ptr<Parts> parts_;  // what is of no type that is known by name only

  public:
    runtime::ForkSafe<runtime::RecursiveMutex> mutex;  // taken by entry points once there is more than one context
    int contexts = 0;                                  // alive; changes under the process's context mutex

    NameTable<Buffer> buffers;
    NameTable<Texture> textures;
    NameTable<SamplerObject> samplers;
    HandleRegistry& handles;
    NameTable<Renderbuffer> renderbuffers;
    NameTable<ProgramObject> programs;
    NameTable<AtiFragmentShader> ati_shaders;
    VertexShaderGroup& vertex_shaders;
    NameTable<ShaderOrProgram> shaders;
    std::shared_ptr<glsl::IncludeTree> named_strings;  // ARB_shading_language_include; null: there are none yet
    NameTable<DisplayList> lists;
    std::map<const void*, std::unique_ptr<Sync>> syncs;  // a SyncTable
    NameTable<MemoryObject> memory_objects;
    NameTable<Semaphore> semaphores;
    std::map<std::pair<GLenum, GLuint>, KeptLabel>& labels;  // ObjectLabels
    const std::shared_ptr<GroupLoss> loss;
    // glDrawTextureNV's programs, by the addresses of their texts, which are literals.
    std::map<const char*, std::shared_ptr<ProgramObject>> texture_drawing;
};

}  // namespace glapi
