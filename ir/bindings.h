// The rows of bindings.def, and how they are spelled.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/limits.h"
#include "ir/program.h"

namespace arbasm {

// The limit of a binding's index.
enum class IndexLimit : uint8_t {
    None,
    One,
    Two,
    Four,
    TextureCoordinates,
    GenericAttributes,  // vertex inputs: Limits::generic_attributes; everything else: Limits::generic_varyings
    ClipPlanes,
    VertexUnits,
    DrawBuffers,
    PatchAttributes,
    EnvironmentParameters,
    LocalParameters,
    StorageBuffers,
    Lights,
    Matrices,
};

enum class BindingSide : uint8_t { Input, Output, Parameter };

struct BindingRow {
    BindingKind kind{};
    std::string_view pattern;
    uint32_t where = 0;  // see binding_scope
    IndexLimit limit{};
    InstructionSet first{};
    Option option{};
};

// Where bindings are named: one side of a stage under one instruction set, as a bit of BindingRow::where.
uint32_t binding_scope(Stage stage, InstructionSet set, BindingSide side);

std::span<const BindingRow> binding_rows();

// Whether inputs and results of this kind stand side by side in arrays.
bool comes_in_arrays(BindingKind kind);

// One past the largest index; 0 if the row has no index.
int binding_limit(const BindingRow& row, Stage stage, BindingSide side, const Limits& limits);

// The spelling of a binding in a program of this stage, "fragment.texcoord[1]"; constants are not spelled here.
std::string binding_text(const Binding& binding, Stage stage, InstructionSet set, BindingSide side);

// The binding that binding_text() spells so in a program of NV_gpu_program5; nothing: there is none. Inputs that belong
// to vertices name no vertex.
std::optional<Binding> find_binding(std::string_view text, Stage stage, BindingSide side);

// Whether an input has a value for each vertex of the primitive or patch that comes in.
bool belongs_to_vertex(Stage stage, BindingKind kind);

// The row that spells this kind in this scope; null if it has no spelling there.
const BindingRow* find_binding_row(BindingKind kind, Stage stage, InstructionSet set, BindingSide side);

// The option that unlocks a binding spelled in full ("fragment.layer"); Option::Count: it needs none, or is none.
Option unlocking_option(std::string_view binding, Stage stage, BindingSide side);

// Whether a row's pattern starts with its own prefix ("state.", "primitive.", …).
bool has_own_prefix(const BindingRow& row);

// The word that "~" stands for.
std::string_view thread_prefix(Stage stage);

}  // namespace arbasm
