#include "generator.h"
#include "shader_writer.h"

namespace random_glsl {

using arbasm::Stage;

ShaderWriter::ShaderWriter(Stage stage, uint64_t seed)
    : stage_(stage), random_(seed * 6 + static_cast<uint64_t>(stage) + 0x9e3779b97f4a7c15u) {
    doubles_ = chance(3);
    wide_integers_ = chance(4);
    small_ = chance(3);
    straight_ = chance(4);
    demotes_ = stage == Stage::Fragment && chance(3);
}

// ---- kinds

Scalar ShaderWriter::small_integer() {
    static const std::vector<Scalar> scalars = {Scalar::Int8, Scalar::Uint8, Scalar::Int16, Scalar::Uint16};
    return one_of(scalars);
}
Scalar ShaderWriter::small_scalar() { return chance(3) ? Scalar::Float16 : small_integer(); }

Scalar ShaderWriter::random_scalar() {
    if (doubles_ && chance(5)) return Scalar::Double;
    if (wide_integers_ && chance(5)) return chance(2) ? Scalar::Int64 : Scalar::Uint64;
    if (small_ && chance(2)) return small_scalar();
    static const std::vector<Scalar> scalars = {Scalar::Bool,  Scalar::Int,   Scalar::Int,  Scalar::Uint,
                                                Scalar::Float, Scalar::Float, Scalar::Float};
    return one_of(scalars);
}

Kind ShaderWriter::random_basic() {
    const Scalar scalar = random_scalar();
    if (glsl::is_floating_point(scalar) && chance(6)) return basic(scalar, 2 + pick(3), 2 + pick(3));
    return basic(scalar, chance(2) ? 1 : 2 + pick(3));
}

Kind ShaderWriter::random_kind() {
    Kind kind = random_basic();
    if (!structures_.empty() && chance(7)) {
        kind = {};
        kind.structure = pick(static_cast<int>(structures_.size()));
    }
    if (chance(6)) kind.sizes = {1 + pick(3)};
    if (kind.is_array() && chance(4)) kind.sizes.push_back(1 + pick(2));
    return kind;
}

// The kind of what goes from stage to stage: no booleans.
Kind ShaderWriter::interface_kind() {
    static const std::vector<Scalar> scalars = {Scalar::Int, Scalar::Uint, Scalar::Float, Scalar::Float};
    Kind kind = basic(one_of(scalars), 1 + pick(4));
    if (kind.scalar == Scalar::Float && chance(6)) kind = basic(Scalar::Float, 2 + pick(3), 2 + pick(3));
    if (small_ && chance(2)) kind = basic(small_scalar(), 1 + pick(4));
    if (chance(6)) kind.sizes = {1 + pick(3)};
    if (doubles_ && chance(6)) kind = basic(Scalar::Double, 1 + pick(4));
    return kind;
}

// How many locations it takes.
int ShaderWriter::locations_of(const Kind& kind) const {
    const bool two = kind.is_wide() && kind.rows > 2 && stage_ != Stage::Vertex;
    return kind.columns * (kind.is_array() ? kind.sizes[0] : 1) * (two ? 2 : 1);
}

// ---- declarations

void ShaderWriter::header() {
    line(chance(3) ? "#version 460" : "#version 450");
    if (wide_integers_) line("#extension GL_ARB_gpu_shader_int64 : require");
    if (small_) line("#extension GL_EXT_shader_explicit_arithmetic_types : require");
    if (demotes_) line("#extension GL_EXT_demote_to_helper_invocation : require");
    switch (stage_) {
        case Stage::Compute: line("layout(local_size_x = " + std::to_string(group_threads) + ") in;"); break;
        case Stage::Geometry:
            line("layout(triangles) in;");
            line("layout(triangle_strip, max_vertices = 8) out;");
            break;
        case Stage::TessControl: line("layout(vertices = " + std::to_string(patch_vertices) + ") out;"); break;
        case Stage::TessEvaluation: line("layout(triangles) in;"); break;
        case Stage::Vertex:
        case Stage::Fragment: break;
    }
}

void ShaderWriter::structures() {
    for (int count = pick(4); count > 0; count--) {
        Structure made{fresh("S"), {}};
        open("struct " + made.name);
        for (int fields = 1 + pick(4); fields > 0; fields--) {
            made.fields.push_back({fresh("m"), random_kind()});
            line(type_name(made.fields.back().kind) + " " + made.fields.back().name + ";");
        }
        close("};");
        structures_.push_back(made);
    }
}

void ShaderWriter::constants() {
    for (int count = pick(5); count > 0; count--) {
        Kind kind = random_basic();
        if (chance(4)) kind.sizes = {1 + pick(3)};
        const std::string name = fresh("k");
        line(constant_mark + type_name(kind) + " " + name + " = " + literal(kind) + ";");
        scope_.push_back({name, kind, false, false, true});
    }
    // What is computed of constants is folded.
    for (int count = pick(3); count > 0; count--) {
        const Kind kind = random_basic();
        const std::string name = fresh("g");
        const bool was_straight = straight_;
        straight_ = true;
        line(type_name(kind) + " " + name + " = " + expression(kind, 4) + ";");
        straight_ = was_straight;
        scope_.push_back({name, kind, true, false, true});
    }
}

void ShaderWriter::uniforms() {
    for (int count = 1 + pick(4); count > 0; count--) {
        const Kind kind = random_kind();
        const std::string name = fresh("u");
        line("uniform " + type_name(kind) + " " + name + ";");
        scope_.push_back({name, kind, false, false, true});
    }
}

void ShaderWriter::block_of(const std::string& head, const std::string& name, bool with_results) {
    std::vector<Entry> members;
    const std::string instance = chance(2) ? fresh("b") : std::string();
    const int blocks = !instance.empty() && !with_results && chance(3) ? 2 + pick(2) : 0;
    open(head + " " + name);
    for (int count = with_results ? 6 : 1 + pick(4); count > 0; count--) {
        Kind kind = random_kind();
        const std::string member = fresh("m");
        const std::string own = chance(5) ? (chance(2) ? "layout(row_major) " : "layout(column_major) ") : "";
        const std::string path = (instance.empty() ? "" : chosen_block(instance, blocks) + ".") + member;
        Kind declared = kind;
        if (with_results) declared.sizes.insert(declared.sizes.begin(), group_threads);
        line(own + type_name(declared) + " " + member + ";");
        members.push_back({with_results ? path + "[gl_LocalInvocationIndex]" : path, kind, with_results, false, true});
    }
    close("} " + instance + (blocks ? "[" + std::to_string(blocks) + "];" : ";"));
    for (Entry& entry : members) {
        scope_.push_back(entry);
        if (with_results) results_.push_back(entry);
    }
}

// Which of an array of blocks it is must be the same for all threads.
std::string ShaderWriter::chosen_block(const std::string& instance, int count) {
    if (!count) return instance;
    for (const Entry& entry : scope_)
        if (entry.name[0] == 'u' && entry.kind == basic(Scalar::Int) && chance(2))
            return instance + "[(" + entry.name + " & 0x7fffffff) % " + std::to_string(count) + "]";
    return instance + "[" + std::to_string(pick(count)) + "]";
}

void ShaderWriter::blocks() {
    if (stage_ == Stage::Compute)
        block_of(std::string("layout(std430, binding = 7") + (chance(3) ? ", row_major" : "") + ") buffer", "Results",
                 true);
    if (straight_) return;
    for (int count = pick(3); count > 0; count--) {
        const bool storage = chance(3), wide = storage && chance(2);
        const std::string rows = chance(4) ? ", row_major" : "";
        block_of(std::string("layout(") + (wide ? "std430" : "std140") + rows + ") " +
                     (storage ? "readonly buffer" : "uniform"),
                 fresh("B"), false);
    }
}

void ShaderWriter::inputs() {
    if (stage_ == Stage::Compute) {
        scope_.push_back({"gl_LocalInvocationIndex", basic(Scalar::Uint), false, false, true});
        scope_.push_back({"gl_GlobalInvocationID", basic(Scalar::Uint, 3), false, false, true});
        return;
    }
    for (int count = 2 + pick(3), location = 0; count > 0 && location < 8; count--) {
        Kind kind = interface_kind();
        if (stage_ == Stage::Vertex && doubles_ && chance(3)) kind = basic(Scalar::Double, 1 + pick(4));
        const int locations = locations_of(kind);
        if (location + locations > 15) continue;
        const std::string name = fresh("i");
        const bool smooth = kind.scalar == Scalar::Float || (kind.scalar == Scalar::Float16 && chance(2));
        const bool flat = stage_ == Stage::Fragment && !smooth;
        std::string text = "layout(location = " + std::to_string(location) + ") " + (flat ? "flat " : "") + "in " +
                           type_name(kind) + " " + name;
        location += locations;
        switch (stage_) {
            case Stage::Geometry:
                text += "[" + std::to_string(primitive_vertices) + "]";
                for (int n = 0; n < primitive_vertices; n++)
                    scope_.push_back({name + "[" + std::to_string(n) + "]", kind, false, false, true});
                break;
            case Stage::TessControl:
                text += "[]";
                scope_.push_back({name + "[gl_InvocationID]", kind, false, false, true});
                scope_.push_back({name + "[" + std::to_string(pick(patch_vertices)) + "]", kind, false, false, true});
                break;
            case Stage::TessEvaluation:
                text += "[]";
                for (int n = 0; n < patch_vertices; n++)
                    scope_.push_back({name + "[" + std::to_string(n) + "]", kind, false, false, true});
                break;
            case Stage::Vertex:
            case Stage::Fragment:
            case Stage::Compute: scope_.push_back({name, kind, false, false, true}); break;
        }
        line(text + ";");
    }
    switch (stage_) {
        case Stage::Vertex: scope_.push_back({"gl_VertexID", basic(Scalar::Int), false, false, true}); break;
        case Stage::Geometry:
            if (chance(2)) scope_.push_back({"gl_in[1].gl_Position", basic(Scalar::Float, 4), false, false, true});
            break;
        case Stage::TessControl: scope_.push_back({"gl_InvocationID", basic(Scalar::Int), false, false, true}); break;
        case Stage::TessEvaluation:
            scope_.push_back({"gl_TessCoord", basic(Scalar::Float, 3), false, false, true});
            break;
        case Stage::Fragment:
        case Stage::Compute: break;
    }
}

void ShaderWriter::outputs() {
    if (stage_ == Stage::Compute) return;
    const bool fragment = stage_ == Stage::Fragment, control = stage_ == Stage::TessControl;
    if (!fragment && !control && chance(2)) {
        scope_.push_back({"gl_Position", basic(Scalar::Float, 4), true, false, true});
        results_.push_back(scope_.back());
    }
    for (int count = 3 + pick(4), location = 0; count > 0 && location < 8; count--) {
        Kind kind = interface_kind();
        if (fragment) kind = basic(kind.is_wide() ? Scalar::Float : kind.scalar, 1 + pick(4));
        const std::string name = fresh("o");
        line("layout(location = " + std::to_string(location) + ") out " + type_name(kind) + " " + name +
             (control ? "[];" : ";"));
        location += locations_of(kind) + (kind.is_wide() ? 1 : 0);
        scope_.push_back({control ? name + "[gl_InvocationID]" : name, kind, true, false, true});
        results_.push_back(scope_.back());
    }
}

void ShaderWriter::globals() {
    for (int count = pick(4); count > 0; count--) {
        const Kind kind = random_kind();
        const std::string name = fresh("g");
        line(type_name(kind) + " " + name + " = " + expression(kind, 3) + ";");
        scope_.push_back({name, kind, true, false, true});
    }
}

// ---- functions

void ShaderWriter::function() {
    FunctionEntry made{fresh("f"), chance(3), random_kind(), {}, !chance(2), 1};
    const size_t visible = scope_.size();
    std::string text = (made.is_void ? "void" : type_name(made.result)) + " " + made.name + "(";
    for (int count = pick(4); count > 0; count--) {
        const Kind kind = random_kind();
        const Mode mode = made.pure && !made.is_void ? Mode::In : static_cast<Mode>(pick(3));
        const std::string name = fresh("p");
        text += (made.parameters.empty() ? "" : ", ") + std::string(mode == Mode::Out     ? "out "
                                                                    : mode == Mode::InOut ? "inout "
                                                                    : chance(6)           ? "const in "
                                                                                          : "");
        const bool constant = text.ends_with("const in ");
        text += type_name(kind) + " " + name;
        made.parameters.push_back({kind, mode});
        scope_.push_back({name, kind, !constant, mode == Mode::Out, false});
    }
    // One without parameters that are written and without effects would be no statement.
    bool writes = false;
    for (const Parameter& parameter : made.parameters) writes |= parameter.mode != Mode::In;
    if (writes) made.pure = false;
    open(text + ")");
    in_effects_ = !made.pure;
    current_ = &made;
    cost_ = 1;
    turns_ = 1;
    // Out parameters are undefined until they are set.
    for (size_t n = visible; n < scope_.size(); n++)
        if (scope_[n].hidden) {
            scope_[n].hidden = false;
            line(scope_[n].name + " = " + literal(scope_[n].kind) + ";");
        }
    const size_t whole = text_.size();
    block(1 + pick(5));
    if (text_.size() == whole) line(";");
    if (!made.is_void) line("return " + expression(made.result, 3) + ";");
    close();
    made.cost = cost_;
    current_ = nullptr;
    scope_.resize(visible);
    in_effects_ = true;
    functions_.push_back(made);
}

void ShaderWriter::shared_exchange() {
    const std::string own = one_of(std::vector<std::string>{"w0", "w1"});
    for (Entry& entry : scope_)
        if (entry.name == own) {
            const Kind kind = entry.kind.element();
            const std::string name = fresh("v");
            line(own + "[gl_LocalInvocationIndex] = " + expression(kind, 3) + ";");
            line("barrier();");
            line(type_name(kind) + " " + name + " = " + own + "[(gl_LocalInvocationIndex + " +
                 std::to_string(pick(group_threads)) + "u) % " + std::to_string(group_threads) + "u];");
            line("barrier();");
            scope_.push_back({name, kind, true, false, false});
            return;
        }
}

void ShaderWriter::emit_vertex() {
    for (const Entry& entry : results_) line(entry.name + " = " + expression(entry.kind, 2) + ";");
    line("EmitVertex();");
    // They are undefined now.
    for (Entry& entry : scope_)
        for (const Entry& result : results_)
            if (entry.name == result.name) entry.hidden = true;
    if (chance(3)) line("EndPrimitive();");
}

void ShaderWriter::main_function() {
    open("void main()");
    cost_ = 0;
    turns_ = 1;
    if (stage_ != Stage::Compute)
        for (const Entry& entry : results_) line(entry.name + " = " + literal(entry.kind) + ";");
    for (int count = 4 + pick(10); count > 0; count--) {
        if (stage_ == Stage::Compute && chance(8))
            shared_exchange();
        else if (stage_ == Stage::Geometry && chance(5) && results_.size() * 4 > 0)
            emit_vertex();
        else
            statement();
    }
    if (stage_ == Stage::Geometry) {
        emit_vertex();
    } else {
        for (const Entry& entry : results_)
            if (!chance(4)) line(entry.name + " = " + expression(entry.kind, 2) + ";");
    }
    close();
}

std::string ShaderWriter::write() {
    header();
    constants();
    structures();
    uniforms();
    blocks();
    inputs();
    if (stage_ == Stage::Compute)
        for (const char* name : {"w0", "w1"}) {
            Kind kind = random_basic();
            kind.sizes = {group_threads};
            if (!chance(2)) continue;
            line("shared " + type_name(kind) + " " + name + ";");
            waits_ = true;
            scope_.push_back({name, kind, false, true, true});
        }
    globals();
    // Functions may read outputs, but not where EmitVertex() leaves them undefined.
    if (stage_ != Stage::Geometry) outputs();
    if (!straight_)
        for (int count = pick(5); count > 0; count--) function();
    if (stage_ == Stage::Geometry) outputs();
    main_function();
    return text_;
}

std::string random_shader(Stage stage, uint64_t seed) { return ShaderWriter(stage, seed).write(); }

}  // namespace random_glsl
