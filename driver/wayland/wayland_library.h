// libwayland-client, opened when a display of Wayland is first used: programs on other window systems run where it is
// not installed. The protocol's inline functions are made to call what was found in it. Include this instead of
// Wayland's headers.
#pragma once

#include <wayland-client-core.h>

// What is looked up: functions, and the descriptions of interfaces that requests name.
#define ASMGL_WAYLAND_FUNCTIONS(ROW)       \
    ROW(wl_display_connect)                \
    ROW(wl_display_create_queue)           \
    ROW(wl_display_disconnect)             \
    ROW(wl_display_dispatch_queue_pending) \
    ROW(wl_display_flush)                  \
    ROW(wl_display_cancel_read)            \
    ROW(wl_display_get_error)              \
    ROW(wl_display_get_fd)                 \
    ROW(wl_display_prepare_read_queue)     \
    ROW(wl_display_read_events)            \
    ROW(wl_display_roundtrip_queue)        \
    ROW(wl_event_queue_destroy)            \
    ROW(wl_proxy_add_listener)             \
    ROW(wl_proxy_create_wrapper)           \
    ROW(wl_proxy_destroy)                  \
    ROW(wl_proxy_get_user_data)            \
    ROW(wl_proxy_get_version)              \
    ROW(wl_proxy_marshal_flags)            \
    ROW(wl_proxy_set_queue)                \
    ROW(wl_proxy_set_user_data)            \
    ROW(wl_proxy_wrapper_destroy)
#define ASMGL_WAYLAND_INTERFACES(ROW) \
    ROW(wl_buffer_interface)          \
    ROW(wl_callback_interface)        \
    ROW(wl_registry_interface)        \
    ROW(wl_shm_interface)             \
    ROW(wl_shm_pool_interface)

namespace driver::wayland {

struct Functions {
#define ASMGL_ROW(name) decltype(&::name) found_##name = nullptr;
    ASMGL_WAYLAND_FUNCTIONS(ASMGL_ROW)
#undef ASMGL_ROW
};
extern Functions functions;

// False where the library is not installed or lacks something. Nothing else here may be used then.
bool open_library();

}  // namespace driver::wayland

#define wl_display_connect (*driver::wayland::functions.found_wl_display_connect)
#define wl_display_create_queue (*driver::wayland::functions.found_wl_display_create_queue)
#define wl_display_disconnect (*driver::wayland::functions.found_wl_display_disconnect)
#define wl_display_dispatch_queue_pending (*driver::wayland::functions.found_wl_display_dispatch_queue_pending)
#define wl_display_flush (*driver::wayland::functions.found_wl_display_flush)
#define wl_display_cancel_read (*driver::wayland::functions.found_wl_display_cancel_read)
#define wl_display_get_error (*driver::wayland::functions.found_wl_display_get_error)
#define wl_display_get_fd (*driver::wayland::functions.found_wl_display_get_fd)
#define wl_display_prepare_read_queue (*driver::wayland::functions.found_wl_display_prepare_read_queue)
#define wl_display_read_events (*driver::wayland::functions.found_wl_display_read_events)
#define wl_display_roundtrip_queue (*driver::wayland::functions.found_wl_display_roundtrip_queue)
#define wl_event_queue_destroy (*driver::wayland::functions.found_wl_event_queue_destroy)
#define wl_proxy_add_listener (*driver::wayland::functions.found_wl_proxy_add_listener)
#define wl_proxy_create_wrapper (*driver::wayland::functions.found_wl_proxy_create_wrapper)
#define wl_proxy_destroy (*driver::wayland::functions.found_wl_proxy_destroy)
#define wl_proxy_get_user_data (*driver::wayland::functions.found_wl_proxy_get_user_data)
#define wl_proxy_get_version (*driver::wayland::functions.found_wl_proxy_get_version)
#define wl_proxy_marshal_flags (*driver::wayland::functions.found_wl_proxy_marshal_flags)
#define wl_proxy_set_queue (*driver::wayland::functions.found_wl_proxy_set_queue)
#define wl_proxy_set_user_data (*driver::wayland::functions.found_wl_proxy_set_user_data)
#define wl_proxy_wrapper_destroy (*driver::wayland::functions.found_wl_proxy_wrapper_destroy)
// The protocol's header declares these as variables; so they become pointers.
#define wl_buffer_interface *asmgl_wl_buffer_interface
#define wl_callback_interface *asmgl_wl_callback_interface
#define wl_registry_interface *asmgl_wl_registry_interface
#define wl_shm_interface *asmgl_wl_shm_interface
#define wl_shm_pool_interface *asmgl_wl_shm_pool_interface

#include <wayland-client-protocol.h>
