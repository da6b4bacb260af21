#include "runtime/code_cache/code_file.h"

#include <cstdint>
#include <cstring>

#include "runtime/code_cache/sha256.h"

namespace runtime::code_cache {
namespace {

// magic | identity | count of externals | externals… | object | SHA-256 of all before. Texts follow their lengths, in
// 32 bits. The last character of the magic is the format's version.
constexpr std::string_view magic = "asmglco1";
constexpr uint32_t most_externals = 4096;

void put_number(std::string& file, size_t number) {
    const auto narrow = static_cast<uint32_t>(number);
    file.append(reinterpret_cast<const char*>(&narrow), 4);
}

void put_text(std::string& file, std::string_view text) {
    put_number(file, text.size());
    file += text;
}

class Reader {
  public:
    explicit Reader(std::string_view file) : rest_(file) {}

    bool number(uint32_t& result) { return copy(&result, sizeof result); }
    bool offset(int64_t& result) { return copy(&result, sizeof result); }
    bool text(std::string_view& result) {
        uint32_t size = 0;
        if (!number(size) || size > rest_.size()) return false;
        result = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return true;
    }
    bool ended() const { return rest_.empty(); }

  private:
    bool copy(void* to, size_t size) {
        if (rest_.size() < size) return false;
        std::memcpy(to, rest_.data(), size);
        rest_.remove_prefix(size);
        return true;
    }

    std::string_view rest_;
};

std::string_view as_text(const Digest& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

}  // namespace

std::string write_code(std::string_view identity, const StoredCode& code) {
    std::string file(magic);
    put_text(file, identity);
    put_number(file, code.externals.size());
    for (const StoredExternal& external : code.externals) {
        put_text(file, external.name);
        file.append(reinterpret_cast<const char*>(&external.offset), sizeof external.offset);
    }
    put_text(file, code.object);
    file += as_text(sha256(file));
    return file;
}

std::optional<StoredCode> read_code(std::string_view file, std::string_view identity) {
    constexpr size_t digest_size = sizeof(Digest);
    if (file.size() < magic.size() + digest_size || !file.starts_with(magic)) return {};
    const std::string_view contents = file.substr(0, file.size() - digest_size);
    if (file.substr(contents.size()) != as_text(sha256(contents))) return {};

    Reader reader(contents.substr(magic.size()));
    std::string_view text;
    if (!reader.text(text) || text != identity) return {};
    StoredCode code;
    uint32_t count = 0;
    if (!reader.number(count) || count > most_externals) return {};
    for (uint32_t i = 0; i < count; ++i) {
        int64_t offset = 0;
        if (!reader.text(text) || !reader.offset(offset)) return {};
        code.externals.push_back({std::string(text), offset});
    }
    if (!reader.text(text) || !reader.ended()) return {};
    code.object = text;
    return code;
}

}  // namespace runtime::code_cache
