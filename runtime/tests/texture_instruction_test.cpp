// Every texture instruction on every target it takes, in all of its forms, in the vertex and the fragment stage:
// against plain scalar code in double precision, written from Table X.17 and the instructions' descriptions. Filters
// are NEAREST here, so that results are exact; sampler_test.cpp has the filters.
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "runtime/testing/test_programs.h"
#include "runtime/testing/texture_targets.h"

namespace runtime {
namespace {

using namespace texture_targets;

// ---- the oracle ----------------------------------------------------------------------------------------------------

using Color = std::array<double, 4>;

struct Inputs {
    std::array<std::array<double, 4>, 2> vector{};  // the coordinates, and those of the second vector
    std::array<double, 4> ddx{}, ddy{};
    std::array<int, 4> offset_x{}, offset_y{};  // offset_x: also offset(v)'s
    double at(int index) const { return vector[static_cast<size_t>(index / 4)][static_cast<size_t>(index % 4)]; }
};

struct Form {
    std::string_view opcode;
    bool clamped = false, sparse = false;
    enum Offset { None, Constant, RunTime } offset = None;
    int component = -1;  // of TXG, TXGO
    bool reads_integers() const { return opcode == "TXF" || opcode == "TXFMS" || opcode == "TXQ"; }
};
constexpr std::array<int, 3> constant_offset{2, -3, 1};

struct Position {
    std::array<double, 3> coordinate{};  // in [0, 1], texels for rectangles
    int face = 0;
};

// Table 3.21 of OpenGL 3.0: the face and (s, t) upon it.
struct FaceAxes {
    int major, s, t;
    int major_sign, s_sign, t_sign;
};
constexpr FaceAxes faces[6] = {{0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
                               {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1}};

Position position_of(const Target& target, const Inputs& in) {
    Position position;
    if (!target.cube()) {
        for (int d = 0; d < target.dimensions; d++) position.coordinate[static_cast<size_t>(d)] = in.at(d);
        return position;
    }
    int major = 0;
    for (int d = 1; d < 3; d++)
        if (std::fabs(in.at(d)) > std::fabs(in.at(major))) major = d;
    position.face = 2 * major + (in.at(major) < 0);
    const FaceAxes& face = faces[position.face];
    const double size = std::fabs(in.at(major));
    position.coordinate = {(face.s_sign * in.at(face.s) / size + 1) / 2, (face.t_sign * in.at(face.t) / size + 1) / 2,
                           0};
    return position;
}

// Level of detail by Equation 3.21 and those before it.
double derived_lod(const Target& target, const Inputs& in, const Position& position) {
    double longest = 0;
    for (const auto& derivative : {in.ddx, in.ddy}) {
        double sum = 0;
        for (int d = 0; d < (target.cube() ? 2 : target.dimensions); d++) {
            double change = derivative[static_cast<size_t>(d)];
            if (target.cube()) {
                // The projection onto the face's plane, differentiated.
                const FaceAxes& face = faces[position.face];
                const int axis = d == 0 ? face.s : face.t;
                const int sign = d == 0 ? face.s_sign : face.t_sign;
                const double m = face.major_sign * in.at(face.major);
                const double dm = face.major_sign * derivative[static_cast<size_t>(face.major)];
                const double c = sign * in.at(axis), dc = sign * derivative[static_cast<size_t>(axis)];
                change = (dc * m - c * dm) / (m * m) / 2;
            }
            const double scaled = change * (target.kind == TextureKind::Rectangle ? 1 : side);
            sum += scaled * scaled;
        }
        longest = std::max(longest, sum);
    }
    return std::log2(longest) / 2;
}

int floor_mod(int a, int n) { return ((a % n) + n) % n; }

struct Oracle {
    const Target& target;
    const Form& form;
    const Inputs& in;
    bool derivatives;

    int layer() const {
        if (target.layer < 0) return 0;
        const double number = std::floor(in.at(target.layer) + 0.5);
        return static_cast<int>(std::min(std::max(number, 0.0), layer_count - 1.0)) * (target.cube() ? 6 : 1);
    }
    double value(int level, std::array<int, 3> index, int face, int c) const {
        const int z = target.kind == TextureKind::Texture3D ? index[2] : layer() + face;
        const int y = target.dimensions == 1 ? 0 : index[1];
        const double texel = texel_value(level, index[0], y, z, 0, c);
        return target.reference < 0 ? texel : in.at(target.reference) <= texel ? 1.0 : 0.0;
    }
    // Repeats, but for cubes and rectangles, which clamp to the edge.
    int wrapped(int index, int size) const {
        if (target.cube() || target.kind == TextureKind::Rectangle) return std::min(std::max(index, 0), size - 1);
        return floor_mod(index, size);
    }
    int offset(int d) const {
        if (form.offset == Form::Constant) return constant_offset[static_cast<size_t>(d)];
        return form.offset == Form::RunTime ? in.offset_x[static_cast<size_t>(d)] : 0;
    }
    // The level of detail before the sampler's limits.
    double lod() const {
        double level =
            derivatives || form.opcode == "TXD" ? derived_lod(target, in, position_of(target, in)) : -INFINITY;
        if (form.opcode == "TXL") level = target.lod < 0 ? 0 : in.at(target.lod);
        if (form.opcode == "TXB") level += target.lod < 0 ? 0 : in.at(target.lod);
        if (form.clamped) level = std::max(level, form.opcode == "TXD" ? in.ddy[3] : in.at(target.clamp));
        return level;
    }
    int level_of(double lambda) const {
        if (!target.mipmapped() || lambda <= 0.5) return 0;
        return std::min(static_cast<int>(std::ceil(lambda + 0.5)) - 1, 4);
    }
    Color color() const {
        const Position position = position_of(target, in);
        const int level = level_of(lod());
        std::array<int, 3> index{};
        for (int d = 0; d < (target.cube() ? 2 : target.dimensions); d++) {
            const int size = size_of(target, level, d);
            const double u =
                position.coordinate[static_cast<size_t>(d)] * (target.kind == TextureKind::Rectangle ? 1 : size);
            index[static_cast<size_t>(d)] = wrapped(static_cast<int>(std::floor(u)) + offset(d), size);
        }
        if (target.reference >= 0) return {value(level, index, position.face, 0), 0, 0, 1};
        Color result;
        for (int c = 0; c < 4; c++) result[static_cast<size_t>(c)] = value(level, index, position.face, c);
        return result;
    }
    Color gathered() const {
        const Position position = position_of(target, in);
        static constexpr int corners[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
        Color result;
        for (int n = 0; n < 4; n++) {
            std::array<int, 3> index{};
            for (int d = 0; d < 2; d++) {
                const double u =
                    position.coordinate[static_cast<size_t>(d)] * (target.kind == TextureKind::Rectangle ? 1 : side) -
                    0.5;
                int i = static_cast<int>(std::floor(u));
                if (form.opcode == "TXGO")
                    i += (d == 0 ? in.offset_x : in.offset_y)[static_cast<size_t>(n)];
                else
                    i += corners[n][d] + offset(d);
                index[static_cast<size_t>(d)] = wrapped(i, side);
            }
            const int component = target.reference >= 0 ? 0 : std::max(form.component, 0);
            result[static_cast<size_t>(n)] = value(0, index, position.face, component);
        }
        return result;
    }
    // Whether rounding may put this elsewhere.
    bool near_a_border() const {
        const double lambda = lod();
        const double up = lambda + 0.5 - std::floor(lambda + 0.5);
        if (up < 1e-3 || up > 1 - 1e-3) return true;
        const Position position = position_of(target, in);
        for (int d = 0; d < (target.cube() ? 2 : target.dimensions); d++) {
            const double u =
                position.coordinate[static_cast<size_t>(d)] * (target.kind == TextureKind::Rectangle ? 1 : side);
            const double half = 2 * u - std::floor(2 * u);
            if (half < 1e-3 || half > 1 - 1e-3) return true;
        }
        return false;
    }
};

// ---- running -------------------------------------------------------------------------------------------------------

struct Stage {
    const char* header;
    const char* input;
    const char* output;
    bool derivatives;
};
constexpr Stage stages[] = {{"!!NVvp5.0", "vertex.texcoord", "result.texcoord[0]", false},
                            {"!!NVfp5.0", "fragment.texcoord", "result.color", true}};

bool needs_second(const Target& target, const Form& form) {
    if (form.opcode == "TXD" || form.opcode == "TXGO" || form.opcode == "TXQ" || form.opcode == "LOD") return false;
    if (form.clamped || target.reference == 4) return true;
    return target.lod == 4 && (form.opcode == "TXB" || form.opcode == "TXL");
}

std::string program_of(const Stage& stage, const Target& target, const Form& form) {
    const auto input = [&](int n) { return std::string(stage.input) + "[" + std::to_string(n) + "]"; };
    std::string text =
        std::string(stage.header) +
        "\nOPTION EXT_sparse_texture2;\nOPTION NV_explicit_multisample;\nOPTION NV_texture_multisample;\n"
        "OPTION ARB_shader_texture_image_samples;\nTEMP r;\n" +
        std::string(form.opcode) + (form.opcode == "TXQ" || form.opcode == "TXQS" ? "" : ".F") +
        (form.clamped ? ".LODCLAMP" : "") + (form.sparse ? ".SPARSE" : "") + " r, ";
    if (form.opcode != "TXQS") text += input(0) + ", ";
    if (form.opcode == "TXD") text += input(2) + ", " + input(3) + ", ";
    if (form.opcode == "TXGO") text += input(4) + ", " + input(5) + ", ";
    if (needs_second(target, form)) text += input(1) + ", ";
    text += "texture[0]";
    if (form.component >= 0) text += std::string(".") + "xyzw"[form.component];
    text += std::string(", ") + target.name;
    const int count = target.dimensions;
    if (form.offset == Form::RunTime) text += ", offset(" + input(4) + ")";
    if (form.offset == Form::Constant) {
        text += ", (";
        for (int d = 0; d < count; d++)
            text += (d ? ", " : "") + std::to_string(constant_offset[static_cast<size_t>(d)]);
        text += ")";
    }
    text += ";\n";
    if (!form.sparse) return text + "MOV.F " + stage.output + ", r;\nEND\n";
    // All memory is there.
    return text + "MOV.F " + stage.output + ", 77;\nMOV.F " + stage.output + " (RESIDENT), r;\nMOV.F " + stage.output +
           " (NONRESIDENT), 55;\nEND\n";
}

// Instruction and target as the descriptions of the instructions allow them.
bool is_taken(const Target& target, const Form& form) {
    const bool shadow = target.reference >= 0, buffer = target.kind == TextureKind::Buffer;
    const std::string_view name = target.name;
    if (form.opcode == "TXFMS") return target.multisample();
    if (form.opcode == "TXQS") return name == "2DMS" || name == "ARRAY2DMS";
    if (form.opcode == "TXQ") return true;
    if (target.multisample()) return false;
    if (form.opcode == "TXF") return !shadow && !target.cube() && !(buffer && form.offset != Form::None);
    if (buffer) return false;
    if (form.offset != Form::None && target.cube()) return false;
    if (form.clamped && target.clamp < 0) return false;
    if (form.opcode == "TXB" || form.opcode == "TXL" || form.opcode == "TXP") {
        if (name == "SHADOWARRAY2D" || name == "SHADOWARRAYCUBE") return false;
        if (name == "SHADOWCUBE") return form.clamped && form.opcode == "TXB";
        return !(form.opcode == "TXP" && name == "ARRAYCUBE");
    }
    if (form.opcode == "TXD") return name != "SHADOWARRAYCUBE";
    if (form.opcode == "TXG") return target.dimensions != 1 && target.kind != TextureKind::Texture3D;
    if (form.opcode == "TXGO") return target.dimensions == 2;
    return true;
}

std::vector<Form> forms() {
    std::vector<Form> all;
    for (const std::string_view opcode :
         {"TEX", "TXB", "TXD", "TXF", "TXFMS", "TXG", "TXGO", "TXL", "TXP", "LOD", "TXQ", "TXQS"}) {
        all.push_back({opcode});
        const bool asks = opcode == "LOD" || opcode == "TXQ" || opcode == "TXQS";
        if (!asks) all.push_back({opcode, false, true});
        if (opcode == "TEX" || opcode == "TXB" || opcode == "TXD") all.push_back({opcode, true});
        if (!asks && opcode != "TXFMS" && opcode != "TXGO")
            for (const auto offset : {Form::Constant, Form::RunTime})
                if (opcode != "TXD" || offset == Form::Constant) all.push_back({opcode, false, false, offset});
        if (opcode == "TXG" || opcode == "TXGO")
            for (int c = 0; c < 4; c++) all.push_back({opcode, false, false, Form::None, c});
    }
    return all;
}

// What the lanes of a group are given: random numbers that reach every texel, level and border.
class InputMaker {
  public:
    InputMaker(const Target& target, unsigned seed) : target_(target), random_(seed) {}

    using Group = std::array<Inputs, group_lanes>;
    Group make(const Form& form) {
        Group in;
        for (int quad = 0; quad < group_lanes; quad += 4) make_quad(form, in, quad);
        return in;
    }

  private:
    double between(double low, double high) {
        return static_cast<double>(static_cast<float>(std::uniform_real_distribution<double>(low, high)(random_)));
    }
    int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

    void make_quad(const Form& form, Group& in, int quad) {
        Inputs first;
        const double scale = target_.kind == TextureKind::Rectangle ? side : 1;
        for (double& c : first.vector[0]) c = between(-1.5, 2.5) * scale;
        for (double& c : first.vector[1]) c = between(-1, 5);
        const double step = std::exp2(between(-1, 4)) / side * scale;
        for (double& c : first.ddx) c = between(-1, 1) * step;
        for (double& c : first.ddy) c = between(-1, 1) * step;
        if (target_.layer >= 0)
            first.vector[0][static_cast<size_t>(target_.layer)] = whole(-1, layer_count) + between(-0.4, 0.4);
        for (int lane = quad; lane < quad + 4; lane++)
            in[static_cast<size_t>(lane)] = of_lane(form, first, scale, lane);
        // What the hardware sees of the quad.
        if (form.opcode != "TXD")
            for (int lane = quad; lane < quad + 4; lane++)
                for (size_t d = 0; d < 3; d++) {
                    const auto at = [&](int n) { return in[static_cast<size_t>(quad + n)].vector[0][d]; };
                    in[static_cast<size_t>(lane)].ddx[d] = at(1) - at(0);
                    in[static_cast<size_t>(lane)].ddy[d] = at(2) - at(0);
                }
    }

    Inputs of_lane(const Form& form, const Inputs& first, double scale, int lane) {
        const bool integers = form.reads_integers();
        Inputs own = first;
        const bool implicit = form.opcode != "TXD" && form.opcode != "TXL";
        for (size_t d = 0; d < 3 && implicit; d++) {
            if (static_cast<int>(d) == target_.layer || static_cast<int>(d) == target_.reference) continue;
            own.vector[0][d] =
                static_cast<float>(first.vector[0][d] + (lane & 1) * first.ddx[d] + (lane >> 1 & 1) * first.ddy[d]);
        }
        if (!implicit)
            for (size_t d = 0; d < 3; d++)
                if (static_cast<int>(d) != target_.layer) own.vector[0][d] = between(-1.5, 2.5) * scale;
        // References lie between the values that texels have.
        if (target_.reference >= 0)
            own.vector[static_cast<size_t>(target_.reference / 4)][static_cast<size_t>(target_.reference % 4)] =
                (whole(0, 4095) + 0.5) / 4096;
        if (target_.lod == 3 && target_.layer != 3) own.vector[0][3] = between(-2, 5);
        if (target_.lod == 4) own.vector[1][0] = between(-2, 5);
        if (target_.clamp >= 0) own.vector[1][static_cast<size_t>(target_.clamp - 4)] = between(0, 5);
        own.ddy[3] = between(0, 5);
        for (size_t n = 0; n < 4; n++) own.offset_x[n] = whole(-8, 7), own.offset_y[n] = whole(-8, 7);
        if (integers) {
            for (double& c : own.vector[0]) c = whole(-2, side + 1);
            if (target_.kind == TextureKind::Buffer) own.vector[0][0] = whole(-3, buffer_size + 3);
            if (target_.layer >= 0) own.vector[0][static_cast<size_t>(target_.layer)] = whole(-1, layer_count);
            own.vector[0][form.opcode == "TXQ" ? 0 : 3] = target_.mipmapped()      ? whole(-1, 5)
                                                          : form.opcode == "TXFMS" ? whole(-1, sample_count)
                                                                                   : 0;
        }
        if (form.opcode == "TXP") own.vector[0][3] = std::exp2(whole(-2, 2));
        return own;
    }

    const Target& target_;
    std::mt19937 random_;
};

void fill_attributes(const arbasm::Program& program, const Form& form, const InputMaker::Group& in, LaneRun& prepared) {
    const bool integers = form.reads_integers();
    for (size_t a = 0; a < program.attributes.size(); a++) {
        const int number = program.attributes[a].binding.index;
        for (int lane = 0; lane < group_lanes; lane++) {
            const Inputs& own = in[static_cast<size_t>(lane)];
            for (size_t c = 0; c < 4; c++) {
                uint32_t& word = prepared.attributes[a].component[c].lane[lane];
                double number_value = 0;
                if (number < 2) number_value = own.vector[static_cast<size_t>(number)][c];
                // TXP divides again.
                if (number == 0 && form.opcode == "TXP" && c < 3) number_value *= own.vector[0][3];
                if (number == 2) number_value = own.ddx[c];
                if (number == 3) number_value = own.ddy[c];
                if (number >= 4)
                    word = static_cast<uint32_t>((number == 4 ? own.offset_x : own.offset_y)[c]);
                else if (integers && number == 0)
                    word = static_cast<uint32_t>(static_cast<int32_t>(number_value));
                else
                    word = bits_of(static_cast<float>(number_value));
            }
        }
    }
}

// What TXQ gives.
std::array<int, 4> queried_size(const Target& target, int level) {
    std::array<int, 4> size{};
    if (target.kind == TextureKind::Buffer) {
        size[0] = buffer_size;
    } else if (level >= 0 && level <= 4) {
        const int dimensions = target.cube() ? 2 : target.dimensions;
        for (int d = 0; d < dimensions; d++) size[static_cast<size_t>(d)] = size_of(target, level, d);
        if (target.layer >= 0) size[static_cast<size_t>(dimensions)] = layer_count;
    }
    size[3] = target.mipmapped() ? 5 : 1;
    return size;
}

// What TXF and TXFMS give.
Color fetched(const Target& target, const Form& form, const Inputs& own, const Oracle& oracle) {
    Color wanted{};
    const bool multisample = form.opcode == "TXFMS";
    const int extra = static_cast<int>(own.vector[0][3]);
    const int level = multisample || !target.mipmapped() ? 0 : extra, sample = multisample ? extra : 0;
    std::array<int, 3> index{};
    bool inside = level >= 0 && level <= 4 && sample >= 0 && sample < (multisample ? sample_count : 1);
    for (int d = 0; d < target.dimensions; d++) {
        const int i = index[static_cast<size_t>(d)] =
            static_cast<int>(own.vector[0][static_cast<size_t>(d)]) + oracle.offset(d);
        inside = inside && i >= 0 && i < (target.kind == TextureKind::Buffer ? buffer_size : size_of(target, level, d));
    }
    int z = target.kind == TextureKind::Texture3D ? index[2] : 0;
    if (target.layer >= 0) z = static_cast<int>(own.vector[0][static_cast<size_t>(target.layer)]);
    if (target.layer >= 0) inside = inside && z >= 0 && z < layer_count;
    for (int c = 0; c < 4 && inside; c++)
        wanted[static_cast<size_t>(c)] =
            texel_value(level, index[0], target.dimensions == 1 ? 0 : index[1], z, sample, c);
    return wanted;
}

class TextureInstruction : public testing::TestWithParam<Target> {};

TEST_P(TextureInstruction, DoesWhatItsSpecificationSays) {
    const Target& target = GetParam();
    const auto texture = make_texture(target);
    Sampler sampler;
    sampler.min_filter = sampler.mag_filter = Filter::Nearest;
    sampler.mip_filter = MipFilter::Nearest;
    sampler.compare = target.reference >= 0;
    sampler.seamless_cube = false;
    if (target.cube() || target.kind == TextureKind::Rectangle)
        sampler.wrap_s = sampler.wrap_t = sampler.wrap_r = Wrap::ClampToEdge;
    const TextureBinding binding(texture, sampler);
    InputMaker maker(target, static_cast<unsigned>(&target - targets) + 7);
    int compared = 0, expected_forms = 0;
    for (const Stage& stage : stages)
        for (const Form& form : forms()) {
            const std::string text = program_of(stage, target, form);
            const arbasm::ParseResult parsed = arbasm::parse(text);
            ASSERT_EQ(parsed.program != nullptr, is_taken(target, form))
                << text << (parsed.errors.empty() ? "" : arbasm::format(parsed.errors[0], text));
            if (!parsed.program) continue;
            expected_forms++;
            for (int round = 0; round < 6; round++) {
                const InputMaker::Group in = maker.make(form);
                const LaneRun run = run_program(parsed.program, [&](LaneRun& prepared) {
                    fill_attributes(*parsed.program, form, in, prepared);
                    prepared.environment.textures = {&binding, 1};
                });
                for (int lane = 0; lane < group_lanes; lane++) {
                    const Inputs& own = in[static_cast<size_t>(lane)];
                    const Oracle oracle{target, form, own, stage.derivatives};
                    const auto fail = [&] {
                        std::string where = std::string(text) + "lane " + std::to_string(lane) + ":";
                        for (const auto& vector : own.vector)
                            for (const double c : vector) where += " " + std::to_string(c);
                        return where + " lod " + std::to_string(oracle.lod());
                    };
                    if (form.opcode == "TXQS") {
                        for (int c = 0; c < 4; c++) ASSERT_EQ(run.result(lane, c), sample_count + 0u) << fail();
                        compared++;
                        continue;
                    }
                    if (form.opcode == "TXQ") {
                        const int level = target.mipmapped() ? static_cast<int>(own.vector[0][0]) : 0;
                        const std::array<int, 4> size = queried_size(target, level);
                        for (int c = 0; c < 4; c++)
                            ASSERT_EQ(run.result(lane, c), static_cast<uint32_t>(size[static_cast<size_t>(c)]))
                                << fail();
                        compared++;
                        continue;
                    }
                    Color wanted{};
                    if (form.opcode == "TXF" || form.opcode == "TXFMS") {
                        wanted = fetched(target, form, own, oracle);
                    } else if (form.opcode == "LOD") {
                        const double lambda = oracle.lod();
                        if (!std::isfinite(lambda)) continue;
                        if (oracle.near_a_border()) continue;
                        EXPECT_NEAR(run.value(lane, 1), lambda, 1.0 / 64) << fail();
                        EXPECT_EQ(run.value(lane, 0), oracle.level_of(lambda)) << fail();
                        compared++;
                        continue;
                    } else {
                        if (oracle.near_a_border()) continue;
                        wanted = form.opcode == "TXG" || form.opcode == "TXGO" ? oracle.gathered() : oracle.color();
                    }
                    compared++;
                    for (int c = 0; c < 4; c++)
                        ASSERT_EQ(run.value(lane, c), static_cast<float>(wanted[static_cast<size_t>(c)]))
                            << "component " << c << " of\n"
                            << fail();
                }
            }
        }
    EXPECT_GT(compared, expected_forms * 100);
}
INSTANTIATE_TEST_SUITE_P(Targets, TextureInstruction, testing::ValuesIn(targets),
                         [](const testing::TestParamInfo<Target>& named) {
                             return std::string("On") + named.param.name;
                         });

// TXG: sRGB texels are linear before they are gathered, the border colour is one of the four, swizzles come last.
TEST(TextureGather, DecodesAndMeetsTheBorder) {
    auto texture = std::make_shared<Texture>();
    texture->kind = TextureKind::Texture2D;
    texture->format = Format::Rgba8Srgb;
    texture->swizzle = {Channel::Green, Channel::Blue, Channel::One, Channel::Red};
    auto image = std::make_shared<Image>(texture->format, Extent{4, 4, 1});
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++)
            for (int c = 0; c < 4; c++)
                reinterpret_cast<uint8_t*>(image->row(y))[4 * x + c] = static_cast<uint8_t>(64 * y + 16 * x + 3 * c);
    texture->levels.push_back(image);
    Sampler sampler;
    sampler.wrap_s = sampler.wrap_t = Wrap::ClampToBorder;
    sampler.border_color = {bits_of(0.125f), bits_of(0.25f), bits_of(0.5f), bits_of(0.75f)};
    const TextureBinding binding(texture, sampler);
    const auto linear = [](int x, int y, int c) {
        const double encoded = (64 * y + 16 * x + 3 * c) / 255.0;
        return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
    };
    // Around the right edge, between rows 1 and 2.
    for (const auto& [component, channel] : std::map<char, int>{{'x', 1}, {'y', 2}, {'z', -1}, {'w', 0}}) {
        const LaneRun run =
            run_program(parse_program(std::string("!!NVfp5.0\nTXG.F result.color, {1.0, 0.5, 0, 0}, texture[0].") +
                                      component + ", 2D;\nEND\n"),
                        [&](LaneRun& prepared) {
                            prepared.environment.textures = {&binding, 1};
                        });
        const double border = channel < 0 ? 1 : float_of(sampler.border_color[static_cast<size_t>(channel)]);
        const double wanted[4] = {channel < 0 ? 1 : linear(3, 2, channel), border, border,
                                  channel < 0 ? 1 : linear(3, 1, channel)};
        // The bound of the samplers' curve (docs/numerics.md).
        for (int c = 0; c < 4; c++) EXPECT_NEAR(run.value(7, c), wanted[c], 3.5e-5) << component << c;
    }
}

}  // namespace
}  // namespace runtime
