#include "driver/glx/glx_objects.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "driver/xlib/xlib_internals.h"
#include "ir/check.h"
#include "runtime/threads/per_thread.h"

namespace driver::glx {
namespace {

// Where the server has no GLX there is no error base; X.Org hands out bases from 128 upwards and never reaches this.
constexpr int local_error_base = 240;
constexpr int local_event_base = 124;

std::map<Display*, std::unique_ptr<DisplayState>>& displays() {
    static auto* map = new std::map<Display*, std::unique_ptr<DisplayState>>;
    return *map;
}

std::map<GLXContext, std::shared_ptr<__GLXcontextRec>>& contexts() {
    static auto* map = new std::map<GLXContext, std::shared_ptr<__GLXcontextRec>>;
    return *map;
}

// "HOST:NUMBER" of the server a connection is to, however its display was named; without a host: this machine's.
std::string server_of(Display* display) {
    const char* const name = XDisplayString(display);
    char* parsed_host = nullptr;
    int number = 0;
    if (!xcb_parse_display(name, &parsed_host, &number, nullptr)) return name;
    std::string host(parsed_host);
    std::free(parsed_host);
    if (host.starts_with('/') || host == "unix" || host == "localhost") host.clear();
    return host + ':' + std::to_string(number);
}

int close_display(Display* display, XExtCodes*) {
    const std::lock_guard lock(objects_mutex());
    const auto at = displays().find(display);
    if (at == displays().end()) return 0;
    // Buffers free their server side while the connection lives; what is current somewhere outlives it.
    for (const auto& [id, drawable] : at->second->drawables) drawable->swaps->close();
    at->second->drawables.clear();
    *at->second->connection = nullptr;
    // Contexts keep pointers to configs, so the screens stay.
    static auto* closed = new std::vector<std::unique_ptr<DisplayState>>;
    closed->push_back(std::move(at->second));
    displays().erase(at);
    return 0;
}

struct ThreadState {
    Current current;
    // A thread that ends releases its context.
    ~ThreadState() { release(current); }
};
// Stands for threads for whose state there is no memory: they get no context.
constinit ThreadState spare;

}  // namespace

runtime::SignalSafeMutex& objects_mutex() {
    static auto* mutex = new runtime::SignalSafeMutex;
    return *mutex;
}

Current& current() { return runtime::per_thread_or(spare).current; }
bool Current::is_spare() const { return this == &spare.current; }

void release(Current& current) {
    ASMGL_CHECK(!objects_mutex().held());
    if (!current.context) return;
    glapi::make_current(nullptr, nullptr, nullptr);
    const std::lock_guard lock(objects_mutex());
    current = {};
}

DisplayState* display_state(Display* display) {
    ASMGL_CHECK(objects_mutex().held());
    if (!display) return nullptr;
    if (const auto at = displays().find(display); at != displays().end()) return at->second.get();
    xcb_connection_t* connection = XGetXCBConnection(display);
    if (!connection || xcb_connection_has_error(connection)) return nullptr;
    auto state = std::make_unique<DisplayState>();
    state->display = display;
    state->server = server_of(display);
    state->connection = std::make_shared<xcb_connection_t*>(connection);
    for (int i = 0; i < screen_count(connection); ++i) {
        GlxScreen screen{describe_screen(connection, i), {}};
        screen.configs = screen_configs(screen.x11);
        add_linear_configs(screen.configs);
        state->screens.push_back(std::move(screen));
    }
    if (!XQueryExtension(display, "GLX", &state->major_opcode, &state->event_base, &state->error_base)) {
        state->error_base = local_error_base;
        state->event_base = local_event_base;
    }
    xlib::on_close(display, close_display);
    return (displays()[display] = std::move(state)).get();
}

GlxScreen* screen_of(DisplayState* state, int screen) {
    if (!state || screen < 0 || static_cast<size_t>(screen) >= state->screens.size()) return nullptr;
    return &state->screens[static_cast<size_t>(screen)];
}

const FrameConfig* DisplayState::config_from_handle(GLXFBConfig handle, int* screen) const {
    const auto* wanted = reinterpret_cast<const FrameConfig*>(handle);
    for (size_t i = 0; i < screens.size(); ++i)
        for (const FrameConfig& config : screens[i].configs)
            if (&config == wanted) {
                if (screen) *screen = static_cast<int>(i);
                return wanted;
            }
    return nullptr;
}

const FrameConfig* DisplayState::config_from_visual(const XVisualInfo* visual) const {
    if (!visual) return nullptr;
    if (const auto at = visual_infos.find(visual); at != visual_infos.end() && at->second->visual == visual->visualid)
        return at->second;
    if (visual->screen < 0 || static_cast<size_t>(visual->screen) >= screens.size()) return nullptr;
    for (const FrameConfig& config : screens[static_cast<size_t>(visual->screen)].configs)
        if (config.visual == visual->visualid) return &config;
    return nullptr;
}

XVisualInfo* DisplayState::visual_info(const FrameConfig& config, int screen) {
    XVisualInfo wanted{};
    wanted.visualid = config.visual;
    wanted.screen = screen;
    int count = 0;
    XVisualInfo* info = XGetVisualInfo(display, VisualIDMask | VisualScreenMask, &wanted, &count);
    if (info) visual_infos[info] = &config;
    return info;
}

std::shared_ptr<GlxDrawable> find_drawable(DisplayState* state, XID id) {
    ASMGL_CHECK(objects_mutex().held());
    if (!state) return nullptr;
    const auto at = state->drawables.find(id);
    return at == state->drawables.end() ? nullptr : at->second;
}

NamedDrawable drawable_or_window(Display* display, XID id, int request) {
    ASMGL_CHECK(!objects_mutex().held());
    return with_display(display, id,
                        [&](DisplayState& state) -> Outcome<NamedDrawable> {
                            if (auto drawable = find_drawable(&state, id)) return NamedDrawable{std::move(drawable)};
                            if (id != None && query_window_visual(*state.connection, static_cast<uint32_t>(id)) != 0)
                                return NamedDrawable{nullptr, true};
                            return Failure::glx(GlxError::GlxBadDrawable, id);
                        })
        .or_send(display, request);
}

void Failure::send(Display* display, int request) const {
    ASMGL_CHECK(!objects_mutex().held());
    if (!there_ || !display) return;
    xlib::Error error{code_, resource_, 0, request};
    {
        const std::lock_guard lock(objects_mutex());
        if (const DisplayState* state = display_state(display)) {
            error.major_opcode = state->major_opcode;
            if (of_glx_) error.code += state->error_base;
        }
    }
    xlib::send_error(display, error);
}

std::shared_ptr<__GLXcontextRec> find_context(GLXContext name) {
    ASMGL_CHECK(objects_mutex().held());
    const auto at = contexts().find(name);
    return at == contexts().end() ? nullptr : at->second;
}

std::shared_ptr<__GLXcontextRec> find_context(XID id) {
    ASMGL_CHECK(objects_mutex().held());
    for (const auto& [name, context] : contexts())
        if (context->id == id && !context->imported) return context;
    return nullptr;
}

GLXContext add_context(std::shared_ptr<__GLXcontextRec> context) {
    ASMGL_CHECK(objects_mutex().held());
    const GLXContext name = context.get();
    contexts().emplace(name, std::move(context));
    return name;
}

void remove_context(__GLXcontextRec& context) {
    ASMGL_CHECK(objects_mutex().held());
    context.life.reset();
    contexts().erase(&context);
}

}  // namespace driver::glx
