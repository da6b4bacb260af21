// Random fragment programs all of whose statements count.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>

namespace runtime {

// A program whose statements work on what the statements before left: four temporaries, which all reach the colour.
// With conditions: NVfp4.0, whose statements set and test condition codes, and branch.
class LiveProgram {
  public:
    LiveProgram(uint32_t seed, bool conditions) : random_(seed), conditions_(conditions) {}

    std::string text(int longer) {
        text_ = conditions_ ? "!!NVfp4.0\n" : "!!ARBfp1.0\n";
        text_ += "PARAM k = {0.5, -1.25, 3.0, 0.1};\nTEMP R0, R1, R2, R3, T;\n";
        for (int r = 0; r < 4; r++)
            text_ +=
                "MOV R" + std::to_string(r) + ", fragment.texcoord[" + std::to_string(r % 3) + "]" + swizzle() + ";\n";
        const int statements = longer + 2 + static_cast<int>(random_() % 14);
        for (int n = 0; n < statements; n++) {
            if (conditions_ && random_() % 5 == 0) branch();
            statement();
        }
        for (; depth_; depth_--) text_ += "ENDIF;\n";
        return text_ +
               "ADD R0, R0, R1;\nMAD R0, R2, 0.25, R0;\nMAD R0, R3, 0.5, R0;\nMAD R0, R0, 0.125, 0.5;\n"
               "MOV result.color, R0;\nEND\n";
    }

  private:
    template <class... Words>
    std::string pick(Words... words) {
        const std::array<const char*, sizeof...(words)> all{words...};
        return std::string(all[random_() % all.size()]);
    }
    std::string swizzle() {
        if (random_() % 3) return std::string();
        std::string text = ".";
        for (int c = 0; c < 4; c++) text += component();
        return text;
    }
    char component() { return "xyzw"[random_() % 4]; }
    std::string name() {
        switch (random_() % 8) {
            case 0: return "fragment.texcoord[" + std::to_string(random_() % 3) + "]";
            case 1: return std::string(random_() % 2 ? "fragment.color" : "program.local[0]");
            case 2: return pick("k", "program.env[1]");
            default: return "R" + std::to_string(random_() % 4);
        }
    }
    std::string vector() { return (random_() % 4 ? "" : "-") + name() + swizzle(); }
    std::string scalar() { return (random_() % 4 ? "" : "-") + name() + "." + component(); }
    std::string condition() { return pick("GT", "LT", "GE", "LE", "EQ", "NE") + "." + component(); }

    // Ends one, or begins one.
    void branch() {
        if (depth_ && random_() % 2) {
            text_ += "ENDIF;\n";
            depth_--;
        } else if (depth_ < 2) {
            text_ += "IF " + condition() + ";\n";
            if (random_() % 2) text_ += "MOV R1, " + vector() + ";\nELSE;\n";
            depth_++;
        }
    }
    void statement() {
        const std::string to = "R" + std::to_string(random_() % 4) +
                               (random_() % 3 ? std::string() : pick(".x", ".y", ".zw", ".xyz", ".w", ".xw")) +
                               (conditions_ && random_() % 3 == 0 ? " (" + condition() + ")" : "");
        const std::string sat = std::string(random_() % 6 ? ""
                                            : conditions_ ? ".SAT"
                                                          : "_SAT") +
                                (conditions_ && random_() % 2 ? ".CC" : "");
        if (random_() % 6 == 0)
            lookup(to, sat);
        else
            arithmetic(to, sat);
    }
    // At places where the textures' slopes are known: within one period.
    void lookup(const std::string& to, const std::string& sat) {
        const bool divides = random_() % 3 == 0;
        text_ += (conditions_ ? "MOV.SAT T, " : "MOV_SAT T, ") + vector() + ";\n";
        if (divides) text_ += "ADD T.w, T.w, 1;\n";
        text_ += std::string(divides ? "TXP" : "TEX") + sat + " " + to + ", T, texture[" +
                 std::to_string(random_() % 3) + "], 2D;\n";
    }
    void arithmetic(const std::string& to, const std::string& sat) {
        switch (random_() % 8) {
            case 0: text_ += pick("MOV", "ABS", "FRC", "FLR") + sat + " " + to + ", " + vector(); break;
            case 1:
            case 2:
                text_ += pick("ADD", "SUB", "MUL", "MIN", "MAX") + sat + " " + to + ", " + vector() + ", " + vector();
                break;
            case 3:
                text_ +=
                    pick("DP3", "DP4", "DPH", "DST", "SGE", "SLT") + sat + " " + to + ", " + vector() + ", " + vector();
                break;
            case 4:
            case 5:
                text_ +=
                    pick("MAD", "LRP", "CMP") + sat + " " + to + ", " + vector() + ", " + vector() + ", " + vector();
                break;
            case 6: function(to, sat); break;
            default:
                // What grows is kept small.
                text_ += (conditions_ ? "EX2.SAT " : "EX2_SAT ") + to + ", " + scalar();
        }
        text_ += ";\n";
    }
    // Away from where they have no value.
    void function(const std::string& to, const std::string& sat) {
        const std::string name = pick("RCP", "RSQ", "LG2", "SIN", "COS");
        if (name[0] == 'S' || name[0] == 'C')
            text_ += name + sat + " " + to + ", " + scalar();
        else
            text_ += "ABS T, " + vector() + ";\nADD T, T, 0.125;\n" + name + sat + " " + to + ", T." + component();
    }

    std::mt19937 random_;
    const bool conditions_;
    int depth_ = 0;  // of open IFs
    std::string text_;
};

inline std::string live_program(uint32_t seed, bool conditions = false, int longer = 0) {
    return LiveProgram(seed, conditions).text(longer);
}

}  // namespace runtime
