#include "driver/present/pixmap_watch.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <poll.h>
#include <pthread.h>
#include <string>
#include <sys/socket.h>
#include <sys/uio.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <xcb/xcbext.h>

#include "runtime/threads/signal_hold.h"

namespace driver {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds patience(5);

xcb_extension_t damage_extension = {"DAMAGE", 0};

// The address of the server that a connection leads to; empty: it isn't known.
using Peer = std::string;
Peer peer_of(xcb_connection_t* connection) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getpeername(xcb_get_file_descriptor(connection), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return {};
    return {reinterpret_cast<const char*>(&address), std::min<size_t>(size, sizeof address)};
}

// Requests of DAMAGE 1.1, by their minor opcodes. The first four bytes are xcb's.
enum class Request : uint8_t { QueryVersion = 0, Create = 1, Destroy = 2, Subtract = 3 };
constexpr uint32_t report_non_empty = 3;

template <size_t count>
unsigned send(xcb_connection_t* connection, Request request, const std::array<uint32_t, count>& words) {
    std::array<uint32_t, count + 1> message{};
    std::ranges::copy(words, message.begin() + 1);
    // xcb writes two parts of its own in front.
    std::array<iovec, 4> parts{};
    parts[2] = {message.data(), sizeof message};
    parts[3] = {nullptr, 0};
    const bool answers = request == Request::QueryVersion;
    const xcb_protocol_request_t protocol{1, &damage_extension, static_cast<uint8_t>(request),
                                          static_cast<uint8_t>(!answers)};
    return xcb_send_request(connection, XCB_REQUEST_CHECKED, parts.data() + 2, &protocol);
}

// Sends what has no answer; the pixmap may be gone.
template <size_t count>
void order(xcb_connection_t* connection, Request request, const std::array<uint32_t, count>& words) {
    xcb_discard_reply(connection, send(connection, request, words));
}

}  // namespace

struct PixmapWatch::Link {
    std::atomic<xcb_connection_t*> connection = nullptr;  // null: not yet, or never
    uint8_t first_event = 0;
    const pid_t process = getpid();

    ~Link() {
        // A child that was forked leaves its parent's connection alone.
        if (xcb_connection_t* const made = connection; made && process == getpid()) xcb_disconnect(made);
    }
    void connect(const std::string& name, const Peer& server) {
        xcb_connection_t* const made = xcb_connect(name.empty() ? nullptr : name.c_str(), nullptr);
        const bool is_there = !xcb_connection_has_error(made) && peer_of(made) == server;
        const xcb_query_extension_reply_t* const damage =
            is_there ? xcb_get_extension_data(made, &damage_extension) : nullptr;
        if (damage && damage->present) {
            first_event = damage->first_event;
            void* const version =
                xcb_wait_for_reply(made, send(made, Request::QueryVersion, std::array<uint32_t, 2>{1, 1}), nullptr);
            if (version) {
                std::free(version);
                connection = made;
                return;
            }
        }
        xcb_disconnect(made);
    }
};

std::shared_ptr<PixmapWatch> PixmapWatch::of(const char* display_name, xcb_connection_t* connection) {
    // Never destroyed: applications end displays while the process exits, too.
    static auto* const mutex = new std::mutex;
    static auto* const watches = new std::map<Peer, std::weak_ptr<PixmapWatch>>;
    const Peer server = peer_of(connection);
    const std::lock_guard lock(*mutex);
    std::weak_ptr<PixmapWatch>& known = (*watches)[server];
    if (auto watch = known.lock()) return watch;
    const std::shared_ptr<PixmapWatch> made(new PixmapWatch);
    known = made;
    if (server.empty()) return made;
    const runtime::SignalHold hold;  // the thread takes no signals
    try {
        std::thread([link = made->link_, name = std::string(display_name ? display_name : ""), server] {
            pthread_setname_np(pthread_self(), "asmgl pixmaps");
            link->connect(name, server);
        }).detach();
    } catch (const std::system_error&) {  // every pixmap may have changed, then
    }
    return made;
}

PixmapWatch::PixmapWatch() : link_(std::make_shared<Link>()) {}
PixmapWatch::~PixmapWatch() = default;

bool PixmapWatch::is_linked() const {
    xcb_connection_t* const connection = link_->connection;
    return connection && link_->process == getpid() && !xcb_connection_has_error(connection);
}

// Whether the server has done what was asked so far, and its events are here.
bool PixmapWatch::synchronize() {
    xcb_connection_t* const connection = link_->connection;
    const bool is_new = awaited_ == 0;
    if (is_new) awaited_ = xcb_get_input_focus(connection).sequence;
    xcb_flush(connection);
    const auto deadline = Clock::now() + (is_new ? patience : std::chrono::milliseconds(0));
    for (;;) {
        void* answer = nullptr;
        xcb_generic_error_t* error = nullptr;
        if (xcb_poll_for_reply(connection, awaited_, &answer, &error)) {
            std::free(answer);
            std::free(error);
            awaited_ = 0;
            read_events();
            return is_new;
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0 || xcb_connection_has_error(connection)) return false;
        pollfd entry{xcb_get_file_descriptor(connection), POLLIN, 0};
        ::poll(&entry, 1, static_cast<int>(left));
    }
}

void PixmapWatch::read_events() {
    struct DamageNotify {
        uint8_t type, level;
        uint16_t sequence;
        uint32_t drawable, damage;
    };
    while (xcb_generic_event_t* const event = xcb_poll_for_event(link_->connection)) {
        const auto& notify = reinterpret_cast<const DamageNotify&>(*event);
        if ((event->response_type & 0x7f) == link_->first_event)
            if (const auto at = pixmaps_.find(notify.damage); at != pixmaps_.end()) at->second->drawn_to_ = true;
        std::free(event);
    }
}

bool PixmapWatch::Pixmap::may_have_changed() {
    const runtime::SignalHold hold;
    PixmapWatch& watch = *watch_;
    const std::lock_guard lock(watch.mutex_);
    if (!watch.is_linked()) return true;
    xcb_connection_t* const connection = watch.link_->connection;
    if (damage_ && !watch.synchronize()) return true;
    if (damage_ && !drawn_to_) return false;
    // The server begins to note what is drawn before the caller looks at the pixmap.
    if (damage_) {
        order(connection, Request::Subtract, std::array<uint32_t, 3>{damage_, 0, 0});
    } else {
        damage_ = xcb_generate_id(connection);
        watch.pixmaps_[damage_] = this;
        order(connection, Request::Create, std::array<uint32_t, 3>{damage_, name_, report_non_empty});
    }
    drawn_to_ = false;
    if (!watch.synchronize()) drawn_to_ = true;
    return true;
}

PixmapWatch::Pixmap::~Pixmap() {
    const runtime::SignalHold hold;
    const std::lock_guard lock(watch_->mutex_);
    if (!damage_) return;
    watch_->pixmaps_.erase(damage_);
    if (!watch_->is_linked()) return;
    order(watch_->link_->connection, Request::Destroy, std::array<uint32_t, 1>{damage_});
    xcb_flush(watch_->link_->connection);
}

}  // namespace driver
