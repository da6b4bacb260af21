// PushAttrib, PopAttrib and their client-side sisters (GL 2.1 §6.1.12).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace glapi {

class Context;
struct SavedAttributes;
struct SavedClientAttributes;

// Copies attribute groups between contexts of one share group (glXCopyContext).
void copy_attributes(Context& source, Context& destination, uint32_t mask);

class AttributeStacks {
  public:
    AttributeStacks();
    ~AttributeStacks();

    int server_depth() const { return int(server.size()); }
    int client_depth() const { return int(client.size()); }

    std::vector<std::unique_ptr<SavedAttributes>> server;
    std::vector<std::unique_ptr<SavedClientAttributes>> client;
};

}  // namespace glapi
