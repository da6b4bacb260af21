// Objects that contexts of a share group share.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/external/external_objects.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/name_table.h"
#include "glapi/objects/programs/ati_fragment_shaders.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shader_or_program.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/objects/sync/sync.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/state/debug.h"
#include "glapi/state/group_loss.h"
#include "runtime/threads/fork_hold.h"
#include "runtime/threads/recursive_mutex.h"

namespace glsl {
class IncludeTree;
}

namespace glapi {

struct ShareGroup {
    runtime::ForkSafe<runtime::RecursiveMutex> mutex;  // taken by entry points once there is more than one context
    int contexts = 0;                                  // alive; changes under the process's context mutex

    NameTable<Buffer> buffers;
    NameTable<Texture> textures;
    NameTable<SamplerObject> samplers;
    HandleRegistry handles;
    NameTable<Renderbuffer> renderbuffers;
    NameTable<ProgramObject> programs;
    NameTable<AtiFragmentShader> ati_shaders;
    VertexShaderGroup vertex_shaders;
    NameTable<ShaderOrProgram> shaders;
    std::shared_ptr<glsl::IncludeTree> named_strings;  // ARB_shading_language_include; null: there are none yet
    NameTable<DisplayList> lists;
    SyncTable syncs;
    NameTable<MemoryObject> memory_objects;
    NameTable<Semaphore> semaphores;
    ObjectLabels labels;
    const std::shared_ptr<GroupLoss> loss = std::make_shared<GroupLoss>();
    // glDrawTextureNV's programs, by the addresses of their texts, which are literals.
    std::map<const char*, std::shared_ptr<ProgramObject>> texture_drawing;
};

}  // namespace glapi
