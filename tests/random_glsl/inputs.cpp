#include "inputs.h"

#include <cstring>

#include "ir/switches.h"

namespace random_glsl {

using arbasm::BindingKind;
using arbasm::Stage;
using namespace glsl;

namespace {

uint64_t mixed(uint64_t value) {
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

uint64_t hash_of(std::string_view name) {
    uint64_t hash = 14695981039346656037u;
    for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
    return hash;
}

template <class T>
T random_real(uint64_t chance) {
    static constexpr T special[] = {T(0), T(-0.0), T(1), T(-1), T(0.5), T(1000000), T(1e-3), T(255)};
    if (chance % 12 == 0) return special[chance / 16 % std::size(special)];
    const auto whole = static_cast<T>(static_cast<int64_t>(chance >> 8 & 0xff) - 128);
    if (chance % 4 == 0) return whole + static_cast<T>(static_cast<double>(chance >> 32) * 0x1p-34);
    return std::ldexp(whole, -static_cast<int>(chance >> 20 & 7));
}

template <class T>
T random_whole(uint64_t chance) {
    switch (chance % 8) {
        case 0: return static_cast<T>(chance >> 3);
        case 1: return static_cast<T>(chance >> 8 & 0xffff);
        case 2:
            return static_cast<T>((chance >> 8 & 1 ? uint64_t{1} << (8 * sizeof(T) - 1) : ~uint64_t{0}) -
                                  (chance >> 9 & 1));
        default: return static_cast<T>(static_cast<int64_t>(chance >> 8 & 31) - (std::is_signed_v<T> ? 12 : 0));
    }
}

Number random_number(Scalar scalar, uint64_t chance) {
    const Number number = with_type(scalar, [&](auto kind) {
        using T = decltype(kind);
        if constexpr (std::is_same_v<T, bool>)
            return make((chance >> 7 & 1) != 0);
        else if constexpr (std::is_floating_point_v<T>)
            return make(random_real<T>(chance));
        else
            return make(random_whole<T>(chance));
    });
    return scalar == Scalar::Float16 ? to_half(number) : number;
}

void add_columns(const Type* type, bool pairs, size_t& at, std::vector<Column>& columns) {
    if (type->is_array()) {
        for (int64_t n = 0; n < elements_of(type); n++) add_columns(type->element, pairs, at, columns);
    } else if (type->is_structure()) {
        for (const Member& member : type->structure->members) add_columns(member.type, pairs, at, columns);
    } else {
        for (int c = 0; c < type->columns; c++, at += type->rows) {
            if (!pairs || !is_wide(type->scalar)) {
                columns.push_back({at, type->rows, false});
                continue;
            }
            columns.push_back({at, 2 * std::min<int>(type->rows, 2), true});
            if (type->rows > 2) columns.push_back({at + 2, 2 * (type->rows - 2), true});
        }
    }
}

// The names by which the application knows the parts of a uniform, and where their numbers begin.
void add_names(const std::string& name, const Type* type, size_t& at, std::map<std::string, size_t>& names) {
    if (type->is_structure()) {
        for (const Member& member : type->structure->members)
            add_names(name + "." + std::string(member.name), member.type, at, names);
    } else if (type->is_array() && !type->element->is_basic()) {
        for (int n = 0; n < type->size; n++) add_names(name + "[" + std::to_string(n) + "]", type->element, at, names);
    } else {
        names[name] = at;
        at += static_cast<size_t>(count_of(type));
    }
}

void set_bytes(BlockMemory& block, size_t member, const Numbers& numbers, size_t first) {
    std::vector<Scalar> scalars;
    const MemberOffsets& member_offsets = block.offsets.members[member];
    scalars_of(member_offsets.type, scalars);
    for (size_t n = 0; n < scalars.size(); n++) {
        const uint64_t bits = memory_bits(scalars[n], numbers.at(first + n).bits);
        std::memcpy(block.bytes.data() + member_offsets.offsets[n], &bits, static_cast<size_t>(bytes_of(scalars[n])));
    }
}

}  // namespace

std::vector<Column> columns_of(const Type* type, bool pairs) {
    std::vector<Column> columns;
    size_t at = 0;
    add_columns(type, pairs, at, columns);
    return columns;
}

int patch_of(Stage stage, int thread) { return stage == Stage::TessControl ? thread / patch_vertices : thread; }

bool has_vertices(Stage stage) {
    return stage == Stage::Geometry || stage == Stage::TessControl || stage == Stage::TessEvaluation;
}

Inputs::Inputs(const Shader& shader, const LinkedProgram& linked, uint64_t seed,
               std::map<std::string, Numbers> constants)
    : shader_(shader), seed_(seed), constants_(std::move(constants)) {
    for (const Variable* variable : shader.globals) {
        const Storage storage = variable->qualifiers.storage;
        if (storage == Storage::Uniform || storage == Storage::Buffer) {
            const auto constant = constants_.find(std::string(variable->name));
            common_[variable] = constant != constants_.end() ? constant->second : numbers_for(variable, 0);
        }
        if (storage == Storage::In) add_input(variable);
    }
    set_locals(shader, linked);
    find_blocks(shader, linked);
}

Numbers Inputs::numbers_for(const Variable* variable, uint64_t salt) const {
    std::vector<Scalar> scalars;
    scalars_of(variable->type, scalars);
    const uint64_t start = hash_of(variable->name) + mixed(seed_ * 1000003 + salt);
    Numbers numbers;
    for (size_t n = 0; n < scalars.size(); n++) numbers.push_back(random_number(scalars[n], mixed(start + n)));
    return numbers;
}

// What comes in for each vertex differs from patch to patch.
void Inputs::add_input(const Variable* variable) {
    const Type* type = has_vertices(shader_.stage) ? variable->type->element : variable->type;
    Input input{variable, type, columns_of(type, shader_.stage != Stage::Vertex), {}};
    for (int patch = 0; patch <= patch_of(shader_.stage, runtime::group_lanes - 1); patch++)
        input.numbers.push_back(numbers_for(variable, 1 + static_cast<uint64_t>(patch)));
    inputs_.push_back(std::move(input));
}

const Numbers& Inputs::numbers_of(const Input& input, int thread) const {
    return input.numbers[static_cast<size_t>(patch_of(shader_.stage, thread))];
}

void Inputs::set_locals(const Shader& shader, const LinkedProgram& linked) {
    const auto stage = static_cast<size_t>(shader.stage);
    std::map<std::string, std::pair<const Numbers*, size_t>> parts;
    for (const auto& [variable, numbers] : common_) {
        if (variable->block) continue;
        std::map<std::string, size_t> names;
        size_t at = 0;
        add_names(std::string(variable->name), variable->type, at, names);
        for (const auto& [name, first] : names) parts[name] = {&numbers, first};
    }
    locals_.resize(static_cast<size_t>(linked.stages[stage].uniform_registers));
    const auto put = [&](int number, int component, uint32_t word) {
        const auto at = static_cast<size_t>(number);
        if (at >= locals_.size()) locals_.resize(at + 1);
        locals_[at][static_cast<size_t>(component)] = word;
    };
    for (const Uniform& uniform : linked.uniforms) {
        const auto found = parts.find(uniform.name);
        if (uniform.first[stage] < 0 || found == parts.end()) continue;
        const auto& [numbers, first] = found->second;
        const int columns = uniform.type->columns, rows = uniform.type->rows;
        for (int n = 0; n < uniform.array_size * columns; n++)
            for (int r = 0; r < rows; r++) {
                const uint64_t bits = numbers->at(first + static_cast<size_t>(n * rows + r)).bits;
                if (!is_wide(uniform.type->scalar)) {
                    put(uniform.first[stage] + n, r,
                        uniform.type->is_bool() ? (bits ? ~0u : 0u) : static_cast<uint32_t>(bits));
                    continue;
                }
                const int number = (r < 2 ? uniform.first[stage] : uniform.first_high[stage]) + n;
                put(number, r % 2 * 2, static_cast<uint32_t>(bits));
                put(number, r % 2 * 2 + 1, static_cast<uint32_t>(bits >> 32));
            }
    }
}

void Inputs::find_blocks(const Shader& shader, const LinkedProgram& linked) {
    const auto stage = static_cast<size_t>(shader.stage);
    for (const Block* block : shader.blocks) {
        const bool storage = block->qualifiers.storage == Storage::Buffer;
        if (!storage && block->qualifiers.storage != Storage::Uniform) continue;
        for (int element = 0; element < std::max(block->array_size, 1); element++) {
            BlockMemory memory;
            memory.block = block;
            memory.storage = storage;
            memory.offsets = offsets_in(*block);
            memory.members.resize(memory.offsets.members.size());
            memory.bytes.resize(static_cast<size_t>(memory.offsets.size));
            std::string name(block->name);
            if (block->array_size > 0) name += "[" + std::to_string(element) + "]";
            for (const BufferBlock& known : storage ? linked.storage_blocks : linked.uniform_blocks)
                if (known.name == name) memory.number = known.number[stage];
            memory.first = static_cast<size_t>(element * count_of(block->type));
            for (const auto& [variable, numbers] : common_) {
                if (variable->block != block) continue;
                if (variable->member >= 0) {
                    memory.members[static_cast<size_t>(variable->member)] = variable;
                    set_bytes(memory, static_cast<size_t>(variable->member), numbers, 0);
                    continue;
                }
                memory.instance = variable;
                size_t first = memory.first;
                for (size_t n = 0; n < memory.members.size(); n++) {
                    set_bytes(memory, n, numbers, first);
                    first += memory.offsets.members[n].offsets.size();
                }
            }
            blocks_.push_back(std::move(memory));
        }
    }
}

// gl_in[vertex].gl_Position.
float Inputs::position(int thread, int vertex, int component) const {
    const uint64_t patch = static_cast<uint64_t>(patch_of(shader_.stage, thread));
    return random_real<float>(mixed(seed_ + patch * 1000 + static_cast<uint64_t>(vertex * 4 + component)));
}

void Inputs::give(Evaluator& evaluator, int thread) const {
    for (const auto& [variable, numbers] : common_) evaluator.storage(variable) = numbers;
    for (const Input& input : inputs_) evaluator.storage(input.variable) = numbers_of(input, thread);
    for (const Variable* variable : shader_.builtins) {
        Numbers& numbers = evaluator.storage(variable);
        const auto at = static_cast<uint32_t>(thread);
        if (variable->name == "gl_LocalInvocationIndex") numbers = {make(at)};
        if (variable->name == "gl_GlobalInvocationID") numbers = {make(at), make(0u), make(0u)};
        if (variable->name == "gl_VertexID") numbers = {make(at + 7)};
        if (variable->name == "gl_InvocationID")
            numbers = {make(shader_.stage == Stage::TessControl ? at % patch_vertices : 0)};
        if (variable->name == "gl_in") {
            const Type* const vertex = variable->type->element;
            const auto each = static_cast<size_t>(count_of(vertex));
            size_t first = 0;
            for (const Member& member : vertex->structure->members) {
                if (member.name == "gl_Position")
                    for (size_t n = 0; n * each < numbers.size(); n++)
                        for (size_t c = 0; c < 4; c++)
                            numbers[n * each + first + c] =
                                make(position(thread, static_cast<int>(n), static_cast<int>(c)));
                first += static_cast<size_t>(count_of(member.type));
            }
        }
        if (variable->name == "gl_TessCoord")
            for (size_t c = 0; c < 3; c++) numbers[c] = make(static_cast<float>((at + 3 * c) % 16) / 16.0f);
    }
}

uint32_t Inputs::attribute(const arbasm::Attribute& attribute, int component, int thread, int vertex) const {
    const auto at = static_cast<uint32_t>(thread);
    ASMGL_SOME_CASES
    switch (attribute.binding.kind) {
        case BindingKind::LocalIndex:
        case BindingKind::LocalId:
        case BindingKind::GlobalId: return component == 0 ? at : 0;
        case BindingKind::GroupCount: return 1;
        case BindingKind::GroupSize: return component == 0 ? group_threads : 1;
        case BindingKind::VertexId: return at + 7;
        case BindingKind::Invocation: return shader_.stage == Stage::TessControl ? at % patch_vertices : 0;
        case BindingKind::VertexCount: return shader_.stage == Stage::Geometry ? primitive_vertices : patch_vertices;
        case BindingKind::TessCoord:
            return component > 2 ? 0
                                 : std::bit_cast<uint32_t>(
                                       static_cast<float>((at + 3 * static_cast<uint32_t>(component)) % 16) / 16.0f);
        case BindingKind::Position: return std::bit_cast<uint32_t>(position(thread, vertex, component));
        case BindingKind::GenericAttrib: break;
        default: return 0;
    }
    ASMGL_END_SOME_CASES
    for (const Input& input : inputs_) {
        const int number = attribute.binding.index - input.variable->qualifiers.layout.location;
        if (number < 0 || number >= static_cast<int>(input.columns.size())) continue;
        const Column& column = input.columns[static_cast<size_t>(number)];
        if (component >= column.components) return 0;
        const bool per_vertex = has_vertices(shader_.stage);
        const size_t start = per_vertex ? static_cast<size_t>(vertex) * static_cast<size_t>(count_of(input.type)) : 0;
        const Numbers& numbers = numbers_of(input, thread);
        const size_t which = start + column.number(component);
        if (which >= numbers.size()) return 0;
        return attribute.binding.high ? static_cast<uint32_t>(numbers[which].bits >> 32)
                                      : column.word(numbers[which].bits, component);
    }
    return 0;
}

}  // namespace random_glsl
