#include <gtest/gtest.h>

#include "arbasm/testing/fuzzed_inputs.h"

extern "C" int replay_files(const uint8_t* data, size_t size);

namespace runtime::code_cache {
namespace {

TEST(CodeFile, WhatTheFuzzerKeptIsReplayed) { EXPECT_GT(arbasm::replay_inputs(ASMGL_FUZZED_FILES, replay_files), 0); }

}  // namespace
}  // namespace runtime::code_cache
