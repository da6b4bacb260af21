// Tells whether X11 pixmaps may have been drawn to, by the server's DAMAGE extension. Its events come on a connection
// of this driver's own, since those on the application's are the application's. Nothing here waits for longer than a
// few milliseconds: the application may hold the server (XGrabServer) while it draws.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <xcb/xcb.h>

namespace driver {

class PixmapWatch {
  public:
    // The watch of the server that the connection leads to, by its $DISPLAY where `display_name` is null. Made when it
    // is first asked for, kept as long as someone has it.
    static std::shared_ptr<PixmapWatch> of(const char* display_name, xcb_connection_t* connection);
    PixmapWatch(const PixmapWatch&) = delete;
    PixmapWatch& operator=(const PixmapWatch&) = delete;
    ~PixmapWatch();

    // One pixmap, for one who looks at it.
    class Pixmap {
      public:
        Pixmap(std::shared_ptr<PixmapWatch> watch, xcb_drawable_t name) : watch_(std::move(watch)), name_(name) {}
        ~Pixmap();
        Pixmap(const Pixmap&) = delete;
        Pixmap& operator=(const Pixmap&) = delete;

        // Whether it may have been drawn to since this was asked the last time; who asks looks at it next. True where
        // that isn't known: at first, without the extension, and where the server doesn't answer.
        bool may_have_changed();

      private:
        friend class PixmapWatch;
        std::shared_ptr<PixmapWatch> watch_;
        xcb_drawable_t name_;
        uint32_t damage_ = 0;  // the server's name for what has been drawn to; 0: none yet
        bool drawn_to_ = true;
    };

  private:
    struct Link;  // the connection, which another thread makes

    PixmapWatch();
    bool is_linked() const;
    bool synchronize();
    void read_events();

    std::mutex mutex_;
    std::shared_ptr<Link> link_;
    std::map<uint32_t, Pixmap*> pixmaps_;  // by damage_
    unsigned awaited_ = 0;                 // a request that is not answered yet; 0: none
};

}  // namespace driver
