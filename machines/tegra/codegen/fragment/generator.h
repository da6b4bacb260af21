// The generator of fragment code, stage by stage; the scheduler is a class of its own. Selection makes the graph: every
// component for itself, with the operands' signs kept as the ALU's own modifiers.
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "machines/tegra/codegen/fragment/graph.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {

using namespace arbasm;  // programs, which it selects from

using Vector = std::array<Ref, 4>;

struct Range {
    double low = -INFINITY, high = INFINITY;
};
double times(double a, double b);  // anything times zero is zero
// Of FX10.
inline constexpr double fixed_low = fx10_min * fx10_step, fixed_high = fx10_max * fx10_step;
inline bool fits_fixed(double low, double high) { return low >= fixed_low && high <= fixed_high; }
inline bool is_fixed_number(double x) { return x * 256 == std::floor(x * 256) && fits_fixed(x, x); }

class Generator {
  public:
    // chains: sums of products become MADs behind each other. flags: conditions become numbers of their own as soon as
    // they are known, which costs operations and saves registers.
    Generator(const Program& program, const FragmentOptions& options, bool chains, bool flags = false)
        : program_(program), options_(options), chains_(chains), flags_(flags) {}
    GeneratedFragment run();

  private:
    void refuse(std::string_view reason) {
        const std::string message =
            std::string(spelling(instruction_->opcode)) + " cannot be expressed on Tegra: " + std::string(reason);
        // Once, not for each component.
        if (!generated_.errors.empty() && generated_.errors.back().where.offset == instruction_->where.offset &&
            generated_.errors.back().message == message)
            return;
        generated_.errors.push_back({instruction_->where, message, {}});
    }
    void refuse_all(const std::string& reason) {
        generated_.errors.push_back({{}, "the program cannot be expressed on Tegra: " + reason, {}});
    }

    // ---- nodes
    Node& at(int n) { return graph_.nodes[static_cast<size_t>(n)]; }
    const Node& at(int n) const { return graph_.nodes[static_cast<size_t>(n)]; }
    int add(const Node& node);
    Ref constant(double value);
    bool is(const Ref& r, double value) const {
        return at(r.node).kind == Node::Constant &&
               (r.negate ? -1 : 1) * static_cast<double>(at(r.node).value) == value;
    }
    std::optional<double> known(const Ref& r) const {
        if (at(r.node).kind != Node::Constant) return {};
        return (r.negate ? -1 : 1) * static_cast<double>(at(r.node).value);
    }
    Range range(const Ref& r) const;
    Ref size_of(const Ref& r) const { return range(r).low >= 0 ? r : magnitude(r); }
    bool exact(const Ref& r) const { return at(r.node).exact; }
    void judge(Node& node) const;
    Ref leaf(Node::Kind kind, int index, int component = 0, Range values = {});
    Ref uniform(GeneratedFragment::UniformKind kind, int index, int component);
    Ref alu(uint32_t op, Ref a, Ref b, Ref c, uint32_t compare = compare_none);
    Ref mad(const Ref& a, const Ref& b, const Ref& c) { return alu(alu_mad, a, b, c); }
    Ref mul(const Ref& a, const Ref& b) { return mad(a, b, constant(0)); }
    Ref sum(const Ref& a, const Ref& b) { return mad(a, constant(1), b); }
    Ref select(const Ref& condition, const Ref& negative, const Ref& other) {
        return alu(alu_csel, condition, negative, other);
    }
    Ref test(uint32_t compare, const Ref& a, const Ref& b) { return alu(alu_mad, a, constant(1), minus(b), compare); }
    Ref chain(const std::vector<std::pair<Ref, Ref>>& terms);
    Ref dot(std::vector<std::pair<Ref, Ref>> terms);
    Ref angle(const Ref& a);
    Node same(const Ref& a);
    int copy(const Ref& a);  // a node of its own: a * 1 + 0
    Ref function(uint32_t op, const Ref& a);
    Ref saturated(const Ref& a);
    Ref exponential(const Ref& a) { return function(sfu_ex2, function(sfu_preex2, a)); }
    Ref sine(const Ref& a) { return function(sfu_sin, function(sfu_presin, angle(a))); }
    Ref cosine(const Ref& a) { return function(sfu_cos, function(sfu_precos, angle(a))); }
    Ref blend(const Ref& a, const Ref& b, const Ref& c);
    Ref floor_of(const Ref& a) { return sum(a, minus(function(sfu_frc, a))); }

