// Makes random GL call sequences and expects to survive them.
//
//     api_fuzz [--sequences N] [--calls N] [--seed N] [--trace] [--only SEED] [--failures N] [--shared]
//
// Each sequence has a context of its own and a seed of its own: `--only SEED --trace` repeats one and prints its calls.
// With --failures, each is run that many times more, and in each run one of its allocations fails, from the first to
// the last at equal distances; the context must draw afterwards. With --shared, each is two, made at the same time by
// two threads, whose contexts share their objects: what they do to them is the sanitizers' matter.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <latch>
#include <memory>
#include <regex>
#include <thread>

#include "arguments.h"
#include "failing_allocations.h"
#include "sensible_steps.h"

#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/driver_interface.h"
#include "glapi/generated/entry_points.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/command_lists/command_lists.h"
#include "glapi/registry/entry_point_table.h"
#include "ir/verify/verify.h"
#include "rasterizer/rasterizer.h"

// Where there is an address sanitizer.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace {

volatile uint64_t current_seed = 0, current_failure = 0;

void say_sequence() {
    if (current_failure)
        std::fprintf(stderr, "api_fuzz: allocation %llu failed\n", static_cast<unsigned long long>(current_failure));
    std::fprintf(stderr, "api_fuzz: in sequence %llu (repeat it with --only %llu --trace)\n",
                 static_cast<unsigned long long>(current_seed), static_cast<unsigned long long>(current_seed));
}

void on_signal(int number) {
    say_sequence();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void report_crashes() {
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(say_sequence);
        std::signal(SIGABRT, on_signal);  // an exception that nobody catches
    } else {
        for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(number, on_signal);
    }
}

class Window final : public glapi::WindowFramebuffer {
  public:
    explicit Window(const glapi::BufferConfig& config) : WindowFramebuffer(config) {
        width_ = 40, height_ = 30;
        back = image();
        allocate_ancillary();
    }
    bool update() override { return false; }
    void require_front() override {
        if (!front) front = image();
    }
    void flush_front() override {}

  private:
    std::shared_ptr<runtime::Image> image() const {
        return std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{width_, height_, 1});
    }
};

// Calls whose numbers mean more memory or time than an application could sensibly ask for, or whose pointers need more
// thought than Arguments gives them; sensible_step() makes some of these.
bool excluded(const char* name) {
    static const std::regex pattern(
        "gl(ProgramString|LoadProgram|RequestResident|ExecuteProgram|ProgramNamedParameter|ProgramParameters4|"
        "GetProgramNamed|ShaderSource|SpecializeShader|FeedbackBuffer|SelectBuffer|ClientWaitSync|.*Sync|PixelStore|"
        "GenLists|Import|.*Semaphore|EGLImageTargetTex(ture)?Storage|"
        "BufferStorage|VertexAttribs.*|EvalMesh|(List)?DrawCommands|GetPointerv|GetVertexAttribPointer|.*Indirect|.*"
        "Memory.*|.*"
        "AddressRange).*");
    return std::regex_match(name, pattern);
}

