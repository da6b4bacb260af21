// Branches, loops and calls of recorded code. A value that changes in them is a Variable.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/jit/recorded_memory.h"

namespace runtime::jit {

template <class Then>
void when(ScalarMask condition, Then then) {
    if (const auto holds = known(condition)) {
        if (*holds) then();
        return;
    }
    Fork fork(condition);
    then();
    fork.join();
}
template <class Then, class Otherwise>
void when(ScalarMask condition, Then then, Otherwise otherwise) {
    if (const auto holds = known(condition)) {
        if (*holds)
            then();
        else
            otherwise();
        return;
    }
    Fork fork(condition);
    then();
    fork.otherwise();
    otherwise();
    fork.join();
}
template <class Then>
void if_any(Mask mask, Then then) {
    when(any_lane(mask), then);
}

// A jump target from several others.
class Label {
  public:
    Label();
    // Control goes there; what is recorded next can be reached from other places only.
    void jump() const;
    void jump_if(ScalarMask condition) const;
    // Recording goes on here; control that arrives from above comes here, too.
    void bind() const;

  private:
    friend void jump_by(ScalarUnsigned number, const std::vector<std::pair<uint32_t, Label>>& labels);
    llvm::BasicBlock* block_;
};
// Goes on at labels[i] for numbers[i] == number, else behind.
void jump_by(ScalarUnsigned number, const std::vector<std::pair<uint32_t, Label>>& labels);

// Runs the body, and again as long as it returns that it should.
template <class Body>
void loop(Body body) {
    const Label again;
    again.bind();
    again.jump_if(body());
}
// For i = first, first + step, … below end.
template <class Body>
void repeat(ScalarUnsigned first, ScalarUnsigned end, ScalarUnsigned step, Body body) {
    const Variable<ScalarUnsigned> i(first);
    const Label done;
    done.jump_if(first >= end);
    loop([&] {
        body(i.get());
        i = i.get() + step;
        return i.get() < end;
    });
    done.bind();
}

// Once for each lane of the mask, in order, with its number.
template <class Body>
void for_each_lane(Mask mask, Body body) {
    const Variable<ScalarUnsigned> rest(to_bits(mask));
    const Label done;
    done.jump_if(rest.get() == ScalarUnsigned(0u));
    loop([&] {
        const ScalarUnsigned bits = rest;
        body(lowest_bit(bits));
        rest = bits & (bits - ScalarUnsigned(1u));
        return rest.get() != ScalarUnsigned(0u);
    });
    done.bind();
}

// Functions of this program that compiled code calls. By name: compiled code holds no addresses, so that it can be kept
// for other processes. The same name is the same function everywhere.
struct ExternalFunction {
    std::string_view name;
    const void* address;
};
namespace detail {
llvm::Value* call(ExternalFunction function, const std::vector<llvm::Value*>& arguments, int returned_bits);
}
// Arguments are pointers and numbers of 32 or 64 bits.
template <class... Arguments>
void call(ExternalFunction function, Arguments... arguments) {
    detail::call(function, {arguments.value...}, 0);
}
template <RecordedValue T, class... Arguments>
T call_for(ExternalFunction function, Arguments... arguments) {
    return T(detail::call(function, {arguments.value...}, static_cast<int>(T::Lanes::bits)));
}
template <class... Arguments>
Pointer call_for_pointer(ExternalFunction function, Arguments... arguments) {
    return Pointer(detail::call(function, {arguments.value...}, -1));
}

}  // namespace runtime::jit
