// Names of objects of one kind. A name may be reserved (Gen*) without having an object yet (Bind* makes it).
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <unordered_map>

#include "glapi/generated/gl.h"

namespace glapi {

template <typename T>
class NameTable {
  public:
    // Reserves as many unused names.
    void generate(std::span<GLuint> names) {
        for (GLuint& name : names) {
            while (next_ == 0 || objects_.contains(next_)) ++next_;
            name = next_++;
            objects_.emplace(name, nullptr);
        }
    }

    // First of `count` unused consecutive names, which are reserved; 0 if there are none.
    GLuint generate_range(GLuint count) {
        if (count == 0) return 0;
        while (objects_.contains(lowest_)) ++lowest_;
        for (GLuint first = lowest_; first + count - 1 >= first;) {
            GLuint used = 0;
            for (GLuint i = count; i-- > 0 && !used;) {
                if (objects_.contains(first + i)) used = first + i;
            }
            if (!used) {
                for (GLuint i = 0; i < count; ++i) objects_.emplace(first + i, nullptr);
                if (first == lowest_) lowest_ += count;
                return first;
            }
            first = used + 1;
        }
        return 0;
    }

    bool reserved(GLuint name) const { return objects_.contains(name); }

    // Null where there is no such name, or no object yet.
    std::shared_ptr<T> find(GLuint name) const {
        const auto found = objects_.find(name);
        return found == objects_.end() ? nullptr : found->second;
    }
    T* get(GLuint name) const {
        const auto found = objects_.find(name);
        return found == objects_.end() ? nullptr : found->second.get();
    }

    void insert(GLuint name, std::shared_ptr<T> object) { objects_.insert_or_assign(name, std::move(object)); }
    void erase(GLuint name) {
        objects_.erase(name);
        if (name != 0 && name < lowest_) lowest_ = name;
    }
    void erase_range(GLuint first, GLuint count) {
        if (count == 0) return;
        lowest_ = std::min(lowest_, std::max(first, GLuint(1)));
        if (count < objects_.size()) {
            for (GLuint i = 0; i < count; ++i) objects_.erase(first + i);
        } else {
            std::erase_if(objects_, [&](const auto& entry) { return entry.first - first < count; });
        }
    }

    template <typename Function>
    void for_each(Function&& function) const {
        for (const auto& [name, object] : objects_) {
            if (object) function(name, *object);
        }
    }

  private:
    std::unordered_map<GLuint, std::shared_ptr<T>> objects_;
    GLuint next_ = 1;
    GLuint lowest_ = 1;  // all names below are reserved: searches for ranges begin here
};

}  // namespace glapi
