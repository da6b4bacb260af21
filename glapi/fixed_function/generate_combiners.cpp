// Register combiners (NV_register_combiners, NV_register_combiners2) as an assembly program.
#include "glapi/fixed_function/generate.h"
#include "glapi/fixed_function/program_text.h"

namespace glapi::fixed_function {
namespace {

constexpr const char* operand_names[] = {"a", "b", "c", "d", "e", "f", "g"};

class CombinerGenerator {
  public:
    explicit CombinerGenerator(const CombinerKey& key) : key_(key), text_("!!NVfp4.0") {}

    std::string run() {
        text_.declare("TEMP primary, secondary, spare0, spare1");
        text_.declare("TEMP a, b, c, d, e, f, g, ab, cd, sum, e_times_f, color_sum");
        text_.declare("PARAM constants[{}] = {{ program.local[0..{}] }}", 2 + 2 * max_combiners, 1 + 2 * max_combiners);
        initialise();
        for (int stage = 0; stage < key_.stage_count; ++stage) combine(stage);
        finish();
        return text_.finish();
    }

  private:
    const char* saturate() const { return key_.clamp ? ".SAT" : ""; }
    const char* signed_saturate() const { return key_.clamp ? ".SSAT" : ""; }

    // ---- registers

    // What the extension leaves undefined is 0.
    void initialise() {
        text_.add("MOV{} primary, fragment.color", signed_saturate());
        text_.add("MOV{} secondary, fragment.color.secondary", signed_saturate());
        for (int unit = 0; unit < max_units; ++unit) {
            if (!is_used(unit)) continue;
            text_.declare("TEMP texture{}", unit);
            sample(unit);
        }
        text_.add("MOV spare0, 0");
        if (key_.targets[0] != UnitTarget::None) text_.add("MOV spare0.w, texture0");
        text_.add("MOV spare1, 0");
        if (key_.fog != FogMode::None) add_fog_factor(text_, key_.fog);
    }

    bool is_used(int unit) const {
        const auto wanted = static_cast<uint8_t>(combiner_texture0 + unit);
        if (unit == 0 && key_.targets[0] != UnitTarget::None) return true;  // the alpha that spare0 begins with
        for (int stage = 0; stage < key_.stage_count; ++stage)
            for (const CombinerPortionKey& portion : key_.stages[stage]) {
                for (const CombinerOperandKey& operand : portion.operands)
                    if (operand.source == wanted) return true;
                if (portion.ab_output == wanted || portion.cd_output == wanted || portion.sum_output == wanted)
                    return true;
            }
        for (const CombinerOperandKey& operand : key_.final_operands)
            if (operand.source == wanted) return true;
        return false;
    }

    void sample(int unit) {
        const UnitTarget target = key_.targets[unit];
        const std::string name = fmt::format("texture{}", unit);
        if (target == UnitTarget::None) return text_.add("MOV {}, 0", name);
        text_.add("{}{} {}, fragment.texcoord[{}], texture[{}], {}", is_projective(target) ? "TXP" : "TEX",
                  signed_saturate(), name, unit, unit, target_name(target));
        switch (key_.texels[unit]) {
            case CombinerTexel::AsSampled: break;
            case CombinerTexel::AlphaFromRed:
                text_.add("MOV {}.w, {}.x", name, name);
                text_.add("MOV {}.xyz, 0", name);
                break;
            case CombinerTexel::AllFromRed: text_.add("MOV {}, {}.x", name, name); break;
            case CombinerTexel::AllFromAlpha: text_.add("MOV {}, {}.w", name, name); break;
        }
    }

    // `stage`: that reads it; -1: the final combiner.
    std::string register_name(uint8_t source, int stage) const {
        const int constants = key_.per_stage_constants && stage >= 0 ? 2 + 2 * stage : 0;
        switch (source) {
            case combiner_constant0: return fmt::format("constants[{}]", constants);
            case combiner_constant1: return fmt::format("constants[{}]", constants + 1);
            case combiner_fog: return "state.fog.color";
            case combiner_primary: return "primary";
            case combiner_secondary: return "secondary";
            case combiner_spare0: return "spare0";
            case combiner_spare1: return "spare1";
            case combiner_e_times_f: return "e_times_f";
            case combiner_spare0_and_secondary: return "color_sum";
            default: return fmt::format("texture{}", source - combiner_texture0);
        }
    }

    // A component of the fog register is the fog factor, 1 without fog.
    std::string operand(const CombinerOperandKey& key, int stage) const {
        if (key.source == combiner_zero) return "0";
        if (key.source == combiner_fog && key.usage == CombinerUsage::Alpha)
            return key_.fog == FogMode::None ? "1" : "fog.x";
        std::string name = register_name(key.source, stage);
        switch (key.usage) {
            case CombinerUsage::Rgb: break;
            case CombinerUsage::Alpha: return name + ".w";
            case CombinerUsage::Blue: return name + ".z";
        }
        return name;
    }

