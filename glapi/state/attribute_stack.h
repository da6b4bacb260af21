// PushAttrib, PopAttrib and PushClientAttrib, PopClientAttrib (GL 2.1 §6.1.12).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace glapi {

struct SavedAttributes;
struct SavedClientAttributes;

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
