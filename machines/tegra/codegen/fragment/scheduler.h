// From the graph to EXECs: assigns operations to packets of batches, and results to registers. Not for others than
// this folder.
//
// A batch has one EXEC for each row of registers. First all rows' MFU instructions and lookups run, then the packets,
// which all stand in the last EXEC of the batch, then that EXEC's store: so nothing depends on how EXECs of a batch see
// each other. The scheduler fills batch after batch with what is ready (schedule_batches.cpp): the MFU and TEX of each
// row (schedule_rows.h), then packets (schedule_packets.h), then what is stored (stores.h). Registers are found by
// allocate_registers.h and freed by room.h and move_values.h.
#pragma once

#include <string>

#include "machines/tegra/codegen/fragment/schedule_packets.h"
#include "machines/tegra/codegen/fragment/schedule_rows.h"
#include "machines/tegra/codegen/fragment/stores.h"

namespace machines::tegra::fragment {

class Scheduler {
  public:
    Scheduler(const Graph& graph, const std::vector<ConstantOperand>& constants, const std::vector<int>& order,
              const std::vector<int>& height, const Request& request);
    Scheduled run();

  private:
    bool all_killed() const;
    // Whether anything ran.
    bool fill_batch(Scheduled& result);
    bool fill_packets(Scheduled& result, bool rows_progress);
    bool tighten();
    bool move_values(Scheduled& result);
    std::string count_batch(Scheduled& result, bool progress);

    const Graph& graph_;
    const Request request_;
    Tasks tasks_;
    Registers registers_;
    Room room_;
    Rows rows_;
    Packets packets_;
    Stores stores_;
    std::vector<int> eligible_;
    int batch_ = 0;
    size_t mfu_ = 0;      // instructions so far
    int moves_ = 0;       // values that were moved to make room
    bool tight_ = false;  // nothing goes on, so varyings are fetched for one operation only
};

}  // namespace machines::tegra::fragment
