// State that is another one for a while.
#pragma once

#include <utility>

namespace glapi {

// Puts another value in a place of the context as long as it lives: whatever ends the command, what was there is back.
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
