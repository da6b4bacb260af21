// Threads that are cancelled while they draw: they end at their own next cancellation point.
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include "support.h"

namespace surroundings {
namespace {

void* draw_for_ever(void*) {
    make_client();
    for (int number = 0;; ++number) {
        const Scene scene(number);
        for (int frame = 0; frame < 40; ++frame) scene.draw();
        glFinish();
        Scene::picture();
        eglSwapBuffers(eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW));
        pthread_testcancel();
    }
}

CLIENT(cancels_threads) {
    for (int round = 0; round < 25; ++round) {
        pthread_t thread;
        pthread_create(&thread, nullptr, draw_for_ever, nullptr);
        usleep(5'000 + 4'000 * static_cast<useconds_t>(round));
        pthread_cancel(thread);
        void* result = nullptr;
        pthread_join(thread, &result);
        require(result == PTHREAD_CANCELED, "it was cancelled");
    }
    make_client();
    const Scene scene;
    scene.draw();
    require(Scene::is_right(), "others go on");
}

TEST(Cancellation, EndsThreadsThatDraw) {
    for (const char* const engine : {"auto", "jit"}) {
        const Folder cache;
        const Outcome outcome =
            run_client("cancels_threads", {},
                       {{"ASMGL_ENGINE", engine}, {"ASMGL_THREADS", "3"}, {"ASMGL_CACHE_DIR", cache.path()}}, 120);
        EXPECT_EQ(outcome.code, 0) << engine << ": " << describe(outcome);
    }
}

CLIENT(sets_cancel_states) {
    for (const int wanted : {PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_ENABLE}) {
        pthread_setcancelstate(wanted, nullptr);
        make_client();
        const Scene scene;
        scene.draw();
        Scene::picture();
        eglSwapBuffers(eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW));
        int now = -1;
        pthread_setcancelstate(wanted, &now);
        require(now == wanted, "the state of before");
    }
}
// The application's choice is its own again after every command.
TEST(Cancellation, StateIsAsBefore) {
    const Outcome outcome = run_client("sets_cancel_states");
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

}  // namespace
}  // namespace surroundings
