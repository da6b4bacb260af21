#include "driver/present/refresh_clock.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <numeric>
#include <xcb/randr.h>

#include "ir/wide_integer.h"

namespace driver {
namespace {

using arbasm::WideInteger;

constexpr int64_t second = 1'000'000'000;

struct Free {
    void operator()(void* reply) const { std::free(reply); }
};
template <typename Reply>
using Owned = std::unique_ptr<Reply, Free>;

// Waits for the answer to a request; null where it failed.
template <typename Cookie, typename Reply>
Owned<Reply> answer(Reply* (*wait)(xcb_connection_t*, Cookie, xcb_generic_error_t**), xcb_connection_t* connection,
                    Cookie cookie) {
    xcb_generic_error_t* error = nullptr;
    Owned<Reply> reply(wait(connection, cookie, &error));
    std::free(error);
    return reply;
}

RefreshClock clock_of(const xcb_randr_mode_info_t& mode) {
    uint64_t lines = mode.vtotal;
    if (mode.mode_flags & XCB_RANDR_MODE_FLAG_DOUBLE_SCAN) lines *= 2;
    uint64_t pixels_a_second = mode.dot_clock;
    if (mode.mode_flags & XCB_RANDR_MODE_FLAG_INTERLACE) pixels_a_second *= 2;  // fields count, not frames
    return {pixels_a_second, lines * mode.htotal};
}

}  // namespace

RefreshClock::RefreshClock(uint64_t numerator, uint64_t denominator) {
    if (denominator == 0 || numerator / denominator < 10 || numerator / denominator >= 1000) return;
    const uint64_t common = std::gcd(numerator, denominator);
    numerator /= common;
    denominator /= common;
    if (numerator > INT32_MAX || denominator > INT32_MAX) return;
    numerator_ = static_cast<int32_t>(numerator);
    denominator_ = static_cast<int32_t>(denominator);
}

int64_t RefreshClock::frame_at(int64_t time) const {
    return static_cast<int64_t>(WideInteger(time) * numerator_ / (WideInteger(second) * denominator_));
}

int64_t RefreshClock::start_of(int64_t frame) const {
    const WideInteger ticks = WideInteger(frame) * second * denominator_;
    return static_cast<int64_t>(std::min<WideInteger>((ticks + numerator_ - 1) / numerator_, INT64_MAX));
}

int64_t RefreshClock::now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<int64_t>(time.tv_sec) * second + time.tv_nsec;
}

void RefreshClock::await(int64_t frame) const {
    const int64_t start = start_of(frame);
    if (start <= now()) return;
    const timespec until{static_cast<time_t>(start / second), static_cast<long>(start % second)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) continue;
}

RefreshClock refresh_clock_of(xcb_connection_t* connection, xcb_window_t root) {
    const xcb_query_extension_reply_t* extension = xcb_get_extension_data(connection, &xcb_randr_id);
    if (!extension || !extension->present) return {};
    const auto version = answer(xcb_randr_query_version_reply, connection, xcb_randr_query_version(connection, 1, 3));
    if (!version || version->major_version != 1 || version->minor_version < 3) return {};
    const auto resources = answer(xcb_randr_get_screen_resources_current_reply, connection,
                                  xcb_randr_get_screen_resources_current(connection, root));
    if (!resources) return {};
    // The primary output's first, then whichever shows anything.
    xcb_randr_crtc_t preferred = 0;
    if (const auto primary =
            answer(xcb_randr_get_output_primary_reply, connection, xcb_randr_get_output_primary(connection, root));
        primary && primary->output)
        if (const auto output =
                answer(xcb_randr_get_output_info_reply, connection,
                       xcb_randr_get_output_info(connection, primary->output, resources->config_timestamp)))
            preferred = output->crtc;
    const xcb_randr_crtc_t* crtcs = xcb_randr_get_screen_resources_current_crtcs(resources.get());
    const int crtc_count = xcb_randr_get_screen_resources_current_crtcs_length(resources.get());
    for (int i = preferred ? -1 : 0; i < crtc_count; ++i) {
        const auto crtc =
            answer(xcb_randr_get_crtc_info_reply, connection,
                   xcb_randr_get_crtc_info(connection, i < 0 ? preferred : crtcs[i], resources->config_timestamp));
        if (!crtc || !crtc->mode) continue;
        auto modes = xcb_randr_get_screen_resources_current_modes_iterator(resources.get());
        for (; modes.rem; xcb_randr_mode_info_next(&modes))
            if (modes.data->id == crtc->mode) return clock_of(*modes.data);
    }
    return {};
}

}  // namespace driver
