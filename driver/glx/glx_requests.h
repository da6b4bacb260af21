// Minor opcodes of GLX's requests, which errors name; from the GLX protocol.
#pragma once

namespace driver::glx {

enum Request : int {
    create_context_request = 3,
    destroy_context_request = 4,
    make_current_request = 5,
    is_direct_request = 6,
    copy_context_request = 10,
    swap_buffers_request = 11,
    use_x_font_request = 12,
    create_glx_pixmap_request = 13,
    destroy_glx_pixmap_request = 15,
    vendor_private_request = 16,
    import_context_request = 17,
    get_fb_configs_request = 21,
    create_pixmap_request = 22,
    destroy_pixmap_request = 23,
    create_new_context_request = 24,
    query_context_request = 25,
    make_context_current_request = 26,
    create_pbuffer_request = 27,
    destroy_pbuffer_request = 28,
    get_drawable_attributes_request = 29,
    change_drawable_attributes_request = 30,
    create_window_request = 31,
    destroy_window_request = 32,
    create_context_attribs_request = 34,
};

}  // namespace driver::glx
