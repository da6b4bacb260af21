// What lies in memory: blocks matched by name and numbered for each stage, their members as the application sees them,
// shared variables, atomic counters.
#include <algorithm>

#include "glsl/link/interface_parts.h"
#include "glsl/link/linker.h"
#include "glsl/tree/memory_layout.h"

namespace glsl {

namespace {

uint8_t bit_of(arbasm::Stage stage) { return static_cast<uint8_t>(1u << static_cast<unsigned>(stage)); }

bool is_buffer(const Block& block) {
    return block.qualifiers.storage == Storage::Uniform || block.qualifiers.storage == Storage::Buffer;
}

// A packed block that nobody reads is not there; others are as they are declared.
bool is_active(const StageUnit& own, const Block& block) {
    return block.qualifiers.layout.packing != Packing::Packed ||
           std::any_of(own.active.begin(), own.active.end(),
                       [&](const Variable* variable) { return variable->block == &block; });
}

// Why two blocks of one name are not the same; empty: they are.
std::string difference(const Block& a, const Block& b) {
    if (a.instance.empty() != b.instance.empty()) return "has an instance name in one shader only";
    if (a.array_size != b.array_size) return "is an array of different sizes";
    if (a.qualifiers.layout.packing != b.qualifiers.layout.packing) return "has different layouts";
    const int32_t binding = a.qualifiers.layout.binding, other_binding = b.qualifiers.layout.binding;
    if (binding >= 0 && other_binding >= 0 && binding != other_binding) return "has different bindings";
    const auto &left = a.type->structure->members, &right = b.type->structure->members;
    if (left.size() != right.size()) return "has different members";
    for (size_t n = 0; n < left.size(); n++)
        if (left[n].name != right[n].name || !same_type(left[n].type, right[n].type))
            return "has different members: " + to_string(left[n].type) + " " + std::string(left[n].name) + " and " +
                   to_string(right[n].type) + " " + std::string(right[n].name);
    const BlockLayout own = block_layout(a), other = block_layout(b);
    for (size_t n = 0; n < left.size(); n++)
        if (own.members[n] != other.members[n]) return "has different layouts of " + std::string(left[n].name);
    return {};
}

// Whether a stage uses number n of an array of blocks; of what is no array: whether it uses the block.
bool uses_block(const StageUnit& own, const Block& block, int64_t n) {
    return std::ranges::any_of(own.active, [&](const Variable* variable) {
        if (variable->block != &block) return false;
        const auto uses = own.uses.find(variable);
        if (block.array_size <= 0 || uses == own.uses.end()) return true;
        return std::ranges::any_of(uses->second, [&](const StageUnit::Way& way) {
            int64_t rest = block.array_size, number = n;
            size_t step = 0;
            for (const Type* type = variable->type; type->is_array() && step < way.size(); type = type->element) {
                rest /= std::max(type->size, 1);
                if (const int index = way[step++]; index >= 0 && index != number / rest) return false;
                number %= rest;
            }
            return true;
        });
    });
}

// "[1][0]": which block of an array of arrays number n is.
std::string element_text(const StageUnit& own, const Block& block, int64_t n) {
    std::string text;
    for (const Variable* variable : own.globals) {
        if (variable->block != &block || variable->member >= 0) continue;
        int64_t rest = block.array_size;
        for (const Type* type = variable->type; type->is_array(); type = type->element) {
            rest /= std::max(type->size, 1);
            text += "[" + std::to_string(n / rest) + "]";
            n %= rest;
        }
    }
    return text;
}

// A member taken apart, as add_uniforms() does it for those of the default block.
class MemberList {
  public:
    MemberList(std::vector<Uniform>& list, const Uniform& common, bool storage)
        : list_(list), common_(common), storage_(storage) {}

