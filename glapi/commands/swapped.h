// State that is another one for a while.
#pragma once

#include <utility>

namespace glapi {

// Replaces a value of the context while it lives; restores the old value, also after an exception.
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

}  // namespace glapi
