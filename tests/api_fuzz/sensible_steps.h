// Steps that get random sequences to the more interesting places: what takes several calls that go together.
#pragma once

#include "arguments.h"

// One of them, at random.
void sensible_step(Arguments& arguments);

// Makes the names that steps use, for contexts in which only those that were generated can be bound.
void reserve_names();

// Their names are small, as those of Arguments::name() are: random calls meet their objects. By subject, each a table.
using SensibleStep = void (*)(Arguments& arguments);
std::span<const SensibleStep> drawing_steps();  // sensible_drawing.cpp
std::span<const SensibleStep> object_steps();   // sensible_objects.cpp

// Draws with what there is.
void draw_something(Arguments& arguments);

template <typename T, size_t count>
const T& one_of(Arguments& arguments, const T (&values)[count]) {
    return values[size_t(arguments.number(0, int64_t(count) - 1))];
}
