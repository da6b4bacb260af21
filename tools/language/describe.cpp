// Makes from the tables of arbasm what people and other tools read about the language.
//
//   describe_language reference FOLDER   docs/language.md, with the texts in FOLDER (tools/language)
//   describe_language vim                tools/editors/vim/syntax/arbasm.vim
//   describe_language vscode             tools/editors/vscode/syntaxes/arbasm.tmLanguage.json
//   describe_language dictionary         arbasm/conformance/parse_fuzz.dict
//
// With --check FILE behind it, compares instead of writing: exit code 1 if FILE is out of date.
#include "describe.h"

#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "texts.h"

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::optional<std::string> compared;
    if (arguments.size() >= 2 && arguments[arguments.size() - 2] == "--check") {
        compared = arguments.back();
        arguments.resize(arguments.size() - 2);
    }
    std::string text;
    if (arguments.size() == 2 && arguments[0] == "reference") {
        text = language::reference(arguments[1]);
    } else if (arguments.size() == 1 && arguments[0] == "vim") {
        text = language::vim();
    } else if (arguments.size() == 1 && arguments[0] == "vscode") {
        text = language::vscode();
    } else if (arguments.size() == 1 && arguments[0] == "dictionary") {
        text = language::dictionary();
    } else {
        std::cerr << "describe_language reference FOLDER | vim | vscode | dictionary [--check FILE]\n";
        return 2;
    }
    if (!compared) {
        std::cout << text;
    } else if (language::read_file(*compared) != text) {
        language::complain(*compared + " is out of date: run scripts/refresh-language");
    }
    return language::complaints() > 0 ? 1 : 0;
}
