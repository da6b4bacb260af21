// Semaphores of other interfaces and processes (EXT_semaphore, EXT_semaphore_fd), and how these know the device.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/uio.h>
#include <unistd.h>

#include "glapi/commands/checked_objects.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/external/external_objects.h"
#include "glapi/objects/external/files_of_others.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/framebuffers/window_buffers.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

// One that a file was imported into; null after an error.
Semaphore* find_imported(Errors& errors, const ShareGroup& shared, GLuint name) {
    Semaphore* const object = find_semaphore(errors, shared, name);
    if (!object || object->file) return object;
    errors.error(GL_INVALID_OPERATION, "nothing was imported into semaphore %u", name);
    return nullptr;
}

using Clock = std::chrono::steady_clock;

// Whether the file is ready for `events` before the deadline, or for a second: callers ask again.
enum class Ready : uint8_t { Yes, NotYet, Never };
Ready await_file(int file, short events, Clock::time_point deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd entry{file, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::clamp<int64_t>(left, 0, 1000)));
    if (ready > 0) return entry.revents & events ? Ready::Yes : Ready::Never;
    if (ready < 0 && errno != EINTR) return Ready::Never;
    return Clock::now() < deadline ? Ready::NotYet : Ready::Never;
}

// Adds to the file's counter, when there is room. False: there was none in that time. The file may block, and is
// shared with others who want it to: so it is asked first.
bool add(int file, uint64_t count, std::chrono::milliseconds patience) {
    const auto deadline = Clock::now() + patience;
    for (;;) {
        const Ready ready = await_file(file, POLLOUT, deadline);
        if (ready == Ready::Never) return false;
        if (ready == Ready::NotYet) continue;
        if (::write(file, &count, sizeof count) == sizeof count) return true;
        if (errno != EAGAIN && errno != EINTR) return false;
    }
}

// Takes one off the file's counter, when there is one. False: none came in that time.
bool take(int file, std::chrono::milliseconds patience) {
    const auto deadline = Clock::now() + patience;
    for (;;) {
        const Ready ready = await_file(file, POLLIN, deadline);
        if (ready == Ready::Never) return false;
        if (ready == Ready::NotYet) continue;
        // Others may have been faster: then the file is asked again.
        uint64_t value;
        iovec room{&value, sizeof value};
        ssize_t got = ::preadv2(file, &room, 1, -1, RWF_NOWAIT);
        if (got < 0 && errno == EOPNOTSUPP) got = ::read(file, &value, sizeof value);  // kernels before 5.8
        if (got == sizeof value) {
            // Counters that are no semaphores give all they have: what is left over is put back.
            return value <= 1 || add(file, value - 1, patience);
        }
        if (errno != EAGAIN && errno != EINTR) return false;
    }
}

// Sixteen bytes for a name: FNV-1a of it, twice.
std::array<GLubyte, GL_UUID_SIZE_EXT> uuid(std::string_view name) {
    std::array<GLubyte, GL_UUID_SIZE_EXT> result{};
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t half = 0; half < 2; ++half) {
        for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
        for (size_t i = 0; i < 8; ++i) result[half * 8 + i] = static_cast<GLubyte>(hash >> (8 * i));
    }
    return result;
}

}  // namespace

Semaphore* find_semaphore(Errors& errors, const ShareGroup& shared, GLuint name) {
    Semaphore* const object = name ? shared.semaphores.get(name) : nullptr;
    if (!object) errors.error(GL_INVALID_VALUE, "there is no semaphore %u", name);
    return object;
}

namespace commands {

// "associated with semaphore state only when an external semaphore handle is imported to them".
GLboolean IsSemaphoreEXT(Context& context, GLuint semaphore) {
    const Semaphore* const object = semaphore ? context.shared->semaphores.get(semaphore) : nullptr;
    return object && object->file;
}

// There is a parameter of Direct3D's fences only.
void SemaphoreParameterui64vEXT(Context& context, GLuint, GLenum pname, const GLuint64*) {
    context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname));
}
void GetSemaphoreParameterui64vEXT(Context& context, GLuint, GLenum pname, GLuint64*) {
    context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname));
}

void checked::ImportSemaphoreFdEXT(Context& context, Semaphore& object, GLint fd) {
    if (!is_counter(fd)) return context.error(GL_INVALID_VALUE, "%d is no eventfd", fd);
    object.file = std::make_shared<const FileDescriptor>(fd);
}

// What was signalled is in memory by then, whatever buffers and textures are named; their layouts are one. Nothing that
// comes behind is begun before.
void WaitSemaphoreEXT(Context& context, GLuint semaphore, GLuint, const GLuint*, GLuint, const GLuint*, const GLenum*) {
    Semaphore* const object = find_imported(context, *context.shared, semaphore);
    if (!object) return;
    const std::shared_ptr<const FileDescriptor> file = object->file;
    context.rasterizer.flush();
    const std::chrono::milliseconds patience = context.drawing.watchdog.patience;
    if (!take(file->number(), patience))
        context.debug.emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, 0, GL_DEBUG_SEVERITY_HIGH,
                            std::string(context.gates.command) + ": the semaphore was not signalled in time"});
}

void SignalSemaphoreEXT(Context& context, GLuint semaphore, GLuint, const GLuint*, GLuint, const GLuint*,
                        const GLenum*) {
    Semaphore* const object = find_imported(context, *context.shared, semaphore);
    if (!object) return;
    await_programs(context.rasterizer, context.buffers);
    context.rasterizer.finish();
    flush_window_front(context.framebuffers, context.rasterizer);
    const std::shared_ptr<const FileDescriptor> file = object->file;
    const std::chrono::milliseconds patience = context.drawing.watchdog.patience;
    if (!add(file->number(), 1, patience))
        context.error(GL_INVALID_OPERATION, "the file of semaphore %u takes no signal", semaphore);
}

void checked::GetUnsignedBytevEXT(Context& context, GLubyte* data) {
    // The layout of images belongs to the driver's version.
    std::ranges::copy(uuid(reinterpret_cast<const char*>(GetString(context, GL_VERSION))), data);
}

void checked::GetUnsignedBytei_vEXT(Context& context, GLuint index, GLubyte* data) {
    if (index > 0) return context.error(GL_INVALID_VALUE, "there is one device");
    std::ranges::copy(uuid("asmgl's processor"), data);
}

}  // namespace commands
}  // namespace glapi
