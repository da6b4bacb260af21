#include "glsl/spirv/variables.h"

#include <algorithm>

#include "glsl/check/constructors.h"
#include "glsl/tree/interface.h"

#include "ir/limits.h"

namespace glsl::spirv {

namespace {

std::optional<Storage> storage_of(StorageClass storage) {
    switch (storage) {
        case StorageClass::UniformConstant:
        case StorageClass::AtomicCounter:
        case StorageClass::Uniform: return Storage::Uniform;
        case StorageClass::StorageBuffer: return Storage::Buffer;
        case StorageClass::Input: return Storage::In;
        case StorageClass::Output: return Storage::Out;
        case StorageClass::Workgroup: return Storage::Shared;
        case StorageClass::Private: return Storage::Global;
        case StorageClass::Function:
        case StorageClass::Image: break;
    }
    return {};
}

}  // namespace

const Type* counters(CheckContext& context, const Type* type) {
    if (type->is_array()) {
        const Type* element = counters(context, type->element);
        return element ? context.array_of(element, type->size) : nullptr;
    }
    return type == basic_type(Scalar::Uint) ? known_type("atomic_uint") : nullptr;
}

// The name, with the id behind it where another variable has it.
std::string Globals::unused_name(const std::string& variable_name, Id id) {
    const auto [entry, is_new] = names_.try_emplace(variable_name, id);
    return is_new ? variable_name : variable_name + " (" + std::to_string(id) + ")";
}

// Modules give outputs that are only captured the location of another one, and drivers take it.
void Globals::free_location(Qualifiers& qualifiers, const std::string& variable_name) const {
    if (qualifiers.storage == Storage::Out && read_.stage() != arbasm::Stage::Fragment &&
        names_.contains(variable_name))
        qualifiers.layout.location = -1;
}

const Pointer* Globals::find(Id id) const {
    const auto found = globals_.find(id);
    return found == globals_.end() ? nullptr : &found->second;
}

void Globals::give(const Instruction& instruction, Variable* variable) {
    const TypeInfo& pointer = types_.at(instruction.type);
    Pointer result;
    result.pointee = pointer.element;
    result.storage = pointer.storage;
    result.lvalue = operations_.reference(variable, instruction.at);
    globals_[instruction.result] = result;
}

void Globals::read(const Instruction& instruction) {
    const TypeInfo* pointer = types_.find(instruction.type);
    const uint32_t at = instruction.at;
    if (!pointer || pointer->opcode != Op::TypePointer) return read_.error(at, "the type of a variable is a pointer");
    const TypeInfo& pointee = types_.at(pointer->element);
    if (!pointee.type || pointee.type->is_void()) return read_.error(at, "there are no variables of this type");
    const StorageClass storage = pointer->storage;
    if (read_.module().decoration(instruction.result, Decoration::DescriptorSet).value_or(0))
        return read_.error(at, "OpenGL has the descriptor set 0 only");
    if (read_.module().has(instruction.result, Decoration::GlslShared) ||
        read_.module().has(instruction.result, Decoration::GlslPacked))
        return read_.error(at, "blocks have explicit layouts");
    switch (storage) {
        case StorageClass::Uniform:
        case StorageClass::StorageBuffer: return add_buffer(instruction, pointee, storage);
        case StorageClass::Input:
        case StorageClass::Output:
            if (const auto number = read_.module().decoration(instruction.result, Decoration::BuiltIn))
                return add_builtin(instruction, pointee, storage, *number);
            return add_varying(instruction, pointee, storage);
        case StorageClass::UniformConstant:
        case StorageClass::Workgroup:
        case StorageClass::Private:
        case StorageClass::Function:
        case StorageClass::AtomicCounter:
        case StorageClass::Image: break;
    }
    add_global(instruction, pointee, storage);
}

// Qualifiers that decorations of a variable, or of a block's member, are.
Qualifiers Globals::decorated(Id id, int32_t member, Storage storage) {
    Qualifiers result;
    result.storage = storage;
    const auto number = [&](Decoration decoration, int32_t otherwise = -1) {
        const auto found = read_.module().decoration(id, decoration, member);
        constexpr uint32_t most = 1 << 24;  // beyond any location and binding, and what can be added to it
        return found ? static_cast<int32_t>(std::min(*found, most)) : otherwise;
    };
    const auto has = [&](Decoration decoration) { return read_.module().has(id, decoration, member); };
    if (has(Decoration::NoPerspective)) result.interpolation = Interpolation::NoPerspective;
    if (has(Decoration::Flat)) result.interpolation = Interpolation::Flat;
    result.patch = has(Decoration::Patch);
    result.centroid = has(Decoration::Centroid);
    result.sample = has(Decoration::Sample);
    result.invariant = has(Decoration::Invariant);
    result.coherent = has(Decoration::Coherent);
    result.is_volatile = has(Decoration::Volatile);
    result.restrict_ = has(Decoration::Restrict);
    result.readonly = has(Decoration::NonWritable);
    result.writeonly = has(Decoration::NonReadable);
    result.layout.location = number(Decoration::Location);
    result.layout.component = number(Decoration::Component);
    result.layout.index = number(Decoration::Index);
    result.layout.stream = number(Decoration::Stream);
    result.layout.binding = number(Decoration::Binding);
    if (feedback_ && storage == Storage::Out) {
        result.layout.xfb_buffer = number(Decoration::XfbBuffer);
        result.layout.xfb_stride = number(Decoration::XfbStride);
        result.layout.xfb_offset = number(Decoration::Offset);
    }
    return result;
}

void Globals::add_global(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage) {
    const uint32_t at = instruction.at;
    const Id id = instruction.result;
    const auto kind = storage_of(storage);
    if (!kind) return read_.error(at, "this storage class is not supported");
    Qualifiers qualifiers = decorated(id, -1, *kind);
    const Type* own = pointee.type;
    const bool opaque = contains(own, [](const Type* part) { return part->is_opaque(); });
    std::string name_text = "variable " + std::to_string(id);
    if (storage == StorageClass::AtomicCounter) {
        own = counters(read_.nodes(), own);
        if (!own) return read_.error(at, "an atomic counter is an unsigned integer");
        qualifiers.layout.offset = static_cast<int32_t>(read_.module().decoration(id, Decoration::Offset).value_or(0));
        name_text =
            "counter " + std::to_string(qualifiers.layout.binding) + ", " + std::to_string(qualifiers.layout.offset);
    } else if (storage == StorageClass::UniformConstant) {
        if (qualifiers.layout.location >= 0)
            name_text = "uniform " + std::to_string(qualifiers.layout.location);
        else if (opaque && qualifiers.layout.binding >= 0)
            name_text = "uniform of binding " + std::to_string(qualifiers.layout.binding);
        else
            name_text = "uniform " + std::to_string(id) + " of the " + std::string(arbasm::stage_name(read_.stage())) +
                        " shader";
        const bool has_images = contains(own, [](const Type* part) { return part->is_image(); });
        const int64_t units = read_.nodes().limit(has_images ? "gl_MaxImageUnits" : "gl_MaxCombinedTextureImageUnits");
        const int64_t last = qualifiers.layout.binding + register_count(own) - 1;
        if (opaque && qualifiers.layout.binding >= 0 && last >= units)
            return read_.error(at, "the binding " + std::to_string(last) + " is beyond the " + std::to_string(units) +
                                       " units there are");
        // Bindings of uniforms that are no samplers and images mean nothing.
        if (!opaque) qualifiers.layout.binding = -1;
        const TypeInfo* image = &pointee;
        while (image->opcode == Op::TypeArray) image = types_.find(image->element);
        if (const Instruction* made = image->opcode == Op::TypeImage ? read_.module().definition(id) : nullptr) {
            const Instruction* definition = read_.module().definition(types_.at(made->type).element);
            while (definition && definition->opcode() == Op::TypeArray)
                definition = read_.module().definition(definition->operand(0));
            if (definition) qualifiers.layout.image_format = image_format(definition->operand(6));
        }
    } else if (storage == StorageClass::Workgroup && read_.stage() != arbasm::Stage::Compute) {
        return read_.error(at, "shared variables are for compute shaders");
    } else if (opaque) {
        return read_.error(at, "textures and images are uniforms");
    }
    Variable* variable = read_.new_variable(unused_name(name_text, id), own, qualifiers, at);
    read_.shader().globals.push_back(variable);
    give(instruction, variable);
    initialise(instruction, variable);
}

void Globals::initialise(const Instruction& instruction, Variable* variable) {
    if (instruction.operands.size() < 2) return;
    Expression* value = constants_.find(instruction.operands[1]);
    if (!value || value->type != variable->type || variable->qualifiers.storage == Storage::Shared)
        return read_.error(instruction.at, "the value that the variable begins with is no constant of its type");
    auto* declaration = read_.nodes().statement<Declaration>(location_of(instruction.at));
    declaration->variable = variable;
    declaration->initialiser = value;
    variable->written = true;
    read_.shader().initialised.push_back(declaration);
}

// A uniform or storage block, or an array of them.
void Globals::add_buffer(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage) {
    const uint32_t at = instruction.at;
    const TypeInfo* whole = &pointee;
    Id structure = types_.at(instruction.type).element;
    int64_t count = -1;
    while (whole->opcode == Op::TypeArray) {
        count = std::abs(count) * whole->type->size;
        structure = whole->element;
        whole = types_.find(structure);
        if (count > 1 << 16) return read_.error(at, "there are too many blocks");
    }
    const bool block = read_.module().has(structure, Decoration::Block);
    const bool buffer_block = read_.module().has(structure, Decoration::BufferBlock);
    if (whole->opcode != Op::TypeStruct || (!block && !buffer_block))
        return read_.error(at, "a buffer is a structure that is decorated as Block or BufferBlock");
    const bool is_storage = buffer_block || storage == StorageClass::StorageBuffer;
    const std::span<const Member> members = whole->type->structure->members;
    auto* made = read_.arena().make<Block>();
    made->qualifiers = decorated(instruction.result, -1, is_storage ? Storage::Buffer : Storage::Uniform);
    made->qualifiers.layout.packing = is_storage ? Packing::Std430 : Packing::Std140;
    std::vector<BlockMember> own;
    for (size_t n = 0; n < members.size(); n++) {
        if (members[n].offset < 0) return read_.error(at, "a member of the block has no Offset");
        const bool unsized = members[n].type->is_array() && !members[n].type->size;
        if (unsized && (!is_storage || n + 1 < members.size()))
            return read_.error(at, "only the last member of a storage block may have no size");
        own.push_back({decorated(structure, static_cast<int32_t>(n), made->qualifiers.storage)});
        // The offsets stand in the type.
        made->qualifiers.coherent |= own.back().qualifiers.coherent;
        made->qualifiers.is_volatile |= own.back().qualifiers.is_volatile;
    }
    const arbasm::Limits limits;
    if (made->qualifiers.layout.binding + std::abs(count) >
        (is_storage ? limits.storage_buffers : limits.uniform_buffers))
        return read_.error(at, "the block's binding is beyond those there are");
    const std::string binding = std::to_string(std::max(made->qualifiers.layout.binding, 0));
    made->name =
        read_.name(unused_name((is_storage ? "storage block " : "uniform block ") + binding, instruction.result));
    made->instance = "block";
    made->type = whole->type;
    made->members = read_.arena().copy(own);
    made->array_size = static_cast<int32_t>(count);
    made->where = location_of(at);
    read_.shader().blocks.push_back(made);
    Variable* variable = read_.new_variable(std::string(made->name), pointee.type, made->qualifiers, at);
    variable->block = made;
    read_.shader().globals.push_back(variable);
    give(instruction, variable);
}

std::string_view Globals::builtin_name(uint32_t number, StorageClass storage, uint32_t at) {
    const BuiltinRow* row = find_builtin(number);
    std::string_view found = !row ? std::string_view() : storage == StorageClass::Input ? row->input : row->output;
    if (found == "gl_PrimitiveID" && storage == StorageClass::Input && read_.stage() == arbasm::Stage::Geometry)
        found = "gl_PrimitiveIDIn";
    if (found.empty()) read_.error(at, "the built-in variable " + std::to_string(number) + " is not supported here");
    return found;
}

void Globals::add_builtin(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage,
                          uint32_t number) {
    const uint32_t at = instruction.at;
    const std::string_view known = builtin_name(number, storage, at);
    if (known.empty()) return;
    const auto* found = as<Reference>(read_.checker().identifier(known, location_of(at)));
    if (!found) return read_.error(at, std::string(known) + " is no variable in this stage");
    Variable* variable = found->variable;
    const Storage expected = storage == StorageClass::Input ? Storage::In : Storage::Out;
    // gl_SubgroupSize is the same for all invocations, and an input for modules.
    const bool constant = known == "gl_SubgroupSize" && expected == Storage::In;
    if (variable->qualifiers.storage != expected && !constant)
        return read_.error(at, std::string(known) + " has another storage class");
    if (variable->type->is_array() && pointee.type->is_array() && !variable->type->size)
        variable->type = read_.nodes().array_of(variable->type->element, pointee.type->size);
    const Qualifiers own = decorated(instruction.result, -1, expected);
    variable->qualifiers.invariant |= own.invariant;
    if (own.layout.xfb_offset >= 0 && own.layout.xfb_buffer >= 0) variable->qualifiers.layout = own.layout;
    if (known == "gl_FragCoord") {
        variable->qualifiers.layout.origin_upper_left = read_.shader().layout.origin_upper_left;
        variable->qualifiers.layout.pixel_center_integer = read_.shader().layout.pixel_center_integer;
    }
    give(instruction, variable);
}

void Globals::add_varying(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage) {
    const uint32_t at = instruction.at;
    Qualifiers qualifiers =
        decorated(instruction.result, -1, storage == StorageClass::Input ? Storage::In : Storage::Out);
    const bool by_vertex = is_by_vertex(qualifiers, read_.stage());
    const TypeInfo* inner = &pointee;
    Id id = types_.at(instruction.type).element;
    std::vector<int32_t> sizes;
    while (inner->opcode == Op::TypeArray) {
        sizes.push_back(inner->type->size);
        id = inner->element;
        inner = types_.find(id);
    }
    if (inner->opcode == Op::TypeStruct && (inner->builtin_block || read_.module().has(id, Decoration::Block)))
        return add_split_block(instruction, id, std::move(sizes), storage);
    if (qualifiers.layout.location < 0) return read_.error(at, "an input or output has no Location");
    const Type* own = pointee.type;
    if (contains(own, [](const Type* part) {
            return part->is_opaque() || part->is_bool() || (part->is_array() && !part->size);
        }))
        return read_.error(at, "an input or output can't be of this type");
    if (by_vertex) {
        if (!own->is_array()) return read_.error(at, "this is no array, and there is one for each vertex");
        own = read_.nodes().array_of(own->element, 0);
    }
    // A structure says where its members are captured; they are so one behind the other.
    if (inner->type->is_structure() && qualifiers.layout.xfb_buffer >= 0 && qualifiers.layout.xfb_offset < 0)
        for (const Member& member : inner->type->structure->members)
            if (member.offset >= 0 &&
                (qualifiers.layout.xfb_offset < 0 || member.offset < qualifiers.layout.xfb_offset))
                qualifiers.layout.xfb_offset = member.offset;
    if (qualifiers.layout.xfb_buffer < 0) qualifiers.layout.xfb_offset = qualifiers.layout.xfb_stride = -1;
    const std::string kind = storage == StorageClass::Input ? "input " : "output ";
    std::string text = kind + std::to_string(qualifiers.layout.location);
    if (qualifiers.layout.component > 0) text += "." + std::to_string(qualifiers.layout.component);
    free_location(qualifiers, text);
    Variable* variable = read_.new_variable(unused_name(text, instruction.result), own, qualifiers, at);
    if (by_vertex) read_.checker().vertex_arrays().size(variable);
    read_.shader().globals.push_back(variable);
    give(instruction, variable);
    if (storage == StorageClass::Output) initialise(instruction, variable);
}

// Members of a block are matched by location, as variables are.
void Globals::add_split_block(const Instruction& instruction, Id structure, std::vector<int32_t> sizes,
                              StorageClass storage) {
    const uint32_t at = instruction.at;
    const TypeInfo& info = types_.at(structure);
    const Storage kind = storage == StorageClass::Input ? Storage::In : Storage::Out;
    Qualifiers whole = decorated(instruction.result, -1, kind);
    split_blocks_.push_back(std::make_unique<SplitBlock>());
    SplitBlock& block = *split_blocks_.back();
    const std::span<const Member> members = info.type->structure->members;
    block.members = members.size();
    for (size_t n = 0; n < members.size(); n++)
        whole.patch |= read_.module().has(structure, Decoration::Patch, static_cast<int32_t>(n));
    block.by_vertex = is_by_vertex(whole, read_.stage());
    if (block.by_vertex && sizes.empty()) return read_.error(at, "this is no array, and there is one for each vertex");
    Pointer pointer;
    pointer.block = &block;
    pointer.pointee = types_.at(instruction.type).element;
    pointer.storage = storage;
    globals_[instruction.result] = pointer;
    if (info.builtin_block) {
        add_builtin_block(instruction, structure, sizes, storage, block);
        return;
    }
    if (block.by_vertex) sizes.erase(sizes.begin());
    if (sizes.size() > 1 || (!sizes.empty() && sizes[0] > 64))
        return read_.error(at, "arrays of this many blocks are not supported");
    if (!sizes.empty()) block.elements = sizes[0];
    int64_t next = whole.layout.location;
    for (int32_t element_number = 0; element_number < std::max(block.elements, 1); element_number++)
        for (size_t n = 0; n < members.size(); n++) {
            Qualifiers own = decorated(structure, static_cast<int32_t>(n), kind);
            own.patch |= whole.patch;
            own.invariant |= whole.invariant;
            if (own.interpolation == Interpolation::None) own.interpolation = whole.interpolation;
            if (own.layout.location >= 0 && element_number == 0) next = own.layout.location;
            if (next < 0) return read_.error(at, "a member of the block has no Location");
            if (next > INT32_MAX) return read_.error(at, "the Location of a member is beyond those there are");
            own.layout.location = static_cast<int32_t>(next);
            next += varying_locations(members[n].type);
            if (own.layout.stream < 0) own.layout.stream = whole.layout.stream;
            if (own.layout.xfb_buffer < 0) own.layout.xfb_buffer = whole.layout.xfb_buffer;
            if (own.layout.xfb_stride < 0) own.layout.xfb_stride = whole.layout.xfb_stride;
            if (own.layout.xfb_buffer < 0) own.layout.xfb_offset = own.layout.xfb_stride = -1;
            // Each of an array of blocks goes into a buffer of its own.
            if (own.layout.xfb_buffer >= 0) own.layout.xfb_buffer += element_number;
            const Type* type = members[n].type;
            if (block.by_vertex) type = read_.nodes().array_of(type, 0);
            std::string text = (kind == Storage::In ? "input " : "output ") + std::to_string(own.layout.location);
            if (own.layout.component > 0) text += "." + std::to_string(own.layout.component);
            free_location(own, text);
            Variable* variable = read_.new_variable(unused_name(text, instruction.result), type, own, at);
            if (block.by_vertex) read_.checker().vertex_arrays().size(variable);
            read_.shader().globals.push_back(variable);
            block.parts.push_back({variable, {}});
        }
}

// gl_PerVertex, as shaders of GLSL declare it again.
bool Globals::add_builtin_block(const Instruction& instruction, Id structure, const std::vector<int32_t>& sizes,
                                StorageClass storage, SplitBlock& block) {
    const uint32_t at = instruction.at;
    const TypeInfo& info = types_.at(structure);
    const bool in = storage == StorageClass::Input;
    const std::string_view instance = !block.by_vertex ? std::string_view() : in ? "gl_in" : "gl_out";
    std::vector<Member> members(info.type->structure->members.begin(), info.type->structure->members.end());
    std::vector<BlockMember> own;
    for (size_t n = 0; n < members.size(); n++) {
        const uint32_t number = *read_.module().decoration(structure, Decoration::BuiltIn, static_cast<int32_t>(n));
        members[n].name = builtin_name(number, storage, at);
        if (members[n].name.empty()) return false;
        own.push_back({decorated(structure, static_cast<int32_t>(n), in ? Storage::In : Storage::Out)});
        block.parts.push_back({nullptr, members[n].name});
    }
    bool& known = in ? has_vertex_in_ : has_vertex_out_;
    if (std::exchange(known, true)) {
        read_.error(at, "there are two blocks of built-in variables");
        return false;
    }
    const Qualifiers whole = decorated(instruction.result, -1, in ? Storage::In : Storage::Out);
    if (read_.stage() != arbasm::Stage::Fragment) {
        Qualifiers qualifiers;
        qualifiers.storage = whole.storage;
        const std::vector<int32_t> own_sizes =
            block.by_vertex ? std::vector<int32_t>{sizes[0]} : std::vector<int32_t>{};
        read_.checker().declare_block(qualifiers, "gl_PerVertex", members, own, instance, own_sizes, location_of(at));
    }
    if (read_.failed()) return false;
    if (block.by_vertex) {
        const auto* found = as<Reference>(read_.checker().identifier(instance, location_of(at)));
        block.whole = found ? found->variable : nullptr;
        return block.whole != nullptr;
    }
    for (size_t n = 0; n < members.size(); n++) {
        Layout layout = own[n].qualifiers.layout;
        if (layout.xfb_buffer < 0) layout.xfb_buffer = whole.layout.xfb_buffer;
        if (layout.xfb_stride < 0) layout.xfb_stride = whole.layout.xfb_stride;
        if (layout.xfb_buffer < 0 || layout.xfb_offset < 0) continue;
        if (const auto* found = as<Reference>(read_.checker().identifier(members[n].name, location_of(at))))
            found->variable->qualifiers.layout = layout;
    }
    return true;
}

}  // namespace glsl::spirv
