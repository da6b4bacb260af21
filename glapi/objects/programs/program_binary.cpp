#include "glapi/objects/programs/program_binary.h"

#include <cstring>

#include "glsl/compile.h"
#include "glsl/spirv/specialize.h"

namespace glapi {

namespace {

constexpr std::string_view magic = "asmglpb\n";
constexpr uint32_t version = 3;
constexpr size_t header_bytes = 8 + 4 + 8;

uint64_t checksum(std::string_view bytes) {
    uint64_t sum = 0xcbf29ce484222325;  // FNV-1a
    for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    return sum;
}

class Writer {
  public:
    template <class T>
    void number(T value) {
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(std::string_view value) {
        number(static_cast<uint32_t>(value.size()));
        bytes.append(value);
    }
    template <class Map>
    void map(const Map& values) {
        number(static_cast<uint32_t>(values.size()));
        for (const auto& [name, value] : values) {
            text(name);
            number(static_cast<int32_t>(value));
        }
    }
    std::string bytes;
};

// Reads nothing behind the end: `right` is false then, and all numbers are 0.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    template <class T>
    T number() {
        T value{};
        if (rest_.size() < sizeof value) {
            right = false;
            return value;
        }
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_.remove_prefix(sizeof value);
        return value;
    }
    std::string text() {
        const auto size = number<uint32_t>();
        if (rest_.size() < size) {
            right = false;
            return {};
        }
        std::string value(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return value;
    }
    // How many of something follow, each at least a byte.
    uint32_t count() {
        const auto value = number<uint32_t>();
        right &= value <= rest_.size();
        return right ? value : 0;
    }
    template <class Map>
    void map(Map& values) {
        for (uint32_t n = count(); n && right; n--) {
            std::string name = text();
            values[std::move(name)] = number<int32_t>();
        }
    }
    bool at_end() const { return rest_.empty(); }
    bool right = true;

  private:
    std::string_view rest_;
};

}  // namespace

std::vector<uint32_t> module_words(std::string_view bytes) {
    std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
    return words;
}

std::shared_ptr<const glsl::Shader> compile_text(arbasm::Stage stage, const ShaderText& text,
                                                 const glsl::PreprocessorOptions& options) {
    if (text.is_spirv)
        return glsl::spirv::specialize(stage, module_words(text.source), {text.entry_point, text.constants});
    const std::string_view strings[] = {text.source};
    return glsl::compile(stage, strings, options);
}

std::string write_binary(const ProgramSources& sources) {
    Writer payload;
    const glsl::LinkOptions& options = sources.options;
    payload.map(options.attribute_locations);
    payload.map(options.output_locations);
    payload.map(options.output_indices);
    payload.number(static_cast<uint32_t>(options.feedback_varyings.size()));
    for (const std::string& name : options.feedback_varyings) payload.text(name);
    payload.number(static_cast<uint8_t>(options.feedback_separate));
    payload.number(static_cast<uint32_t>(options.active_varyings.size()));
    for (const std::string& name : options.active_varyings) payload.text(name);
    payload.number(static_cast<uint8_t>(options.separable));
    payload.number(static_cast<uint32_t>(sources.shaders.size()));
    for (const auto& [stage, text] : sources.shaders) {
        payload.number(static_cast<uint8_t>(stage));
        payload.text(text->source);
        payload.number(static_cast<uint8_t>(text->is_spirv));
        payload.text(text->entry_point);
        payload.number(static_cast<uint32_t>(text->constants.size()));
        for (const auto& [index, value] : text->constants) {
            payload.number(index);
            payload.number(value);
        }
        payload.number(static_cast<uint32_t>(text->included.size()));
        for (const ShaderText::Included& included : text->included) {
            payload.text(included.path);
            payload.text(included.from);
            payload.number(static_cast<uint8_t>(included.quoted));
            payload.text(included.found.path);
            payload.text(included.found.text);
        }
    }
    Writer whole;
    whole.bytes = magic;
    whole.number(version);
    whole.number(checksum(payload.bytes));
    return whole.bytes + payload.bytes;
}

std::optional<ProgramSources> read_binary(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.size() < header_bytes || !text.starts_with(magic)) return {};
    Reader header(text.substr(magic.size()));
    const std::string_view payload = text.substr(header_bytes);
    if (header.number<uint32_t>() != version || header.number<uint64_t>() != checksum(payload)) return {};
    Reader reader(payload);
    ProgramSources sources;
    glsl::LinkOptions& options = sources.options;
    reader.map(options.attribute_locations);
    reader.map(options.output_locations);
    reader.map(options.output_indices);
    for (uint32_t n = reader.count(); n && reader.right; n--) options.feedback_varyings.push_back(reader.text());
    options.feedback_separate = reader.number<uint8_t>();
    for (uint32_t n = reader.count(); n && reader.right; n--) options.active_varyings.push_back(reader.text());
    options.separable = reader.number<uint8_t>();
    for (uint32_t n = reader.count(); n && reader.right; n--) {
        const auto stage = reader.number<uint8_t>();
        if (stage >= arbasm::stage_count) return {};
        auto shader = std::make_shared<ShaderText>();
        shader->source = reader.text();
        shader->is_spirv = reader.number<uint8_t>();
        shader->entry_point = reader.text();
        for (uint32_t k = reader.count(); k && reader.right; k--) {
            const auto index = reader.number<uint32_t>();
            shader->constants[index] = reader.number<uint32_t>();
        }
        for (uint32_t k = reader.count(); k && reader.right; k--) {
            ShaderText::Included included;
            included.path = reader.text();
            included.from = reader.text();
            included.quoted = reader.number<uint8_t>();
            included.found.path = reader.text();
            included.found.text = reader.text();
            shader->included.push_back(std::move(included));
        }
        sources.shaders.emplace_back(static_cast<arbasm::Stage>(stage), std::move(shader));
    }
    if (!reader.right || !reader.at_end()) return {};
    return sources;
}

std::optional<glsl::IncludeResolver::Found> CollectingIncludes::find(std::string_view path, std::string_view from,
                                                                     bool quoted) const {
    std::optional<Found> found = from_.find(path, from, quoted);
    if (found) text_.included.push_back({std::string(path), std::string(from), quoted, *found});
    return found;
}

std::optional<glsl::IncludeResolver::Found> StoredIncludes::find(std::string_view path, std::string_view from,
                                                                 bool quoted) const {
    for (const ShaderText::Included& included : text_.included)
        if (included.path == path && included.from == from && included.quoted == quoted) return included.found;
    return {};
}

}  // namespace glapi
