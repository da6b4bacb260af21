#include "glsl/check/access_paths.h"

namespace glsl {

Variable* root_of(const Expression* expression) {
    for (;;) {
        if (const auto* reference = as<Reference>(expression)) return reference->variable;
        if (const auto* swizzle = as<Swizzle>(expression))
            expression = swizzle->operand;
        else if (const auto* index = as<Index>(expression))
            expression = index->operand;
        else if (const auto* member = as<MemberAccess>(expression))
            expression = member->operand;
        else
            return nullptr;
    }
}

bool is_own_vertex(const Expression* path) {
    for (;;) {
        if (const auto* index = as<Index>(path)) {
            const auto* reference = as<Reference>(index->operand);
            const auto* by = as<Reference>(index->index);
            if (reference) return by && by->variable->builtin && by->variable->name == "gl_InvocationID";
            path = index->operand;
        } else if (const auto* member = as<MemberAccess>(path)) {
            path = member->operand;
        } else if (const auto* swizzle = as<Swizzle>(path)) {
            path = swizzle->operand;
        } else {
            return false;
        }
    }
}

bool is_pointed(const Expression* path) {
    for (;;) {
        if (const auto* swizzle = as<Swizzle>(path))
            path = swizzle->operand;
        else if (const auto* index = as<Index>(path))
            path = index->operand;
        else if (const auto* member = as<MemberAccess>(path))
            path = member->operand;
        else
            return as<Dereference>(path) != nullptr;
    }
}

bool is_structure_member(const Expression* path) {
    for (;;) {
        if (const auto* index = as<Index>(path)) {
            path = index->operand;
        } else if (const auto* swizzle = as<Swizzle>(path)) {
            path = swizzle->operand;
        } else if (const auto* member = as<MemberAccess>(path)) {
            const Expression* whole = member->operand;
            while (const auto* element = as<Index>(whole)) whole = element->operand;
            const auto* block = as<Reference>(whole);
            if (!block || !block->variable->block || block->variable->member >= 0) return true;
            path = whole;
        } else {
            return false;
        }
    }
}

bool is_writeonly(const Expression* path) {
    for (;;) {
        if (const auto* reference = as<Reference>(path)) {
            const Qualifiers& own = reference->variable->qualifiers;
            return own.writeonly && own.storage == Storage::Buffer;
        }
        if (const auto* member = as<MemberAccess>(path)) {
            const Expression* operand = member->operand;
            while (const auto* index = as<Index>(operand)) operand = index->operand;
            const auto* block = as<Reference>(operand);
            if (block && block->variable->block && block->variable->member < 0 &&
                block->variable->block->members[static_cast<size_t>(member->member)].qualifiers.writeonly)
                return true;
            path = member->operand;
        } else if (const auto* index = as<Index>(path)) {
            path = index->operand;
        } else if (const auto* swizzle = as<Swizzle>(path)) {
            path = swizzle->operand;
        } else {
            return false;
        }
    }
}

}  // namespace glsl
