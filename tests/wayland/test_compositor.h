// A compositor for tests, in a thread of this process: it keeps what is committed and does with buffers and callbacks
// as it is told.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

struct wl_display;  // the server's and the client's have the same name
struct wl_resource;

// A frame as it was when it was committed.
struct Frame {
    int32_t width = 0, height = 0;
    uint32_t format = 0;
    int32_t x = 0, y = 0;          // of the attachment
    std::vector<uint32_t> pixels;  // rows from the top; of 16 bits: zero-extended
    struct Damage {
        int32_t x, y, width, height;
        bool operator==(const Damage&) const = default;
    };
    std::vector<Damage> damage;  // of the buffer

    uint32_t at(int32_t column, int32_t row) const { return pixels[size_t(row * width + column)]; }
};

class TestCompositor {
  public:
    struct Options {
        int32_t surface_version = 4;
        bool keep_buffers = true;       // until the next one is committed
        int refresh_milliseconds = 2;   // of frame callbacks; 0: none come
        std::vector<uint32_t> formats;  // beyond the two of 8:8:8:8
    };
    explicit TestCompositor(const Options& options);
    TestCompositor() : TestCompositor(Options{}) {}
    ~TestCompositor();

    // The other end of a connection, for wl_display_connect_to_fd().
    int connect();
    // Waits until so many frames have been committed; the last one. Empty where they don't come.
    Frame await_frame(size_t count);
    size_t frames() const;
    // How often a buffer was written to while it was the compositor's.
    size_t torn() const;
    size_t most_buffers() const;
    void set_refresh(int milliseconds);
    // Breaks all connections.
    void stop();

  private:
    friend struct Requests;
    struct Surface;
    void run();
    void call_back();

    mutable std::mutex mutex_;
    mutable std::condition_variable committed_;
    Options options_;
    wl_display* server_;
    std::vector<Surface*> surfaces_;
    std::vector<Frame> frames_;
    std::vector<int> connections_;  // of clients to come
    size_t torn_ = 0, buffers_ = 0, most_buffers_ = 0;
    bool stopping_ = false;
    std::thread thread_;
};
