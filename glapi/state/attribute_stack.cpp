#include "glapi/state/attribute_stack.h"

namespace glapi {

struct SavedAttributes {};
struct SavedClientAttributes {};

AttributeStacks::AttributeStacks() = default;
AttributeStacks::~AttributeStacks() = default;

}  // namespace glapi
