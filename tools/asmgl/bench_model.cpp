// asmgl bench --model-cores: what the benchmark would draw with other numbers of cores than this machine has. The
// client runs on one thread, the driver writes what each piece of its tasks took (ASMGL_TRACE), and the pieces are
// dealt again to so many cores, in their order, each to the one that is free first. What is no piece of a task
// (commands, vertices, the application) stays on one core, and nothing of it overlaps with pieces: the model promises
// too little rather than too much. It knows nothing of memory's bandwidth, which it promises too much of.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <queue>
#include <sstream>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "library.h"

namespace tool {
namespace {

struct TracedTask {
    int64_t start = 0;
    std::vector<int64_t> pieces;
};

std::vector<TracedTask> read_trace(const std::string& path) {
    std::vector<TracedTask> tasks;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream numbers(line);
        TracedTask task;
        numbers >> task.start;
        for (int64_t piece = 0; numbers >> piece;) task.pieces.push_back(piece);
        tasks.push_back(std::move(task));
    }
    return tasks;
}

// When the last of these pieces ends that cores take one after the other.
int64_t makespan(const std::vector<int64_t>& pieces, int cores) {
    std::priority_queue<int64_t, std::vector<int64_t>, std::greater<>> free_at;
    for (int i = 0; i < cores; ++i) free_at.push(0);
    int64_t end = 0;
    for (const int64_t piece : pieces) {
        const int64_t done = free_at.top() + piece;
        free_at.pop();
        free_at.push(done);
        end = std::max(end, done);
    }
    return end;
}

// The value behind "name": in a line of the client; empty where there is none.
std::string_view value_of(std::string_view line, std::string_view name) {
    const size_t at = line.find("\"" + std::string(name) + "\": ");
    if (at == std::string_view::npos) return {};
    std::string_view value = line.substr(at + name.size() + 4);
    if (value.starts_with('"')) return value.substr(1, value.find('"', 1) - 1);
    return value.substr(0, value.find_first_of(",}"));
}

int64_t number_of(std::string_view line, std::string_view name) {
    const std::string_view text = value_of(line, name);
    int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void print_case(std::string_view line, const std::vector<TracedTask>& tasks, int most_cores) {
    const int64_t from = number_of(line, "from"), until = number_of(line, "until");
    if (until <= from) return;
    int64_t in_pieces = 0;
    std::vector<const TracedTask*> measured;
    for (const TracedTask& task : tasks) {
        if (task.start < from || task.start >= until) continue;
        measured.push_back(&task);
        for (const int64_t piece : task.pieces) in_pieces += piece;
    }
    const int64_t alone = std::max<int64_t>(until - from - in_pieces, 0);
    fmt::print("{:24} {:>7.1f} %", value_of(line, "case"), 100.0 * double(in_pieces) / double(until - from));
    for (int cores = 1; cores <= most_cores; cores *= 2) {
        int64_t together = 0;
        for (const TracedTask* const task : measured) together += makespan(task->pieces, cores);
        fmt::print(" {:>8.2f}", double(alone + in_pieces) / double(std::max<int64_t>(alone + together, 1)));
    }
    fmt::print("\n");
}

// What the client writes; its exit status.
int run_client(const std::vector<std::string>& arguments, std::string& output) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return exit_failed;
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(run({arguments}));
    }
    close(ends[1]);
    std::array<char, 4096> bytes{};
    for (ssize_t count = 0; (count = read(ends[0], bytes.data(), bytes.size())) > 0;)
        output.append(bytes.data(), static_cast<size_t>(count));
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return exit_failed;
    return WIFEXITED(status) ? WEXITSTATUS(status) : exit_failed;
}

}  // namespace

int model_cores(const std::string& cores, std::vector<std::string> client) {
    int most_cores = 0;
    const auto [end, error] = std::from_chars(cores.data(), cores.data() + cores.size(), most_cores);
    if (error != std::errc() || end != cores.data() + cores.size() || most_cores < 1 || most_cores > 1024) {
        fmt::print(stderr, "asmgl: bench: --model-cores takes a number from 1 to 1024, not {}\n", cores);
        return exit_usage;
    }
    std::string trace = "/tmp/asmgl-trace-XXXXXX";
    const int file = mkstemp(trace.data());
    if (file < 0) {
        fmt::print(stderr, "asmgl: bench: no file for the trace\n");
        return exit_failed;
    }
    close(file);
    setenv("ASMGL_TRACE", trace.c_str(), 1);
    setenv("ASMGL_THREADS", "1", 1);
    client.emplace_back("--json");
    std::string output;
    const int status = run_client(client, output);
    const std::vector<TracedTask> tasks = read_trace(trace);
    unlink(trace.c_str());

    fmt::print(
        "How many times as fast on so many cores (modelled); first what part of the time one core spends in pieces\n"
        "that cores share.\n{:24} {:>9}",
        "case", "in pieces");
    for (int count = 1; count <= most_cores; count *= 2) fmt::print(" {:>8}", count);
    fmt::print("\n");
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) print_case(line, tasks, most_cores);
    return status;
}

}  // namespace tool
