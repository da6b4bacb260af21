// ASMGL_TRACE: what the pieces of tasks take, for models of how the driver would run on other numbers of cores.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace runtime {

// One task's record while it runs; empty where nothing is traced.
class PieceTrace {
  public:
    static bool wanted();
    explicit PieceTrace(int32_t pieces);

    // Nanoseconds of the monotonic clock.
    static int64_t now();
    // Pieces are recorded by different threads, each once.
    void record(int32_t piece, int64_t start, int64_t end);
    // After the last piece: appends the line.
    void write() const;

  private:
    std::vector<int64_t> starts_, durations_;
};

}  // namespace runtime
