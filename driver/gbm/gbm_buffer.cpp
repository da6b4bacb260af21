#include "driver/gbm/gbm_buffer.h"

#include <algorithm>
#include <cerrno>
#include <drm.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <new>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "glapi/driver_interface.h"
#include "ir/limits.h"

namespace driver::gbm {
namespace {

// Those of formats with alpha, then those of what means nothing: a code may stand for both.
const std::vector<BufferFormat>& formats() {
    static const std::vector<BufferFormat> made = [] {
        std::vector<BufferFormat> result;
        for (const uint32_t runtime::DrmCodes::*code : {&runtime::DrmCodes::code, &runtime::DrmCodes::opaque})
            for (size_t i = 0; i < runtime::format_infos.size(); ++i) {
                const runtime::FormatInfo& info = runtime::format_infos[i];
                if (info.drm.code)
                    result.push_back({info.drm.*code, info.bytes_per_block,
                                      info.drm.windows ? static_cast<runtime::Format>(i) : runtime::Format::None});
            }
        return result;
    }();
    return made;
}
constexpr uint32_t max_size = arbasm::limits::MAX_TEXTURE_SIZE;

}  // namespace

const BufferFormat* buffer_format(uint32_t code) {
    if (code == GBM_BO_FORMAT_XRGB8888) code = GBM_FORMAT_XRGB8888;
    if (code == GBM_BO_FORMAT_ARGB8888) code = GBM_FORMAT_ARGB8888;
    const auto at = std::ranges::find(formats(), code, &BufferFormat::code);
    return at == formats().end() ? nullptr : &*at;
}

Buffer::Buffer(gbm_device* of) : gbm_bo{} { device = of; }

Buffer::~Buffer() {
    if (dumb_) {
        drm_mode_destroy_dumb request{handle.u32};
        ioctl(device->file, DRM_IOCTL_MODE_DESTROY_DUMB, &request);
    }
    if (file_ >= 0) close(file_);
}

bool Buffer::map(int from, uint64_t offset) {
    // A device's offsets have 64 bits, which off_t has not where pointers have 32.
    void* mapped = mmap64(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, from, static_cast<off64_t>(offset));
    if (mapped == MAP_FAILED) return false;
    memory_.reset(static_cast<std::byte*>(mapped), [size = size_](std::byte* memory) { munmap(memory, size); });
    return true;
}

bool Buffer::allocate_dumb(const BufferFormat& pixels) {
    drm_get_cap capability{DRM_CAP_DUMB_BUFFER, 0};
    if (ioctl(device->file, DRM_IOCTL_GET_CAP, &capability) != 0 || !capability.value) return false;
    drm_mode_create_dumb request{};
    request.width = width;
    request.height = height;
    request.bpp = pixels.pixel_bytes * 8u;
    if (ioctl(device->file, DRM_IOCTL_MODE_CREATE_DUMB, &request) != 0) return false;
    dumb_ = true;
    handle.u32 = request.handle;
    stride = request.pitch;
    if (request.size > PTRDIFF_MAX) return false;
    size_ = static_cast<size_t>(request.size);
    drm_mode_map_dumb where{};
    where.handle = request.handle;
    return ioctl(device->file, DRM_IOCTL_MODE_MAP_DUMB, &where) == 0 && map(device->file, where.offset);
}

bool Buffer::allocate_memory(const BufferFormat& pixels) {
    stride = (width * pixels.pixel_bytes + 63) & ~63u;
    size_ = static_cast<size_t>(stride) * height;
    file_ = memfd_create("asmgl", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    // Who gets the file can't take the pages away.
    return file_ >= 0 && ftruncate(file_, static_cast<off_t>(size_)) == 0 && glapi::keeps_size(file_) && map(file_, 0);
}

std::unique_ptr<Buffer> Buffer::create(gbm_device* device, uint32_t width, uint32_t height, uint32_t format) {
    const BufferFormat* pixels = buffer_format(format);
    errno = EINVAL;
    if (!pixels || width == 0 || height == 0 || width > max_size || height > max_size) return nullptr;
    std::unique_ptr<Buffer> buffer(new (std::nothrow) Buffer(device));
    errno = ENOMEM;
    if (!buffer) return nullptr;
    buffer->width = width;
    buffer->height = height;
    buffer->format = pixels->code;
    if (!buffer->allocate_dumb(*pixels) && (buffer->dumb_ || !buffer->allocate_memory(*pixels))) return nullptr;
    return buffer;
}

std::unique_ptr<Buffer> Buffer::import(gbm_device* device, int file, uint32_t width, uint32_t height, uint32_t stride,
                                       uint32_t format) {
    const BufferFormat* pixels = buffer_format(format);
    errno = EINVAL;
    if (!pixels || width == 0 || height == 0 || width > max_size || height > max_size ||
        stride < width * pixels->pixel_bytes)
        return nullptr;
    std::unique_ptr<Buffer> buffer(new (std::nothrow) Buffer(device));
    errno = ENOMEM;
    if (!buffer) return nullptr;
    buffer->width = width;
    buffer->height = height;
    buffer->stride = stride;
    buffer->format = pixels->code;
    const uint64_t size = uint64_t{stride} * height;
    const bool stays = glapi::keeps_size(file);
    const off64_t end = lseek64(file, 0, SEEK_END);
    errno = EINVAL;
    // What is beyond the end could only be touched to one's peril.
    if (!stays || size > PTRDIFF_MAX || end < static_cast<off64_t>(size)) return nullptr;
    buffer->size_ = static_cast<size_t>(size);
    buffer->file_ = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (buffer->file_ < 0 || !buffer->map(buffer->file_, 0)) return nullptr;
    return buffer;
}

int Buffer::duplicate_file() const {
    if (file_ >= 0) return fcntl(file_, F_DUPFD_CLOEXEC, 0);
    drm_prime_handle request{handle.u32, DRM_CLOEXEC | DRM_RDWR, -1};
    return ioctl(device->file, DRM_IOCTL_PRIME_HANDLE_TO_FD, &request) == 0 ? request.fd : -1;
}

}  // namespace driver::gbm