// Leaves what a sequence may have begun, and clears the window's framebuffer.
void clear_window() {
    ::glEnd();
    ::glEndList();
    ::glEndConditionalRender();
    ::glEndTransformFeedback();
    ::glRenderMode(GL_RENDER);
    ::glBindFramebuffer(GL_FRAMEBUFFER, 0);
    ::glDrawBuffer(GL_BACK);
    const GLenum back = GL_BACK;
    ::glDrawBuffers(1, &back);  // where OpenGL ES has no other
    ::glDisable(GL_SCISSOR_TEST);
    ::glDisable(GL_RASTERIZER_DISCARD);
    ::glDisable(GL_FRAMEBUFFER_SRGB);
    ::glColorMask(1, 1, 1, 1);
    ::glClearColor(1, 0, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
}

// Whether nothing is left of the command that failed: what commands change while they run is as between commands.
bool is_idle(const glapi::Context& context) {
    return context.lists.depth == 0 && !context.lists.preparing && !context.command_lists.uniforms &&
           !context.draw_sequence->is_in_use() && !context.draw_sequence->within_command &&
           !context.rasterizer.interrupted();
}

glapi::ContextRequest random_request(Arguments& arguments) {
    glapi::ContextRequest request;
    if (arguments.chance(20)) request.config.samples = static_cast<uint8_t>(2 << arguments.number(0, 3));
    request.config.stencil = arguments.chance(80) ? 8 : 0;
    request.debug = arguments.chance(30);
    if (arguments.chance(15)) {
        request.api = glapi::Api::OpenGlEs;
        if (arguments.chance(60)) request.major = 3;
    } else if (arguments.chance(20)) {
        request.major = 4, request.minor = 5;
        request.profile = glapi::Profile::Core;
    }
    return request;
}

void make_calls(Arguments& arguments, const std::vector<const Call*>& calls, int length, bool trace) {
    for (int i = 0; i < length; ++i) {
        if (arguments.chance(25)) {
            if (trace) std::fprintf(stderr, "  (sensible step)\n");
            sensible_step(arguments);
            continue;
        }
        const Call* const call = calls[size_t(arguments.number(0, int64_t(calls.size()) - 1))];
        if (trace) std::fprintf(stderr, "  %s\n", call->name);
        call->call(arguments);
    }
    if (arguments.chance(50)) ::glFinish();
}

// How many allocations the calls made. `failing`: the number of the one that fails; 0: none does.
uint64_t run_sequence(Arguments& arguments, const std::vector<const Call*>& calls, uint64_t seed, int length,
                      bool trace, uint64_t failing = 0) {
    arguments.seed(seed);
    arguments.syncs.clear();
    const glapi::ContextRequest request = random_request(arguments);
    auto window = std::make_shared<Window>(request.config);
    glapi::Context* const context = glapi::create_context(request).context;
    glapi::make_current(context, window, window);
    if (request.profile == glapi::Profile::Core) reserve_names();
    failing_allocations::start(failing);
    make_calls(arguments, calls, length, trace);
    const uint64_t allocations = failing_allocations::stop();
    if (failing) {
        if (!is_idle(*context)) {
            std::fprintf(stderr, "api_fuzz: the context is in the middle of a command\n");
            say_sequence();
            std::_Exit(1);
        }
        clear_window();
    }
    glapi::finish_frame(*window);
    if (failing) {
        uint8_t pixel[4];
        std::memcpy(pixel, window->back->row(7) + 4 * 5, sizeof pixel);
        if (pixel[2] != 255 || pixel[1] != 0 || pixel[0] != 0) {
            std::fprintf(stderr, "api_fuzz: the context draws (%d, %d, %d) after it\n", pixel[2], pixel[1], pixel[0]);
            say_sequence();
            std::_Exit(1);
        }
    }
    glapi::make_current(nullptr, nullptr, nullptr);
    glapi::destroy_context(context);
    return allocations;
}

// `failures`: how many of the sequence's allocations fail, one in each run.
void run_failing(Arguments& arguments, const std::vector<const Call*>& calls, uint64_t seed, int length, bool trace,
                 uint64_t failures) {
    const uint64_t allocations = run_sequence(arguments, calls, seed, length, trace);
    for (uint64_t i = 0; i < std::min(failures, allocations); ++i) {
        current_failure = 1 + i * allocations / std::min(failures, allocations);
        if (trace) std::fprintf(stderr, "allocation %llu fails\n", static_cast<unsigned long long>(current_failure));
        run_sequence(arguments, calls, seed, length, trace, current_failure);
    }
    current_failure = 0;
}

// Both threads have the same kind of context, since others share nothing.
void run_shared(Arguments (&arguments)[2], const std::vector<const Call*>& calls, uint64_t seed, int length,
                bool trace) {
    glapi::Context* contexts[2] = {};
    for (size_t n = 0; n < 2; ++n) {
        arguments[n].seed(2 * seed + n);
        arguments[n].syncs.clear();
    }
    const glapi::ContextRequest request = random_request(arguments[0]);
    contexts[0] = glapi::create_context(request).context;
    // The second one begins to share while the first one is in use.
    std::latch both(1);
    const auto run = [&](size_t n) {
        if (n == 1) {
            glapi::ContextRequest sharing = request;
            sharing.share = contexts[0];
            contexts[1] = glapi::create_context(sharing).context;
            both.count_down();
        }
        auto window = std::make_shared<Window>(request.config);
        glapi::make_current(contexts[n], window, window);
        if (request.profile == glapi::Profile::Core) reserve_names();
        make_calls(arguments[n], calls, length, trace);
        glapi::finish_frame(*window);
        glapi::make_current(nullptr, nullptr, nullptr);
        both.wait();
        glapi::destroy_context(contexts[n]);
    };
    std::thread other(run, 1);
    run(0);
    other.join();
}

}  // namespace

int main(int argc, char** argv) {
    arbasm::verify_what_is_made(true);
    uint64_t sequences = 10000, first = 1, only = 0, failures = 0;
    int length = 30;
    bool trace = false, shared = false;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        const auto value = [&] { return std::strtoull(i + 1 < argc ? argv[++i] : "0", nullptr, 10); };
        if (option == "--sequences") {
            sequences = value();
        } else if (option == "--calls") {
            length = int(value());
        } else if (option == "--seed") {
            first = value();
        } else if (option == "--only") {
            only = value();
        } else if (option == "--failures") {
            failures = value();
        } else if (option == "--trace") {
            trace = true;
        } else if (option == "--shared") {
            shared = true;
        } else {
            std::fprintf(stderr, "unknown option %s\n", argv[i]);
            return 2;
        }
    }
    std::vector<const Call*> calls;
    for (const Call& call : all_calls()) {
        for (const glapi::EntryPoint& entry : glapi::entry_point_table()) {
            if (std::strcmp(entry.name, call.name) != 0) continue;
            if (!entry.missing && !excluded(call.name)) calls.push_back(&call);
        }
    }
    Arguments arguments[2];
    report_crashes();
    if (only) first = only, sequences = 1;
    for (uint64_t seed = first; seed < first + sequences; ++seed) {
        current_seed = seed;
        if (shared)
            run_shared(arguments, calls, seed, length, trace);
        else
            run_failing(arguments[0], calls, seed, length, trace, failures);
    }
    if (only) return 0;
    std::fprintf(stderr, "%llu sequences of %d calls, %zu commands\n", static_cast<unsigned long long>(sequences),
                 length, calls.size());
    return 0;
}
