// The interface between libgbm and its backends: the layout of devices, buffers and surfaces, and the function that a
// backend's library exports. libgbm has no header for it, but keeps it stable: members are only added at the end.
#pragma once

#include <cstdint>
#include <gbm.h>

namespace driver::gbm {

struct BackendInterface {
    uint32_t version;
    const char* name;
    gbm_device* (*create_device)(int file, uint32_t version);
};
struct CoreInterface {
    uint32_t version;
    uint32_t (*canonical_format)(uint32_t format);
};

}  // namespace driver::gbm

struct gbm_device {
    gbm_device* (*created_by)(int file);  // the address of gbm_create_device, by which devices are known
    const void* backend;                  // libgbm's
    uint32_t version;
    int file;
    const char* name;
    void (*destroy)(gbm_device* device);
    int (*is_format_supported)(gbm_device* device, uint32_t format, uint32_t usage);
    int (*plane_count)(gbm_device* device, uint32_t format, uint64_t modifier);
    gbm_bo* (*create_buffer)(gbm_device* device, uint32_t width, uint32_t height, uint32_t format, uint32_t usage,
                             const uint64_t* modifiers, unsigned count);
    gbm_bo* (*import_buffer)(gbm_device* device, uint32_t type, void* from, uint32_t usage);
    void* (*map)(gbm_bo* buffer, uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint32_t flags,
                 uint32_t* stride, void** mapping);
    void (*unmap)(gbm_bo* buffer, void* mapping);
    int (*write)(gbm_bo* buffer, const void* from, size_t size);
    int (*file_of)(gbm_bo* buffer);
    int (*planes_of)(gbm_bo* buffer);
    gbm_bo_handle (*handle_of)(gbm_bo* buffer, int plane);
    int (*plane_file)(gbm_bo* buffer, int plane);
    uint32_t (*stride_of)(gbm_bo* buffer, int plane);
    uint32_t (*offset_of)(gbm_bo* buffer, int plane);
    uint64_t (*modifier_of)(gbm_bo* buffer);
    void (*destroy_buffer)(gbm_bo* buffer);
    gbm_surface* (*create_surface)(gbm_device* device, uint32_t width, uint32_t height, uint32_t format, uint32_t flags,
                                   const uint64_t* modifiers, unsigned count);
    gbm_bo* (*lock_front)(gbm_surface* surface);
    void (*release)(gbm_surface* surface, gbm_bo* buffer);
    int (*has_free_buffers)(gbm_surface* surface);
    void (*destroy_surface)(gbm_surface* surface);
    void* later[4];  // of later versions of libgbm, which call them where a device has their version
};

struct gbm_bo {
    gbm_device* device;
    uint32_t width, height, stride, format;
    gbm_bo_handle handle;
    void* user_data;
    void (*destroy_user_data)(gbm_bo* buffer, void* data);  // libgbm calls it
};

struct gbm_surface {
    gbm_device* device;
    uint32_t width, height, format, flags;
    uint64_t* modifiers;
    unsigned modifier_count;
};
