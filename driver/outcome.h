// What a function returns, or why it fails: GLX and EGL have an error type, `Failure`, each.
#pragma once

#include <utility>

namespace driver {

template <typename Value, typename Failure>
class [[nodiscard]] Outcome {
  public:
    using value_type = Value;

    Outcome() = default;
    Outcome(Value value) : value_(std::move(value)) {}
    Outcome(const Failure& failure) : failure_(failure) {}

    // Converts to false where there is none.
    const Failure& failure() const { return failure_; }
    // Value{} where there is a failure.
    const Value& value() const& { return value_; }
    Value value() && { return std::move(value_); }

  private:
    Value value_{};
    Failure failure_{};
};

}  // namespace driver