    // Numbers of varyings that are no attributes of the program, behind those that are: the same of the back face; four
    // clip distances.
    int back_of(int attribute) const { return static_cast<int>(program_.attributes.size()) + attribute; }
    int clip_row(int plane) const { return 2 * static_cast<int>(program_.attributes.size()) + plane / 4; }
    void place_varyings();

    // ---- instructions
    bool supported();
    Ref operand(size_t n, size_t component);
    Ref attribute(int reg, size_t component);
    Ref parameter(int reg, size_t component);
    Ref position(size_t component);
    void write(const Vector& value);
    void assign(uint32_t mask, const Vector& value);
    void select_operation();
#define TEGRA_EACH(opcode, ...) void select_##opcode();
#define TEGRA_ALL TEGRA_EACH
#define TEGRA_WHOLE TEGRA_EACH
#define TEGRA_REFUSED TEGRA_EACH
#include "machines/tegra/codegen/fragment/select_operations.def"
#undef TEGRA_EACH
#undef TEGRA_ALL
#undef TEGRA_WHOLE
#undef TEGRA_REFUSED
    Ref x(size_t n, size_t component) { return operand(n, component); }
    template <class Make>
    void write_each(Make make);
    void write_all(const Ref& value);
    std::vector<std::pair<Ref, Ref>> products(size_t components);
    std::vector<std::pair<Ref, Ref>> products(size_t components, size_t n, size_t component);
    void look_up();
    void kill_where(const Ref& condition, const Ref& yes, const Ref& no);
    void select_program();
    std::optional<int> turns();
    // One where the test holds, as the first operand of a selection: negative there.
    struct Test {
        std::optional<bool> fixed;
        Ref condition;
        bool inverted = false;
    };
    Ref flag(const Test& t);
    Test condition_test(const ConditionMask& mask, size_t component);
    Test any_test(const ConditionMask& mask);
    Ref choose(const Test& t, const Ref& yes, const Ref& no);

    // ---- behind the program
    Ref destination(int target, size_t component);
    void test_alpha(const Ref& alpha);
    Ref blended(int target, const Vector& source, size_t component);
    void finish_colours();

    // ---- the whole
    void count_uses();
    void sink_numbers();
    void optimize();
    void merge_copies();
    void merge_kills();
    void merge_summands();
    void merge_products();
    void merge_factor(Node& node);
    void merge_second_product(Node& node);
    void bypass_copies();
    void drop_unused();
    void assign_precision();
    std::vector<Place> place_constants();

    const Program& program_;
    FragmentOptions options_;
    bool chains_, flags_;
    GeneratedFragment generated_;
    Graph graph_;
    using Key = std::tuple<int, int, int, uint32_t, std::array<Ref, 8>, uint32_t, float>;
    std::map<Key, int> known_;
    std::map<int, Vector> temporaries_;
    std::map<int, Vector> colours_;  // by target
    std::map<int, int> loads_;       // lookups of targets
    std::array<Vector, 2> conditions_{};
    struct Branch {
        std::map<int, Vector> temporaries, colours;
        std::array<Vector, 2> conditions;
        std::map<int, Vector> then_temporaries, then_colours;
        std::array<Vector, 2> then_conditions;
        Test test;
        bool in_else = false;
        Ref mask;
    };
    void end_side(Branch& branch);
    std::vector<Branch> branches_;
    std::map<std::tuple<int, Ref, Ref, Ref, Ref>, int> lookups_;
    const Instruction* instruction_ = nullptr;
    int first_new_ = 0;  // node of the instruction
    Ref zero_, one_;
};

}  // namespace machines::tegra
