// ASMGL_DEBUG=engine: what was compiled, told on the standard error when the process ends.
#pragma once

namespace runtime {

// One of a process. Tells when it is destroyed, or when SIGHUP, SIGINT or SIGTERM ends the process before. Signals that
// have been given a handler, or are ignored, when it is made stay as they are.
struct EngineReport {
    EngineReport();
    ~EngineReport();
    EngineReport(const EngineReport&) = delete;
    EngineReport& operator=(const EngineReport&) = delete;
};

}  // namespace runtime
