#include "glapi/objects/programs/compiler_jobs.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "glsl/compile.h"
#include "glsl/text/include_tree.h"
#include "glsl/tree/interface.h"

namespace glapi {

namespace {

std::atomic<unsigned> jobs_under_way{0};

}  // namespace

glsl::PreprocessorOptions CompilerSettings::options(const glsl::IncludeResolver* includes) const {
    glsl::PreprocessorOptions result = languages;
    result.includes = includes;
    result.offered = has_extensions ? &extensions : nullptr;
    return result;
}

void CompilerJob::run_piece(int32_t) {
    try {
        run();
    } catch (const std::bad_alloc&) {
        out_of_memory_ = true;
    }
}

void CompilerJob::completed() {
    if (counted_) jobs_under_way.fetch_sub(1, std::memory_order_relaxed);
}

void CompilerJob::run_here() {
    run_piece(0);
    completed();
    ran_here_ = true;
}

void CompilerJob::start(const std::shared_ptr<CompilerJob>& job, unsigned limit) {
    runtime::WorkerPool& pool = runtime::WorkerPool::instance();
    // The count may be one too high or low for a moment: as many threads may compile then.
    if (pool.thread_count() <= 1 || jobs_under_way.load(std::memory_order_relaxed) >= limit) return job->run_here();
    submit(job);
}

void CompilerJob::submit(const std::shared_ptr<CompilerJob>& job) {
    job->counted_ = true;
    jobs_under_way.fetch_add(1, std::memory_order_relaxed);
    runtime::WorkerPool::instance().submit(job);
}

bool CompilerJob::is_finished() {
    // A process that has forked, or that can't have threads, has nobody else who works.
    if (!has_run() && !runtime::WorkerPool::instance().has_workers()) {
        wait_for_others();
        runtime::WorkerPool::instance().wait(*this);
    }
    return has_run();
}

void CompilerJob::wait() {
    if (!has_run()) {
        wait_for_others();
        runtime::WorkerPool::instance().wait(*this);
    }
    if (out_of_memory_) throw std::bad_alloc();
}

void CompileJob::run() {
    static const glsl::IncludeTree nothing;
    const glsl::IncludeSearch includes(nothing, {});
    compiled = compile_text(stage, *text, settings->options(&includes));
}

void CompileJob::completed() {
    std::vector<std::shared_ptr<LinkJob>> links;
    {
        const std::scoped_lock lock(mutex_);
        completed_ = true;
        links.swap(links_);
    }
    CompilerJob::completed();
    // In the place of this job: the limit is kept.
    for (const auto& link : links)
        if (link->is_last_input()) submit(link);
}

bool CompileJob::precede(const std::shared_ptr<LinkJob>& link) {
    const std::scoped_lock lock(mutex_);
    if (!completed_) links_.push_back(link);
    return !completed_;
}

// Links wait for nothing while they run: fork() waits for what runs, and would for ever.
void LinkJob::start_when_ready(const std::shared_ptr<LinkJob>& link, unsigned limit) {
    for (const Input& input : link->inputs) {
        link->missing_.fetch_add(1, std::memory_order_relaxed);
        if (!input.job || !input.job->precede(link)) link->missing_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (link->is_last_input()) start(link, limit);
}

bool LinkJob::is_last_input() { return missing_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

void LinkJob::wait_for_others() {
    for (const Input& input : inputs)
        if (input.job) input.job->wait();
}

void LinkJob::run() {
    std::vector<std::shared_ptr<const glsl::Shader>> shaders;
    for (const Input& input : inputs) {
        shaders.push_back(input.job ? input.job->compiled : input.compiled);
        if (shaders.back() && !glsl::has_errors(*shaders.back())) continue;
        log = "error: the shader " + std::to_string(input.name) + " is not compiled\n";
        return;
    }
    // gl_VerticesIn is a constant that only the program tells.
    const int vertices = glsl::primitive_vertices(options.geometry.primitive_in, options.limits.patch_vertices);
    for (size_t n = 0; n < shaders.size(); n++) {
        if (const int taken = glsl::vertices_in(*shaders[n]); !taken || taken == vertices) continue;
        const auto& [stage, text] = sources.shaders[n];
        const StoredIncludes includes(*text);
        glsl::PreprocessorOptions again = settings->options(&includes);
        if (vertices) again.vertices_in = vertices;
        shaders[n] = compile_text(stage, *text, again);
    }
    auto result = std::make_shared<glsl::LinkedProgram>(glsl::link(shaders, options));
    log = result->log;
    if (result->linked) linked = std::move(result);
}

}  // namespace glapi