    void add(const std::string& name, const Type* type, int64_t offset, MemoryRules rules, bool top) {
        if (type->is_structure()) {
            for (size_t n = 0; n < type->structure->members.size(); n++) {
                const Member& member = type->structure->members[n];
                const int number = static_cast<int>(n);
                add(name + "." + std::string(member.name), member.type,
                    offset + member_offset(*type->structure, number, rules),
                    member_rules(*type->structure, number, rules), false);
            }
            return;
        }
        if (type->is_array() && (type->element->is_array() || type->element->is_structure())) {
            const int64_t stride = memory_stride(type, rules);
            // Of a storage block's own members the first element stands for all.
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

  private:
    std::vector<Uniform>& list_;
    Uniform common_;
    bool storage_;
};

}  // namespace

void Linker::add_block_variables(const Block& block, size_t first, size_t count) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    std::vector<Uniform>& list = storage ? result_.buffer_variables : result_.uniforms;
    std::vector<BufferBlock>& blocks = storage ? result_.storage_blocks : result_.uniform_blocks;
    const size_t begin = list.size();
    const BlockLayout layout = block_layout(block);
    for (size_t n = 0; n < layout.members.size(); n++) {
        const Member& member = block.type->structure->members[n];
        Uniform common;
        common.block = static_cast<int>(first);
        std::string name(member.name);
        if (!block.instance.empty()) name.insert(0, std::string(block.name) + ".");
        MemberList(list, common, storage)
            .add(name, member.type, layout.members[n].offset, layout.members[n].rules, true);
    }
    for (size_t n = first; n < first + count; n++)
        for (size_t variable = begin; variable < list.size(); variable++)
            blocks[n].variables.push_back(static_cast<int>(variable));
}

// Before anything is made of it: what a hostile shader declares may be larger than any memory.
bool Linker::check_size(const Block& block, int64_t size, size_t count) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    const int64_t most = storage ? options_.storage_block_bytes : options_.limits.parameter_buffer_words * 4;
    const int blocks = storage ? options_.storage_blocks : options_.limits.parameter_buffers;
    const std::string name = "the block " + std::string(block.name);
    const std::span<const Member> members = block.type->structure->members;
    for (size_t n = 0; n < members.size(); n++)
        if (members[n].type->is_array() && !members[n].type->size && !(storage && n + 1 == members.size()))
            error(name + ": nothing says the size of " + std::string(members[n].name));
    if (size > most)
        error(name + " takes " + std::to_string(size) + " bytes, more than " + std::to_string(most));
    else if (count > static_cast<size_t>(blocks))
        error(name + " stands for " + std::to_string(count) + " blocks, more than " + std::to_string(blocks));
    else if (name_count(block.type) > most_names)
        error(name + " has too many members: " + std::to_string(name_count(block.type)));
    return right_;
}

Linker::KnownBlock& Linker::known_block(StageUnit& own, const Block& block) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    std::vector<BufferBlock>& list = storage ? result_.storage_blocks : result_.uniform_blocks;
    const auto [entry, is_new] = blocks_.try_emplace({block.qualifiers.storage, block.name});
    KnownBlock& known = entry->second;
    if (!is_new) {
        if (const std::string problem = difference(*known.block, block); !problem.empty())
            error("the block " + std::string(block.name) + " " + problem);
        // One shader that says the binding is enough.
        const int binding = block.qualifiers.layout.binding;
        if (right_ && binding >= 0 && known.block->qualifiers.layout.binding < 0) {
            for (size_t n = 0; n < known.count; n++) list[known.first + n].binding = binding + static_cast<int>(n);
            known.block = &block;
        }
        if (right_ && block.qualifiers.layout.command_bindable) make_command_bindable(known, block);
        return known;
    }
    known = {&block, list.size(), static_cast<size_t>(std::max(block.array_size, 1))};
    const int64_t size = block_layout(block).size;
    if (!check_size(block, size, known.count)) return known;
    for (size_t n = 0; n < known.count; n++) {
        BufferBlock added;
        added.name = block.name;
        if (block.array_size > 0) added.name += element_text(own, block, static_cast<int64_t>(n));
        added.size = size;
        if (block.qualifiers.layout.binding >= 0) added.binding = block.qualifiers.layout.binding + static_cast<int>(n);
        list.push_back(std::move(added));
    }
    add_block_variables(block, known.first, known.count);
    if (block.qualifiers.layout.command_bindable) make_command_bindable(known, block);
    return known;
}

