#include "texts.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

namespace language {

std::vector<std::string> split(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> result;
    for (std::string word; stream >> word;) result.push_back(word);
    return result;
}

namespace {
int failures = 0;
}

void complain(const std::string& what) {
    std::cerr << "describe_language: " << what << "\n";
    ++failures;
}
int complaints() { return failures; }

std::string read_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) complain("can't read " + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::map<std::string, std::string> read_texts(const std::string& name) {
    std::map<std::string, std::string> texts;
    std::istringstream lines(read_file(name));
    std::string entry;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("= ")) {
            entry = line.substr(2);
            if (!texts.emplace(entry, "").second) complain(name + " has two entries for " + entry);
        } else if (!entry.empty()) {
            texts[entry] += line + "\n";
        }
    }
    for (auto& [key, text] : texts) {
        text.erase(0, text.find_first_not_of('\n'));
        text.erase(text.find_last_not_of('\n') + 1);
        if (text.empty()) complain(name + " says nothing about " + key);
    }
    return texts;
}

std::string take(std::map<std::string, std::string>& texts, std::string_view key, std::string_view what) {
    const auto found = texts.find(std::string(key));
    if (found == texts.end()) {
        complain("no text for " + std::string(what) + " " + std::string(key));
        return {};
    }
    std::string text = found->second;
    texts.erase(found);
    return text;
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace language
