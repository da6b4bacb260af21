// State that is another one for a while.
#pragma once

#include <utility>

namespace glapi {

// Replaces a value of the context while it lives; restores the old value, also after an exception.
template <typename T>
class Swapped {
  public:
    Swapped(T& object, T value) : object_(object), saved_(std::exchange(object, std::move(value))) {}
    ~Swapped() { object_ = std::move(saved_); }
    Swapped(const Swapped&) = delete;
    Swapped& operator=(const Swapped&) = delete;

  private:
    T& object_;
    T saved_;
};

}  // namespace glapi
