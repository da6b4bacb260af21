// The MFU instructions and the lookup of each row of a batch: the EXECs before their packets are there.
#pragma once

#include <vector>

#include "machines/tegra/codegen/fragment/room.h"

namespace machines::tegra::fragment {

class Rows {
  public:
    Rows(const Graph& graph, Tasks& tasks, Registers& registers, Room& room);
    void begin_batch(int batch);
    // Special functions, reciprocals of w and lookups that may run now; whether there are any.
    bool plan(const std::vector<int>& eligible);
    // Varyings that operations of this batch's packets read.
    bool fetch_shared(const std::vector<int>& eligible);
    // The batch's EXECs. What nobody keeps of their registers is free then.
    void emit(std::vector<Exec>& execs);

  private:
    struct Row {
        Mfu first;  // the fetch, with the setup; or the reciprocal of w
        bool has_fetch = false, has_w = false;
        std::vector<Mfu> rest;
        Tex tex;
        Pseq pseq;
        std::vector<int> freed;  // halves, when the MFU and the lookup are through
        size_t count() const { return rest.size() + (has_fetch || has_w); }
        bool has_room_for_fetch(size_t component) const;
    };
    bool plan_row(const std::vector<int>& eligible, size_t k);
    bool can_fetch(int n, size_t k) const;
    bool fetch_into(int n, size_t k);
    void fetch_depth(size_t k);
    bool fetch_for(int n, int position);
    bool function_in_row(int n, size_t k);
    bool inverse_w_in_row(int n, size_t k);
    bool lookup_in_row(int l, size_t k);
    bool load_in_row(int l, size_t k);
    void finish_lookup(int l, size_t k, int pair);
    void give_texels(int l, size_t k, int pair);

    const Graph& graph_;
    Tasks& tasks_;
    Registers& registers_;
    Room& room_;
    int batch_ = 0;
    std::vector<Row> rows_;
    std::vector<int> made_in_;  // EXEC of special functions' results
};

}  // namespace machines::tegra::fragment
