// What describe_language writes.
#pragma once

#include <string>

namespace language {

// docs/language.md, with the texts in `folder`.
std::string reference(const std::string& folder);

// Syntax files of editors, and the fuzzer's dictionary.
std::string vim();
std::string vscode();
std::string dictionary();

}  // namespace language
