// Jobs of the worker threads that glCompileShader and glLinkProgram start, and other commands wait for
// (KHR_parallel_shader_compile). A job has copies of its inputs, so that objects and contexts may be deleted while it
// runs. The first command that needs the result collects it.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "glsl/link.h"
#include "glsl/text/preprocessor.h"

#include "glapi/objects/programs/program_binary.h"
#include "runtime/threads/signal_hold.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {

// The language that a context offers its shaders: a copy, independent of the context.
struct CompilerSettings {
    glsl::ExtensionSet extensions;
    bool has_extensions = false;          // whether contexts are asked for them
    glsl::PreprocessorOptions languages;  // versions and profile; nothing that points anywhere

    // Pointing into this object; #include finds nothing but what `includes` has.
    glsl::PreprocessorOptions options(const glsl::IncludeResolver* includes) const;
};

class CompilerJob : public runtime::Task {
  public:
    // Long: who waits for it leaves it to other threads, so that signals to it are handled meanwhile.
    CompilerJob() : Task(1, true) {}
    void run_piece(int32_t piece) final;
    void completed() override;

    // Hands it to the worker threads; runs it here if there are none, or if `limit` jobs are under way.
    static void start(const std::shared_ptr<CompilerJob>& job, unsigned limit);
    void run_here();
    // As a question of the application: where nobody works at it this does.
    bool is_finished();
    // Until it has been run. Throws std::bad_alloc if there was too little memory.
    void wait();

  protected:
    static void submit(const std::shared_ptr<CompilerJob>& job);
    virtual void run() = 0;
    virtual void wait_for_others() {}
    bool has_run() const { return ran_here_ || done(); }

  private:
    bool ran_here_ = false, counted_ = false;
    bool out_of_memory_ = false;
};

class LinkJob;

class CompileJob final : public CompilerJob {
  public:
    CompileJob(arbasm::Stage shader_stage, std::shared_ptr<const ShaderText> shader_text,
               std::shared_ptr<const CompilerSettings> compiler_settings)
        : stage(shader_stage), text(std::move(shader_text)), settings(std::move(compiler_settings)) {}

    const arbasm::Stage stage;
    const std::shared_ptr<const ShaderText> text;  // without #include of named strings
    const std::shared_ptr<const CompilerSettings> settings;
    std::shared_ptr<const glsl::Shader> compiled;  // what it makes

    void completed() override;
    // Has the link begin when this is completed. False: it is.
    bool precede(const std::shared_ptr<LinkJob>& link);

  protected:
    void run() override;

  private:
    runtime::SignalSafeMutex mutex_;
    bool completed_ = false;
    std::vector<std::shared_ptr<LinkJob>> links_;
};

class LinkJob final : public CompilerJob {
  public:
    struct Input {
        unsigned name = 0;  // for messages
        std::shared_ptr<const glsl::Shader> compiled;
        std::shared_ptr<CompileJob> job;  // of one that is still being compiled
    };
    std::vector<Input> inputs;
    std::shared_ptr<const CompilerSettings> settings;  // for shaders that are compiled again
    bool binary_hint = false;
    ProgramSources sources;
    glsl::LinkOptions options;

    // What it makes. linked: null where that failed.
    std::shared_ptr<const glsl::LinkedProgram> linked;
    std::string log;

    // When all inputs are there.
    static void start_when_ready(const std::shared_ptr<LinkJob>& link, unsigned limit);

  protected:
    void run() override;
    void wait_for_others() override;

  private:
    friend class CompileJob;
    bool is_last_input();  // one more is there
    std::atomic<size_t> missing_{1};
};

}  // namespace glapi