// NV_command_list: commands know the block by its binding, of which there are fewer than uniform buffers.
void Linker::make_command_bindable(const KnownBlock& known, const Block& block) {
    for (size_t n = 0; n < known.count; n++) {
        BufferBlock& bindable = result_.uniform_blocks[known.first + n];
        bindable.command_bindable = true;
        if (bindable.binding < options_.limits.parameter_buffers) continue;
        error("the block " + std::string(block.name) + " is commandBindableNV and has binding " +
              std::to_string(bindable.binding) + "; there are " + std::to_string(options_.limits.parameter_buffers));
        return;
    }
}

void Linker::add_block(StageUnit& own, const Block& block) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    std::vector<BufferBlock>& list = storage ? result_.storage_blocks : result_.uniform_blocks;
    const KnownBlock& known = known_block(own, block);
    if (!right_) return;
    const auto stage = static_cast<size_t>(own.stage);
    for (size_t n = known.first; n < known.first + known.count; n++) {
        BufferBlock& found = list[n];
        if (found.number[stage] < 0) {
            int next = 0;
            for (const BufferBlock& other : list) next = std::max(next, other.number[stage] + 1);
            found.number[stage] = next;
        }
        // What the stage declares and never uses has its place, but the stage doesn't refer to it.
        const bool used = uses_block(own, block, static_cast<int64_t>(n - known.first));
        const auto bit = static_cast<uint8_t>(used ? bit_of(own.stage) : 0);
        found.stages |= bit;
        for (const int variable : found.variables)
            (storage ? result_.buffer_variables : result_.uniforms)[static_cast<size_t>(variable)].stages |= bit;
    }
    own.input.blocks[&block] = list[known.first].number[stage];
}

void Linker::check_blocks() {
    struct Kind {
        const std::vector<BufferBlock>* list;
        const char* name;
        int most;
    };
    const Kind kinds[] = {{&result_.uniform_blocks, "uniform", options_.limits.parameter_buffers},
                          {&result_.storage_blocks, "storage", options_.storage_blocks}};
    for (const Kind& kind : kinds)
        for (const StageUnit& own : units_) {
            int count = 0;
            for (const BufferBlock& block : *kind.list) count += block.number[static_cast<size_t>(own.stage)] >= 0;
            if (!own.shaders.empty() && count > kind.most)
                error("the " + std::string(arbasm::stage_name(own.stage)) + " shader has " + std::to_string(count) +
                      " " + kind.name + " blocks, more than " + std::to_string(kind.most));
        }
    // A name without a block's in front belongs to one thing only.
    for (const auto* list : {&result_.uniforms, &result_.buffer_variables}) {
        if (has_modules_ && list == &result_.buffer_variables) continue;  // SPIR-V matches by bindings
        std::map<std::string_view, const Uniform*> names;
        for (const Uniform& uniform : *list) {
            const auto [entry, is_new] = names.try_emplace(uniform.name, &uniform);
            if (!is_new && entry->second->block != uniform.block)
                error(uniform.name + " is a member of a block and something else as well");
        }
    }
}

void Linker::assign_blocks() {
    for (StageUnit& own : units_)
        for (const Block* block : own.blocks)
            if (right_ && is_buffer(*block) && is_active(own, *block)) add_block(own, *block);
    for (StageUnit& own : units_) {
        assign_counters(own);
        assign_shared(own);
    }
    if (right_) check_blocks();
    if (right_) check_counters();
}

// One behind the other in the work group's memory.
void Linker::assign_shared(StageUnit& own) {
    constexpr MemoryRules rules{true, false};
    int64_t& next = own.input.shared_bytes;
    for (const Variable* variable : own.active) {
        if (variable->qualifiers.storage != Storage::Shared) continue;
        // Three components are loaded as four.
        const int64_t alignment = std::max<int64_t>(memory_alignment(variable->type, rules), 16);
        next = (next + alignment - 1) / alignment * alignment;
        own.input.shared_offsets[variable] = next;
        next += memory_size(variable->type, rules);
    }
    next = (next + 15) / 16 * 16;
    if (next > options_.limits.shared_memory)
        error("the shared variables take " + std::to_string(next) + " bytes, more than " +
              std::to_string(options_.limits.shared_memory));
}

