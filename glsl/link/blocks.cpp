#include "glsl/link/blocks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "glsl/link/counters.h"
#include "glsl/link/interface_parts.h"
#include "glsl/link/member_list.h"
#include "glsl/tree/memory_layout.h"

namespace glsl {

namespace {

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

// Before anything is made of it: what a hostile shader declares may be larger than any memory.
bool check_size(LinkContext& context, const Block& block, int64_t size, size_t count) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    const int64_t most =
        storage ? context.options().storage_block_bytes : context.options().limits.parameter_buffer_words * 4;
    const int blocks = storage ? context.options().storage_blocks : context.options().limits.parameter_buffers;
    const std::string name = "the block " + std::string(block.name);
    const std::span<const Member> members = block.type->structure->members;
    for (size_t n = 0; n < members.size(); n++)
        if (members[n].type->is_array() && !members[n].type->size && !(storage && n + 1 == members.size()))
            context.error(name + ": nothing says the size of " + std::string(members[n].name));
    if (size > most)
        context.error(name + " takes " + std::to_string(size) + " bytes, more than " + std::to_string(most));
    else if (count > static_cast<size_t>(blocks))
        context.error(name + " stands for " + std::to_string(count) + " blocks, more than " + std::to_string(blocks));
    else if (name_count(block.type) > most_names)
        context.error(name + " has too many members: " + std::to_string(name_count(block.type)));
    return context.right();
}

class BlockPass {
  public:
    explicit BlockPass(LinkContext& context) : context_(context) {}
    void add(StageUnit& own, const Block& block);

  private:
    struct KnownBlock {
        const Block* block = nullptr;
        size_t first = 0, count = 1;  // of uniform_blocks or storage_blocks
    };
    KnownBlock& known_block(StageUnit& own, const Block& block);
    void make_command_bindable(const KnownBlock& known, const Block& block);
    void add_variables(const Block& block, size_t first, size_t count);

    LinkContext& context_;
    std::map<std::pair<Storage, std::string_view>, KnownBlock> blocks_;
};

void BlockPass::add_variables(const Block& block, size_t first, size_t count) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    std::vector<Uniform>& list = storage ? context_.program().buffer_variables : context_.program().uniforms;
    std::vector<BufferBlock>& blocks = storage ? context_.program().storage_blocks : context_.program().uniform_blocks;
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

// NV_command_list: commands know the block by its binding. There are fewer bindings than uniform buffers.
void BlockPass::make_command_bindable(const KnownBlock& known, const Block& block) {
    for (size_t n = 0; n < known.count; n++) {
        BufferBlock& bindable = context_.program().uniform_blocks[known.first + n];
        bindable.command_bindable = true;
        if (bindable.binding < context_.options().limits.parameter_buffers) continue;
        context_.error("the block " + std::string(block.name) + " is commandBindableNV and has binding " +
                       std::to_string(bindable.binding) + "; there are " +
                       std::to_string(context_.options().limits.parameter_buffers));
        return;
    }
}

BlockPass::KnownBlock& BlockPass::known_block(StageUnit& own, const Block& block) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    std::vector<BufferBlock>& list = storage ? context_.program().storage_blocks : context_.program().uniform_blocks;
    const auto [entry, is_new] = blocks_.try_emplace({block.qualifiers.storage, block.name});
    KnownBlock& known = entry->second;
    if (!is_new) {
        if (const std::string problem = difference(*known.block, block); !problem.empty())
            context_.error("the block " + std::string(block.name) + " " + problem);
        // One shader that says the binding is enough.
        const int binding = block.qualifiers.layout.binding;
        if (context_.right() && binding >= 0 && known.block->qualifiers.layout.binding < 0) {
            for (size_t n = 0; n < known.count; n++) list[known.first + n].binding = binding + static_cast<int>(n);
            known.block = &block;
        }
        if (context_.right() && block.qualifiers.layout.command_bindable) make_command_bindable(known, block);
        return known;
    }
    known = {&block, list.size(), static_cast<size_t>(std::max(block.array_size, 1))};
    const int64_t size = block_layout(block).size;
    if (!check_size(context_, block, size, known.count)) return known;
    for (size_t n = 0; n < known.count; n++) {
        BufferBlock added;
        added.name = block.name;
        if (block.array_size > 0) added.name += element_text(own, block, static_cast<int64_t>(n));
        added.size = size;
        if (block.qualifiers.layout.binding >= 0) added.binding = block.qualifiers.layout.binding + static_cast<int>(n);
        list.push_back(std::move(added));
    }
    add_variables(block, known.first, known.count);
    if (block.qualifiers.layout.command_bindable) make_command_bindable(known, block);
    return known;
}

void BlockPass::add(StageUnit& own, const Block& block) {
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    std::vector<BufferBlock>& list = storage ? context_.program().storage_blocks : context_.program().uniform_blocks;
    const KnownBlock& known = known_block(own, block);
    if (!context_.right()) return;
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
            (storage ? context_.program().buffer_variables : context_.program().uniforms)[static_cast<size_t>(variable)]
                .stages |= bit;
    }
    own.input.blocks[&block] = list[known.first].number[stage];
}

void check_blocks(LinkContext& context) {
    struct Kind {
        const std::vector<BufferBlock>* list;
        const char* name;
        int most;
    };
    const Kind kinds[] = {{&context.program().uniform_blocks, "uniform", context.options().limits.parameter_buffers},
                          {&context.program().storage_blocks, "storage", context.options().storage_blocks}};
    for (const Kind& kind : kinds)
        for (const StageUnit& own : context.units()) {
            int count = 0;
            for (const BufferBlock& block : *kind.list) count += block.number[static_cast<size_t>(own.stage)] >= 0;
            if (!own.shaders.empty() && count > kind.most)
                context.error("the " + std::string(arbasm::stage_name(own.stage)) + " shader has " +
                              std::to_string(count) + " " + kind.name + " blocks, more than " +
                              std::to_string(kind.most));
        }
    // A name without a block's in front belongs to one thing only.
    for (const auto* list : {&context.program().uniforms, &context.program().buffer_variables}) {
        if (context.has_modules() && list == &context.program().buffer_variables)
            continue;  // SPIR-V matches by bindings
        std::map<std::string_view, const Uniform*> names;
        for (const Uniform& uniform : *list) {
            const auto [entry, is_new] = names.try_emplace(uniform.name, &uniform);
            if (!is_new && entry->second->block != uniform.block)
                context.error(uniform.name + " is a member of a block and something else as well");
        }
    }
}

// One behind the other in the work group's memory.
void assign_shared(LinkContext& context, StageUnit& own) {
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
    if (next > context.options().limits.shared_memory)
        context.error("the shared variables take " + std::to_string(next) + " bytes, more than " +
                      std::to_string(context.options().limits.shared_memory));
}

}  // namespace

void assign_blocks(LinkContext& context) {
    BlockPass pass(context);
    for (StageUnit& own : context.units())
        for (const Block* block : own.blocks)
            if (context.right() && is_buffer(*block) && is_active(own, *block)) pass.add(own, *block);
    for (StageUnit& own : context.units()) {
        assign_counters(context, own);
        assign_shared(context, own);
    }
    if (context.right()) check_blocks(context);
    if (context.right()) check_counters(context);
}

}  // namespace glsl
