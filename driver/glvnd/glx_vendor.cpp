// libGLX_asmgl.so.0's side of GLVND's GLX interface (glvnd/libglxabi.h). libGLX dispatches GLX 1.4 to the vendor of a
// screen, context or drawable itself; for extension commands each vendor brings dispatch functions, which any vendor
// may serve in the end.
#include <string_view>

#include "driver/glx/glx_headers.h"
#include "driver/glx/glx_procedures.h"
#include "driver/public.h"

// After glx_headers.h, whose aliases it uses as macros.
#include <glvnd/libglxabi.h>

namespace {

const __GLXapiExports* glvnd = nullptr;

// How the vendor is found: which argument or state tells.
struct Screen {
    template <typename... Rest>
    static __GLXvendorInfo* vendor(Display* display, int screen, Rest...) {
        return glvnd->getDynDispatch(display, screen);
    }
};
struct Drawable {
    template <typename... Rest>
    static __GLXvendorInfo* vendor(Display* display, GLXDrawable drawable, Rest...) {
        return glvnd->vendorFromDrawable(display, drawable);
    }
};
struct Config {
    template <typename... Rest>
    static __GLXvendorInfo* vendor(Display* display, GLXFBConfig config, Rest...) {
        return glvnd->vendorFromFBConfig(display, config);
    }
};
struct ConfigOrScreen {  // EXT_no_config_context: no config, but perhaps a screen among the attributes
    static __GLXvendorInfo* vendor(Display* display, GLXFBConfig config, GLXContext, Bool, const int* attributes) {
        if (config) return glvnd->vendorFromFBConfig(display, config);
        int screen = 0;
        for (const int* a = attributes; a && *a != None; a += 2)
            if (*a == GLX_SCREEN) screen = a[1];
        return glvnd->getDynDispatch(display, screen);
    }
};
struct Visual {
    static __GLXvendorInfo* vendor(Display* display, XVisualInfo* visual) {
        return visual ? glvnd->getDynDispatch(display, visual->screen) : nullptr;
    }
};
struct Context {
    static __GLXvendorInfo* vendor(GLXContext context) { return glvnd->vendorFromContext(context); }
};
struct SecondContext {
    template <typename... Rest>
    static __GLXvendorInfo* vendor(Display*, GLXContext context, Rest...) {
        return glvnd->vendorFromContext(context);
    }
};
struct AnyOfDisplay {  // nothing names a screen: the first one's
    template <typename... Rest>
    static __GLXvendorInfo* vendor(Display* display, Rest...) {
        return glvnd->getDynDispatch(display, 0);
    }
};
struct Current {
    template <typename... Arguments>
    static __GLXvendorInfo* vendor(Arguments...) {
        return glvnd->getCurrentDynDispatch();
    }
};
// It doesn't matter which vendor does it, and no context needs to be current.
struct Anyone {};

// What GLVND is told of a result.
struct Nothing {
    template <typename... Arguments>
    static void note(Arguments...) {}
};
struct AddContext {
    template <typename... Rest>
    static void note(__GLXvendorInfo* vendor, GLXContext context, Display* display, Rest...) {
        if (context) glvnd->addVendorContextMapping(display, context, vendor);
    }
};
struct AddDrawable {
    template <typename... Rest>
    static void note(__GLXvendorInfo* vendor, XID drawable, Display* display, Rest...) {
        if (drawable) glvnd->addVendorDrawableMapping(display, drawable, vendor);
    }
};
struct RemoveDrawable {
    static void note(__GLXvendorInfo*, Display* display, XID drawable) {
        glvnd->removeVendorDrawableMapping(display, drawable);
    }
};
struct AddConfig {
    static void note(__GLXvendorInfo* vendor, GLXFBConfig config, Display* display, XVisualInfo*) {
        if (config) glvnd->addVendorFBConfigMapping(display, config, vendor);
    }
};
struct AddConfigs {
    static void note(__GLXvendorInfo* vendor, GLXFBConfig* configs, Display* display, int, int*, int* count) {
        for (int i = 0; configs && count && i < *count; ++i)
            glvnd->addVendorFBConfigMapping(display, configs[i], vendor);
    }
};

template <auto* command, typename By, typename Does>
struct Dispatch;

template <typename Result, typename... Arguments, Result (*command)(Arguments...), typename By, typename Does>
struct Dispatch<command, By, Does> {
    static inline int index = -1;

    static Result call(Arguments... arguments) {
        if constexpr (std::is_same_v<By, Anyone>)
            return command(arguments...);
        else
            return dispatch(arguments...);
    }

  private:
    static Result dispatch(Arguments... arguments) {
        __GLXvendorInfo* vendor = By::vendor(arguments...);
        using Function = Result (*)(Arguments...);
        Function function = nullptr;
        if (vendor && index >= 0) function = reinterpret_cast<Function>(glvnd->fetchDispatchEntry(vendor, index));
        if constexpr (std::is_void_v<Result>) {
            if (!function) return;
            function(arguments...);
            Does::note(vendor, arguments...);
        } else {
            if (!function) return Result{};
            Result result = function(arguments...);
            Does::note(vendor, result, arguments...);
            return result;
        }
    }
};

struct Row {
    std::string_view name;
    void* dispatch;
    int* index;
};

const Row* row_of(const GLubyte* name) {
    static const Row rows[] = {
#define GLX_PROCEDURE(name)
#define GLX_EXTENSION_PROCEDURE(name, by, does) \
    {#name, reinterpret_cast<void*>(&Dispatch<name, by, does>::call), &Dispatch<name, by, does>::index},
#include "driver/glx/glx_procedures.def"
#undef GLX_PROCEDURE
#undef GLX_EXTENSION_PROCEDURE
    };
    const std::string_view wanted = reinterpret_cast<const char*>(name);
    for (const Row& row : rows)
        if (row.name == wanted) return &row;
    return nullptr;
}

Bool is_screen_supported(Display* display, int) { return glXQueryExtension(display, nullptr, nullptr); }

void* get_procedure(const GLubyte* name) { return driver::glx::procedure(reinterpret_cast<const char*>(name)); }

void* get_dispatch(const GLubyte* name) {
    const Row* row = row_of(name);
    return row ? row->dispatch : nullptr;
}

void set_index(const GLubyte* name, int index) {
    if (const Row* row = row_of(name)) *row->index = index;
}

}  // namespace

ASMGL_PUBLIC Bool __glx_Main(uint32_t version, const __GLXapiExports* exports, __GLXvendorInfo*,
                             __GLXapiImports* imports) {
    if (GLX_VENDOR_ABI_GET_MAJOR_VERSION(version) != GLX_VENDOR_ABI_MAJOR_VERSION) return False;
    glvnd = exports;
    imports->isScreenSupported = is_screen_supported;
    imports->getProcAddress = get_procedure;
    imports->getDispatchAddress = get_dispatch;
    imports->setDispatchIndex = set_index;
    return True;
}
