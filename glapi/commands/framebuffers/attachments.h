// Framebuffer objects by target, and attachments by token, for commands that take one.
#pragma once

#include "glapi/objects/framebuffers/framebuffer.h"

namespace glapi {

class Context;
class Errors;

// False after an error.
bool check_framebuffer_target(Errors& errors, GLenum target);

// The framebuffer bound to a target; null for the window's.
Framebuffer* bound_framebuffer(Context& context, GLenum target);

struct AttachmentSlots {
    Attachment* first = nullptr;
    Attachment* second = nullptr;  // DEPTH_STENCIL_ATTACHMENT
};

// The attachment points a token names; none after an error.
AttachmentSlots attachment_slots(Errors& errors, Framebuffer& framebuffer, GLenum attachment);

}  // namespace glapi