    // Mapped into `to`, with its mask.
    void map(const CombinerOperandKey& key, const char* name, const char* mask, int stage) {
        const std::string to = fmt::format("{}.{}", name, mask), from = operand(key, stage);
        const auto not_negative = [&] {
            if (key_.clamp)
                text_.add("MAX {}, {}, 0", to, from);
            else
                text_.add("MOV {}, {}", to, from);
        };
        switch (key.mapping) {
            case CombinerMapping::UnsignedIdentity: return not_negative();
            case CombinerMapping::UnsignedInvert:
                text_.add("MOV{} {}, {}", saturate(), to, from);
                return text_.add("ADD {}, 1, -{}", to, name);
            case CombinerMapping::ExpandNormal: not_negative(); return text_.add("MAD {}, {}, 2, -1", to, name);
            case CombinerMapping::ExpandNegate: not_negative(); return text_.add("MAD {}, {}, -2, 1", to, name);
            case CombinerMapping::HalfBiasNormal: not_negative(); return text_.add("ADD {}, {}, -0.5", to, name);
            case CombinerMapping::HalfBiasNegate: not_negative(); return text_.add("ADD {}, 0.5, -{}", to, name);
            case CombinerMapping::SignedIdentity: return text_.add("MOV {}, {}", to, from);
            case CombinerMapping::SignedNegate:
                text_.add("MOV {}, {}", to, from);
                return text_.add("MOV {}, -{}", to, name);
        }
    }

    // ---- general combiners

    // All is computed before anything is written: what both portions read, the multiplexer's alpha with it, is what the
    // stage before has left.
    void combine(int stage) {
        const auto& portions = key_.stages[stage];
        for (const bool alpha : {false, true}) compute(portions[alpha], alpha ? "w" : "xyz", stage);
        for (const bool alpha : {false, true}) {
            const CombinerPortionKey& portion = portions[alpha];
            write(portion.ab_output, alpha, "ab", stage);
            write(portion.cd_output, alpha, "cd", stage);
            write(portion.sum_output, alpha, "sum", stage);
        }
    }

    // A sum of dot products adds these, as hardware has it: the extension's formulas are older than the permission.
    void compute(const CombinerPortionKey& key, const char* mask, int stage) {
        for (size_t i = 0; i < 4; ++i) map(key.operands[i], operand_names[i], mask, stage);
        text_.add("{} ab.{}, a, b", key.ab_dot_product ? "DP3" : "MUL", mask);
        text_.add("{} cd.{}, c, d", key.cd_dot_product ? "DP3" : "MUL", mask);
        if (key.mux_sum) {
            text_.add("ADD sum.{}, spare0.w, -0.5", mask);
            text_.add("CMP sum.{}, sum, ab, cd", mask);
        } else {
            text_.add("ADD sum.{}, ab, cd", mask);
        }
        for (const char* result : {"ab", "cd", "sum"}) {
            if (key.bias) text_.add("ADD {}.{}, {}, -0.5", result, mask, result);
            text_.add("MUL{} {}.{}, {}, {}", signed_saturate(), result, mask, result,
                      0.5f * static_cast<float>(1 << key.scale_exponent));
        }
    }

    void write(uint8_t output, bool alpha, const char* value, int stage) {
        if (output != combiner_discard)
            text_.add("MOV {}.{}, {}", register_name(output, stage), alpha ? "w" : "xyz", value);
    }

    // ---- the final combiner

    void finish() {
        const auto& operands = key_.final_operands;
        map(operands[4], "e", "xyz", -1);
        map(operands[5], "f", "xyz", -1);
        text_.add("MUL e_times_f.xyz, e, f");
        map({combiner_spare0}, "a", "xyz", -1);
        map({combiner_secondary}, "b", "xyz", -1);
        text_.add("ADD{} color_sum.xyz, a, b", key_.clamp_color_sum ? saturate() : "");
        for (size_t i = 0; i < 4; ++i) map(operands[i], operand_names[i], "xyz", -1);
        map(operands[6], "g", "w", -1);
        text_.add("LRP sum.xyz, a, b, c");
        text_.add("ADD sum.xyz, sum, d");
        if (key_.clamp) text_.add("MIN sum.xyz, sum, 1");
        text_.add("MOV sum.w, g");
        text_.add("MOV result.color, sum");
    }

    const CombinerKey& key_;
    ProgramText text_;
};

}  // namespace

std::string combiner_text(const CombinerKey& key) { return CombinerGenerator(key).run(); }

}  // namespace glapi::fixed_function
