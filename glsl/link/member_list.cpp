#include "glsl/link/member_list.h"

namespace glsl {

void MemberList::add(const std::string& name, const Type* type, int64_t offset, MemoryRules rules, bool top) {
    if (type->is_structure()) {
        for (size_t n = 0; n < type->structure->members.size(); n++) {
            const Member& member = type->structure->members[n];
            const int number = static_cast<int>(n);
            add(name + "." + std::string(member.name), member.type,
                offset + member_offset(*type->structure, number, rules), member_rules(*type->structure, number, rules),
                false);
        }
        return;
    }
    if (type->is_array() && (type->element->is_array() || type->element->is_structure())) {
        const int64_t stride = memory_stride(type, rules);
        // The first element of a storage block's own members stands for all.
        const bool first_only = storage_ && top;
        if (first_only) {
            common_.top_level_array_size = type->size;
            common_.top_level_array_stride = static_cast<int>(stride);
        }
        for (int n = 0; n < (first_only ? 1 : type->size); n++)
            add(name + "[" + std::to_string(n) + "]", type->element, offset + n * stride, rules, false);
        return;
    }
    Uniform added = common_;
    const Type* element = type->is_array() ? type->element : type;
    added.name = name;
    added.type = element;
    added.is_array = type->is_array();
    added.array_size = type->is_array() ? type->size : 1;
    added.offset = static_cast<int>(offset);
    added.array_stride = type->is_array() ? static_cast<int>(memory_stride(type, rules)) : 0;
    added.matrix_stride = element->is_matrix() ? static_cast<int>(memory_stride(element, rules)) : 0;
    added.row_major = element->is_matrix() && rules.row_major;
    list_.push_back(std::move(added));
}

}  // namespace glsl
