#include "glapi/objects/programs/program_binary.h"

#include <gtest/gtest.h>

#include "arbasm/testing/fuzzed_inputs.h"

extern "C" int replay_binaries(const uint8_t* data, size_t size);

namespace glapi {
namespace {

TEST(ProgramBinaries, WhatTheFuzzerKeptIsReplayed) {
    EXPECT_GT(arbasm::replay_inputs(ASMGL_FUZZED_BINARIES, replay_binaries), 0);
}

}  // namespace
}  // namespace glapi
