#include "driver/gbm/gbm_device.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <drm_fourcc.h>
#include <memory>
#include <new>
#include <span>

#include "driver/public.h"

namespace driver::gbm {
namespace {

constexpr uint32_t known_version = 0;
constexpr char backend_name[] = "asmgl";

Buffer& buffer_of(gbm_bo* buffer) { return *static_cast<Buffer*>(buffer); }
Window& window_of(gbm_surface* surface) { return *static_cast<Window*>(surface); }

// What the functions that make something have released is the caller's, until it is given back: then it ends.
template <typename Object>
std::unique_ptr<Object> take_back(Object& object) {
    return std::unique_ptr<Object>(&object);
}

void destroy_device(gbm_device* device) { take_back(*device); }

int is_format_supported(gbm_device*, uint32_t format, uint32_t usage) {
    const BufferFormat* found = buffer_format(format);
    return found && (!(usage & GBM_BO_USE_RENDERING) || found->drawn != runtime::Format::None);
}

// Pixels lie row by row.
bool takes_linear(std::span<const uint64_t> modifiers) {
    return modifiers.empty() || std::ranges::any_of(modifiers, [](uint64_t modifier) {
               return modifier == DRM_FORMAT_MOD_LINEAR || modifier == DRM_FORMAT_MOD_INVALID;
           });
}

int plane_count(gbm_device*, uint32_t format, uint64_t modifier) {
    return buffer_format(format) && modifier == DRM_FORMAT_MOD_LINEAR ? 1 : -1;
}

gbm_bo* create_buffer(gbm_device* device, uint32_t width, uint32_t height, uint32_t format, uint32_t usage,
                      const uint64_t* modifiers, unsigned count) {
    errno = EINVAL;
    if (!is_format_supported(device, format, usage) || !takes_linear({modifiers, modifiers ? count : 0}))
        return nullptr;
    return Buffer::create(device, width, height, format).release();
}

gbm_bo* import_buffer(gbm_device* device, uint32_t type, void* from, uint32_t) {
    switch (type) {
        case GBM_BO_IMPORT_FD: {
            const auto& data = *static_cast<const gbm_import_fd_data*>(from);
            return Buffer::import(device, data.fd, data.width, data.height, data.stride, data.format).release();
        }
        case GBM_BO_IMPORT_FD_MODIFIER: {
            const auto& data = *static_cast<const gbm_import_fd_modifier_data*>(from);
            errno = EINVAL;
            if (data.num_fds != 1 || data.offsets[0] != 0 || !takes_linear({&data.modifier, 1})) return nullptr;
            return Buffer::import(device, data.fds[0], data.width, data.height, static_cast<uint32_t>(data.strides[0]),
                                  data.format)
                .release();
        }
        default: errno = ENOSYS; return nullptr;  // buffers of other drivers, and images
    }
}

void* map(gbm_bo* bo, uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint32_t, uint32_t* stride,
          void** mapping) {
    const Buffer& buffer = buffer_of(bo);
    errno = EINVAL;
    if (static_cast<uint64_t>(x) + width > buffer.width || static_cast<uint64_t>(y) + height > buffer.height)
        return nullptr;
    *stride = buffer.stride;
    std::byte* const memory = buffer.memory().get();
    *mapping = memory;
    return memory + static_cast<size_t>(buffer.stride) * y +
           static_cast<size_t>(x) * buffer_format(buffer.format)->pixel_bytes;
}

void unmap(gbm_bo*, void*) {}

int write(gbm_bo* bo, const void* from, size_t size) {
    const Buffer& buffer = buffer_of(bo);
    errno = EINVAL;
    if (size > static_cast<size_t>(buffer.stride) * buffer.height) return -1;
    std::memcpy(buffer.memory().get(), from, size);
    return 0;
}

int file_of(gbm_bo* buffer) { return buffer_of(buffer).duplicate_file(); }
int planes_of(gbm_bo*) { return 1; }
gbm_bo_handle handle_of(gbm_bo* buffer, int plane) {
    gbm_bo_handle none{};
    none.s32 = -1;
    return plane == 0 ? buffer->handle : none;
}
int plane_file(gbm_bo* buffer, int plane) {
    errno = EINVAL;
    return plane == 0 ? file_of(buffer) : -1;
}
uint32_t stride_of(gbm_bo* buffer, int plane) { return plane == 0 ? buffer->stride : 0; }
uint32_t offset_of(gbm_bo*, int) { return 0; }
uint64_t modifier_of(gbm_bo*) { return DRM_FORMAT_MOD_LINEAR; }
void destroy_buffer(gbm_bo* buffer) { take_back(buffer_of(buffer)); }

gbm_surface* create_surface(gbm_device* device, uint32_t width, uint32_t height, uint32_t format, uint32_t flags,
                            const uint64_t* modifiers, unsigned count) {
    errno = EINVAL;
    const BufferFormat* found = buffer_format(format);
    if (!found || found->drawn == runtime::Format::None || width == 0 || height == 0 ||
        !takes_linear({modifiers, modifiers ? count : 0}))
        return nullptr;
    errno = ENOMEM;
    std::unique_ptr<Window> window(new (std::nothrow) Window(device, width, height, found->code, flags));
    return window.release();
}

gbm_bo* lock_front(gbm_surface* surface) { return window_of(surface).lock_front(); }
void release(gbm_surface* surface, gbm_bo* buffer) { window_of(surface).release(buffer); }
int has_free_buffers(gbm_surface* surface) { return window_of(surface).has_free_buffers(); }
void destroy_surface(gbm_surface* surface) {
    const std::unique_ptr<Window> window = take_back(window_of(surface));
    if (window->drawn_by) window->drawn_by->forget_window();
}

gbm_device* create_device(int file, uint32_t version) {
    auto* device = new (std::nothrow) gbm_device{};
    if (!device) return nullptr;
    device->version = version;
    device->file = file;
    device->name = backend_name;
    device->destroy = destroy_device;
    device->is_format_supported = is_format_supported;
    device->plane_count = plane_count;
    device->create_buffer = create_buffer;
    device->import_buffer = import_buffer;
    device->map = map;
    device->unmap = unmap;
    device->write = write;
    device->file_of = file_of;
    device->planes_of = planes_of;
    device->handle_of = handle_of;
    device->plane_file = plane_file;
    device->stride_of = stride_of;
    device->offset_of = offset_of;
    device->modifier_of = modifier_of;
    device->destroy_buffer = destroy_buffer;
    device->create_surface = create_surface;
    device->lock_front = lock_front;
    device->release = release;
    device->has_free_buffers = has_free_buffers;
    device->destroy_surface = destroy_surface;
    return device;
}

}  // namespace

gbm_device* own_device(void* native) {
    auto* device = static_cast<gbm_device*>(native);
    return device && device->destroy == destroy_device ? device : nullptr;
}

Window* own_window(void* native) {
    auto* surface = static_cast<gbm_surface*>(native);
    return surface && own_device(surface->device) ? &window_of(surface) : nullptr;
}

}  // namespace driver::gbm

// What libgbm looks for in a backend's library.
ASMGL_PUBLIC const driver::gbm::BackendInterface* gbmint_get_backend(const driver::gbm::CoreInterface*);
ASMGL_PUBLIC const driver::gbm::BackendInterface* gbmint_get_backend(const driver::gbm::CoreInterface*) {
    static constexpr driver::gbm::BackendInterface interface = {driver::gbm::known_version, driver::gbm::backend_name,
                                                                driver::gbm::create_device};
    return &interface;
}