BufferBlock& Linker::counter_buffer(StageUnit& own, int binding) {
    std::vector<BufferBlock>& buffers = result_.counter_buffers;
    auto found = std::find_if(buffers.begin(), buffers.end(),
                              [&](const BufferBlock& other) { return other.binding == binding; });
    if (found == buffers.end()) {
        buffers.emplace_back().binding = binding;
        found = buffers.end() - 1;
    }
    const auto stage = static_cast<size_t>(own.stage);
    found->stages |= bit_of(own.stage);
    found->number[stage] = binding;
    if (own.operates_on_counters && found->storage_number[stage] < 0) {
        int next = 0;
        for (const BufferBlock& other : result_.storage_blocks) next = std::max(next, other.number[stage] + 1);
        for (const BufferBlock& other : buffers) next = std::max(next, other.storage_number[stage] + 1);
        found->storage_number[stage] = next;
        own.input.counter_storage[binding] = next;
    }
    return *found;
}

void Linker::assign_counters(StageUnit& own) {
    std::map<std::string, size_t> known;
    for (size_t n = 0; n < result_.uniforms.size(); n++)
        if (result_.uniforms[n].type->kind == TypeKind::AtomicCounter) known[result_.uniforms[n].name] = n;
    int64_t count = 0;
    for (const Variable* variable : own.active) {
        if (innermost(variable->type)->kind != TypeKind::AtomicCounter) continue;
        count += register_count(variable->type);
        BufferBlock& buffer = counter_buffer(own, std::max(variable->qualifiers.layout.binding, 0));
        const int64_t offset = std::max(variable->qualifiers.layout.offset, 0);
        const int64_t end = offset + memory_size(variable->type, {true, false});
        buffer.size = std::max(buffer.size, end);
        if (end > options_.limits.counter_buffer_words * int64_t{4} ||
            buffer.binding >= options_.limits.counter_buffers || count > options_.atomic_counters) {
            error("the atomic counter " + std::string(variable->name) + " is beyond those there are");
            return;
        }
        Uniform common;
        common.block = static_cast<int>(&buffer - result_.counter_buffers.data());
        std::vector<Uniform> list;
        MemberList(list, common, false).add(std::string(variable->name), variable->type, offset, {true, false}, true);
        for (Uniform& added : list) {
            const auto [entry, is_new] = known.try_emplace(added.name, result_.uniforms.size());
            if (is_new) {
                added.stages = bit_of(own.stage);
                buffer.variables.push_back(static_cast<int>(result_.uniforms.size()));
                result_.uniforms.push_back(std::move(added));
                continue;
            }
            Uniform& found = result_.uniforms[entry->second];
            if (found.offset != added.offset || found.block != added.block || found.array_size != added.array_size)
                error("the atomic counter " + added.name + " is declared differently in two stages");
            found.stages |= bit_of(own.stage);
        }
    }
}

// Counters of different names share nothing, in whichever stages they are.
void Linker::check_counters() {
    for (const BufferBlock& buffer : result_.counter_buffers) {
        std::map<int, const Uniform*> taken;
        for (const int number : buffer.variables) {
            const Uniform& counter = result_.uniforms[static_cast<size_t>(number)];
            taken.try_emplace(counter.offset, &counter);
        }
        int end = 0;
        for (const auto& [offset, counter] : taken) {
            if (offset < end) error("the atomic counter " + counter->name + " overlaps another one");
            end = std::max(end, offset + 4 * counter->array_size);
        }
        if (taken.size() < buffer.variables.size())
            error("two atomic counters begin at the same place of binding " + std::to_string(buffer.binding));
    }
}

}  // namespace glsl
