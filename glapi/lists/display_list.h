// Display lists: compiled commands with copies of what their pointers pointed to.
//
// Nodes are written one after another into blocks of memory that never move, so that pointers into them stay good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/lists/node.h"

namespace glapi {

class LongCommand;

class DisplayList {
  public:
    void* allocate(size_t bytes);  // aligned to 16; throws std::bad_alloc
    void append(lists::Node* node) { nodes_.push_back(node); }
    // What a node points to beside the list's memory; lives as long as the list.
    void keep(std::shared_ptr<void> object) { kept_.push_back(std::move(object)); }
    const std::vector<lists::Node*>& nodes() const { return nodes_; }
    void replace_nodes(std::vector<lists::Node*> nodes) { nodes_ = std::move(nodes); }

  private:
    static constexpr size_t block_size = 16384;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    size_t used_ = block_size;  // of the last block
    std::vector<lists::Node*> nodes_;
    std::vector<std::shared_ptr<void>> kept_;
};

struct ListState {
    GLuint base = 0;
    int depth = 0;                   // of CallList
    LongCommand* running = nullptr;  // while depth is not 0: nesting is bounded, the number of calls is not
    // Between NewList and EndList:
    std::shared_ptr<DisplayList> compiling;
    GLuint name = 0;
    GLenum mode = 0;
    // While a batch is made at EndList: commands don't take place, and an error only means that there is none.
    bool preparing = false, preparation_failed = false;

    GLuint compiling_name() const { return compiling ? name : 0; }
    GLenum compiling_mode() const { return compiling ? mode : 0; }
};

}  // namespace glapi
