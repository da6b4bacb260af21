#include "arbasm/register_names.h"

namespace arbasm {

std::string register_text(const Binding& binding, Stage stage, RegisterFile file, bool half) {
    const auto numbered = [&](std::string_view name) {
        return std::string(name) + '[' + std::to_string(binding.index) + ']';
    };
    if (file == RegisterFile::Parameter) return numbered(stage == Stage::Fragment ? "p" : "c");
    if (file == RegisterFile::Attribute && stage == Stage::Vertex) return numbered("v");
    const RegisterSide side = stage == Stage::Vertex            ? RegisterSide::VertexOutput
                              : file == RegisterFile::Attribute ? RegisterSide::FragmentInput
                                                                : RegisterSide::FragmentOutput;
    for (const RegisterName& known : register_names) {
        if (known.side == side && known.binding() == binding && known.half == half) {
            return std::string(side == RegisterSide::FragmentInput ? "f[" : "o[") + std::string(known.name) + ']';
        }
    }
    return "?";
}

}  // namespace arbasm
