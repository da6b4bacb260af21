#include "glapi/share_group.h"

#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/objects/sync/sync.h"
#include "glapi/objects/textures/bindless_handles.h"
#include "glapi/state/debug.h"
#include "glapi/state/group_loss.h"

namespace glapi {

struct ShareGroup::Parts {
    HandleRegistry handles;
    VertexShaderGroup vertex_shaders;
    ObjectLabels labels;
};

ShareGroup::ShareGroup()
    : parts_(std::make_unique<Parts>()),
      handles(parts_->handles),
      vertex_shaders(parts_->vertex_shaders),
      labels(parts_->labels),
      loss(std::make_shared<GroupLoss>()) {}
ShareGroup::~ShareGroup() = default;

}  // namespace glapi
