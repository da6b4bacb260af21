// What the commands of glapi/registry/object_commands.py do: names of objects are made, given objects, and taken away.
#pragma once

#include <memory>
#include <span>
#include <type_traits>

#include "glapi/commands/check_count.h"
#include "glapi/errors.h"
#include "glapi/objects/name_table.h"

namespace glapi {

template <typename T>
void reserve_names(Errors& errors, NameTable<T>& table, GLsizei n, GLuint* names) {
    if (check_count(errors, n)) table.generate({names, static_cast<size_t>(n)});
}

// Objects that have a constructor know their name.
template <typename T>
void make_objects(Errors& errors, NameTable<T>& table, GLsizei n, GLuint* names) {
    if (!check_count(errors, n)) return;
    const std::span made(names, static_cast<size_t>(n));
    table.generate(made);
    for (const GLuint name : made) {
        if constexpr (std::is_aggregate_v<T>)
            table.insert(name, std::make_shared<T>());
        else
            table.insert(name, std::make_shared<T>(name));
    }
}

template <typename T>
void erase_names(Errors& errors, NameTable<T>& table, GLsizei n, const GLuint* names) {
    if (!check_count(errors, n)) return;
    for (const GLuint name : std::span(names, static_cast<size_t>(n))) table.erase(name);
}

}  // namespace glapi
