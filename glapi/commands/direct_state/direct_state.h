// EXT_direct_state_access: a command that names its object is the command that works on a binding, run while the object
// is bound. The binding is as it was afterwards, and nothing but the command sees it changed.
#pragma once

#include <utility>

#include "glapi/context.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

// Puts another value in a place of the context as long as it lives.
template <typename T>
class Swapped {
  public:
    Swapped(T& place, T value) : place_(place), saved_(std::exchange(place, std::move(value))) {}
    ~Swapped() { place_ = std::move(saved_); }
    Swapped(const Swapped&) = delete;
    Swapped& operator=(const Swapped&) = delete;

  private:
    T& place_;
    T saved_;
};

// The object of a name, made where it has none yet.
template <typename T, typename... Arguments>
std::shared_ptr<T> find_or_create(NameTable<T>& names, GLuint name, const Arguments&... arguments) {
    std::shared_ptr<T> object = names.find(name);
    if (!object) {
        object = std::make_shared<T>(name, arguments...);
        names.insert(name, object);
    }
    return object;
}

}  // namespace glapi
