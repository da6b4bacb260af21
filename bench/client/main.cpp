// The client: draws each case for a while and writes a line of JSON about it. Which driver it measures is the loader's
// choice (LD_LIBRARY_PATH, LD_PRELOAD, GLVND's variables): bench/compare sets that, and asmgl bench.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <regex>
#include <string>
#include <unistd.h>
#include <vector>

#include "cases.h"
#include "measure.h"

namespace bench {
namespace {

struct Arguments {
    Options options;
    PlatformOptions platform{"auto", "libGL.so.1", "libEGL.so.1", 0, 0};
    std::string cases = ".*", picture;
    double seconds = 0.5;
    bool list = false, driver = false, whole = false, json = false;
};

[[noreturn]] void usage(int status) {
    std::fprintf(status ? stderr : stdout,
                 "usage: asmgl-bench [OPTION...]\n"
                 "Draws cases with the OpenGL driver that the loader finds; a line for each.\n"
                 "  --list             name the cases and platforms, draw nothing\n"
                 "  --driver           name the driver, draw nothing\n"
                 "  --cases REGEX      those whose whole name matches\n"
                 "  --seconds S        for each case, after a third of that for warming up (0.5); 0: one frame\n"
                 "  --size WxH         of the picture (1920x1080)\n"
                 "  --platform NAME    surfaceless, device, pbuffer, glx; the first that works otherwise\n"
                 "  --gl LIBRARY       libGL.so.1    --egl LIBRARY  libEGL.so.1\n"
                 "  --picture FOLDER   one frame of each case, as FOLDER/GROUP-NAME.ppm\n"
                 "  --triangles N, --programs N, --draws N   times as many\n"
                 "  --whole            fail if the driver lacks anything\n"
                 "  --json             an object for each line, with all figures\n");
    std::exit(status);
}

[[noreturn]] void wrong(const std::string& what) {
    std::fprintf(stderr, "asmgl-bench: %s (--help names the options)\n", what.c_str());
    std::exit(2);
}

int count(const char* text) {
    const int number = std::atoi(text);
    if (number < 1 || number > 1000) wrong("a factor is a number from 1 to 1000, not " + std::string(text));
    return number;
}

Arguments read_arguments(int argc, char** argv) {
    Arguments arguments;
    const auto size = [&](const char* text) {
        if (std::sscanf(text, "%dx%d", &arguments.options.width, &arguments.options.height) != 2 ||
            arguments.options.width < 16 || arguments.options.height < 16 || arguments.options.width > 16384 ||
            arguments.options.height > 16384)
            wrong("--size takes WIDTHxHEIGHT, each from 16 to 16384, not " + std::string(text));
    };
    const struct {
        const char* name;
        std::function<void(const char*)> set;
    } rows[] = {
        {"--cases", [&](const char* text) { arguments.cases = text; }},
        {"--seconds", [&](const char* text) { arguments.seconds = std::atof(text); }},
        {"--size", size},
        {"--platform", [&](const char* text) { arguments.platform.name = text; }},
        {"--gl", [&](const char* text) { arguments.platform.gl_library = text; }},
        {"--egl", [&](const char* text) { arguments.platform.egl_library = text; }},
        {"--picture", [&](const char* text) { arguments.picture = text; }},
        {"--triangles", [&](const char* text) { arguments.options.triangles = count(text); }},
        {"--programs", [&](const char* text) { arguments.options.programs = count(text); }},
        {"--draws", [&](const char* text) { arguments.options.draws = count(text); }},
    };
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--help") usage(0);
        bool* const flag = word == "--list"     ? &arguments.list
                           : word == "--driver" ? &arguments.driver
                           : word == "--whole"  ? &arguments.whole
                           : word == "--json"   ? &arguments.json
                                                : nullptr;
        if (flag) {
            *flag = true;
            continue;
        }
        const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const auto& r) { return word == r.name; });
        if (row == std::end(rows)) wrong("there is no option " + std::string(word));
        if (++i == argc) wrong(std::string(word) + " needs a value");
        row->set(argv[i]);
    }
    arguments.platform.width = arguments.options.width;
    arguments.platform.height = arguments.options.height;
    return arguments;
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
    return result + "\"";
}

void write_picture(const Client& client, const std::string& folder, std::string name) {
    name.replace(name.find('/'), 1, "-");
    std::ofstream file(folder + "/" + name + ".ppm", std::ios::binary);
    file << "P6\n" << client.width() << " " << client.height() << "\n255\n";
    const std::vector<unsigned char> pixels = read_picture(client);
    const size_t row = size_t(client.width()) * 3;
    for (size_t y = size_t(client.height()); y-- > 0;)
        file.write(reinterpret_cast<const char*>(&pixels[y * row]), std::streamsize(row));
}

