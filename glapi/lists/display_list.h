// Display lists: recorded commands with copies of what their pointers pointed to.
//
// Generated entry points record through compile(); nodes are written one after another into blocks of memory that
// never move, so a node's copies lie behind it and its pointers are plain pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "glapi/generated/gl.h"

namespace glapi {

class Context;

class DisplayList {
  public:
    struct Node {
        void (*execute)(Context& context, const Node& node);
        void (*destroy)(Node& node);  // null: nothing to do
        const char* command;
        bool allowed_inside_begin;
        // the arguments follow
    };

    DisplayList() = default;
    ~DisplayList();
    DisplayList(const DisplayList&) = delete;
    DisplayList& operator=(const DisplayList&) = delete;

    void* allocate(size_t bytes);  // aligned to 16; throws std::bad_alloc
    void append(Node* node) { nodes_.push_back(node); }
    void execute(Context& context) const;
    bool empty() const { return nodes_.empty(); }

  private:
    static constexpr size_t block_size = 16384;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    size_t used_ = block_size;  // of the last block
    std::vector<Node*> nodes_;
};

struct ListState {
    GLuint base = 0;
    int depth = 0;  // of CallList
    // Between NewList and EndList:
    std::shared_ptr<DisplayList> compiling;
    GLuint name = 0;
    GLenum mode = 0;

    GLuint compiling_name() const { return compiling ? name : 0; }
    GLenum compiling_mode() const { return compiling ? mode : 0; }
};

}  // namespace glapi