Measure run_case(const Case& row, Platform& platform, const Arguments& arguments) {
    platform.renew_context();
    gl::load([&](const char* name) { return platform.find(name); });
    Client client(platform, arguments.options);
    take_error();
    const Loop loop = row.set_up(client);
    if (const std::string error = take_error(); !error.empty()) throw std::runtime_error(error + " in the set-up");
    const bool once = !arguments.picture.empty();
    const Measure found = measure(loop, once ? 0 : arguments.seconds);
    if (!arguments.picture.empty()) write_picture(client, arguments.picture, row.name);
    if (const std::string error = take_error(); !error.empty()) throw std::runtime_error(error);
    return found;
}

// How a line begins: written before the case is drawn, so that it is known which one a driver ended in.
void begin_line(const Case& row, bool json) {
    if (json)
        std::printf("{\"case\": %s, \"unit\": %s", quoted(row.name).c_str(), quoted(row.unit).c_str());
    else
        std::printf("%-24s", row.name);
    std::fflush(stdout);
}

void end_line(const Case& row, const Measure& found, bool json) {
    if (json)
        std::printf(
            ", \"rate\": %.6g, \"cpu_rate\": %.6g, \"first_ms\": %.4g, \"spread\": %.3g, \"frames\": %ld, "
            "\"from\": %lld, \"until\": %lld}\n",
            found.rate, found.cpu_rate, found.first_ms, found.spread, found.frames, static_cast<long long>(found.from),
            static_cast<long long>(found.until));
    else
        std::printf(" %9.4g %s/s, first frame %.3g ms\n", found.rate, row.unit, found.first_ms);
    std::fflush(stdout);
}

void end_line(const char* why, const std::string& reason, bool json) {
    if (json)
        std::printf(", \"%s\": %s}\n", why, quoted(reason).c_str());
    else
        std::printf(" %s: %s\n", why, reason.c_str());
    std::fflush(stdout);
}

// Whether it went well; what the driver lacks counts as well unless `whole`.
bool report(const Case& row, Platform& platform, const Arguments& arguments) {
    begin_line(row, arguments.json);
    try {
        end_line(row, run_case(row, platform, arguments), arguments.json);
        return true;
    } catch (const Skip& skip) {
        end_line("skipped", skip.reason, arguments.json);
        return !arguments.whole;
    } catch (const std::exception& error) {
        end_line("failed", error.what(), arguments.json);
        return false;
    }
}

void report_driver(const Arguments& arguments) {
    const auto text = [](GLenum name) {
        const GLubyte* found = gl::GetString(name);
        return std::string(found ? reinterpret_cast<const char*>(found) : "");
    };
    const std::string vendor = text(GL_VENDOR), renderer = text(GL_RENDERER), version = text(GL_VERSION);
    if (arguments.json)
        std::printf("{\"vendor\": %s, \"renderer\": %s, \"version\": %s}\n", quoted(vendor).c_str(),
                    quoted(renderer).c_str(), quoted(version).c_str());
    else
        std::printf("%s, %s, %d x %d\n", renderer.c_str(), version.c_str(), arguments.options.width,
                    arguments.options.height);
}

int run(Arguments arguments) {
    if (arguments.list) {
        for (const PlatformRow& row : platforms()) std::printf("platform %-12s %s\n", row.name, row.what);
        for (const Case& row : cases()) std::printf("%-24s %s (%s/s)\n", row.name, row.what, row.unit);
        return 0;
    }
    std::vector<const Case*> chosen;
    for (const Case& row : cases())
        if (std::regex_match(row.name, std::regex(arguments.cases))) chosen.push_back(&row);
    if (arguments.driver)
        chosen.clear();
    else if (chosen.empty())
        wrong("no case's name matches --cases " + arguments.cases + " (--list names them)");
    // Pictures are the same from run to run.
    if (arguments.picture.empty())
        arguments.options.nonce =
            unsigned(getpid()) + unsigned(std::chrono::system_clock::now().time_since_epoch().count());
    std::unique_ptr<Platform> platform;
    try {
        platform = open_platform(arguments.platform);
    } catch (const Skip& skip) {
        std::fprintf(stderr, "asmgl-bench: %s\n", skip.reason.c_str());
        return 3;
    }
    gl::load([&](const char* name) { return platform->find(name); });
    report_driver(arguments);
    bool good = true;
    for (const Case* row : chosen) good = report(*row, *platform, arguments) && good;
    return good ? 0 : 1;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
    try {
        return bench::run(bench::read_arguments(argc, argv));
    } catch (const std::regex_error& error) {
        std::fprintf(stderr, "asmgl-bench: --cases: %s\n", error.what());
        return 2;
    }
}
