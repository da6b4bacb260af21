// Attributes read in groups are what they are one by one: random formats, strides, sizes of buffers and instances.
#include "rasterizer/geometry/vertex_fetch.h"

#include <gtest/gtest.h>
#include <random>

#include "arbasm/assembler.h"
#include "rasterizer/geometry/fetch_vertices.h"
#include "runtime/simd/lane_group.h"

namespace rasterizer {
namespace {

constexpr int attribute_count = 6;

std::shared_ptr<const arbasm::Program> program() {
    const arbasm::ParseResult parsed = arbasm::parse(
        "!!NVvp4.0\n"
        "ADD result.texcoord[0], vertex.attrib[1], vertex.attrib[2];\n"
        "ADD result.texcoord[1], vertex.attrib[3], vertex.attrib[4];\n"
        "ADD result.texcoord[2], vertex.attrib[5], vertex.attrib[6];\n"
        "I2F result.texcoord[3].x, vertex.id.x;\n"
        "I2F result.texcoord[3].y, vertex.instance.x;\n"
        "MOV result.position, vertex.attrib[1];\n"
        "END\n");
    if (!parsed.program) ADD_FAILURE() << parsed.errors.at(0).message;
    return parsed.program;
}

class RandomInput {
  public:
    explicit RandomInput(uint32_t seed) : random_(seed), memory_(4096) {
        for (std::byte& byte : memory_) byte = static_cast<std::byte>(number(256));
    }

    uint32_t number(uint32_t below) { return std::uniform_int_distribution<uint32_t>(0, below - 1)(random_); }
    bool one_in(uint32_t many) { return number(many) == 0; }

    VertexAttribute attribute() {
        VertexAttribute result;
        for (uint32_t& word : result.current) word = number(1u << 31);
        result.enabled = !one_in(8);
        result.type = static_cast<ComponentType>(number(static_cast<uint32_t>(std::size(runtime::component_layouts))));
        result.components = static_cast<uint8_t>(1 + number(4));
        result.normalized = one_in(2);
        const bool whole = result.type <= ComponentType::UnsignedInt || result.type == ComponentType::Double;
        result.integer = whole && one_in(3);
        if (runtime::component_layout(result.type).packed) result.components = 4;
        result.bgra = result.components == 4 && one_in(3);
        result.stride = one_in(6) ? 0 : number(40);
        result.divisor = one_in(4) ? 1 + number(3) : 0;
        const uint32_t offset = number(64);
        result.data = one_in(20) ? nullptr : memory_.data() + offset;
        result.readable = one_in(2) ? memory_.size() - offset : number(1500);
        return result;
    }

  private:
    std::mt19937 random_;
    std::vector<std::byte> memory_;
};

TEST(VertexFetch, GroupsAreWhatElementsAre) {
    const std::shared_ptr<const arbasm::Program> vertex = program();
    ASSERT_TRUE(vertex);
    for (uint32_t round = 0; round < 20000; ++round) {
        RandomInput random(round);
        VertexInput input;
        for (int i = 0; i < attribute_count + 2; ++i) input.attributes[static_cast<size_t>(i)] = random.attribute();
        input.base_instance = random.one_in(2) ? random.number(5) : 0;
        const size_t count = 1 + random.number(runtime::group_lanes);
        const bool several = random.one_in(3);
        std::array<uint32_t, runtime::group_lanes> vertices{}, instances{};
        const uint32_t start = random.number(60), first = random.number(4);
        for (size_t lane = 0; lane < vertices.size(); ++lane) {
            vertices[lane] = lane >= count      ? vertices[0]
                             : random.one_in(3) ? random.number(90)
                                                : start + uint32_t(lane);
            instances[lane] = several ? first + static_cast<uint32_t>(lane / 5) : first;
        }
        const VertexFetch fetch(input, *vertex);
        std::vector<runtime::LaneVector> registers(vertex->attributes.size());
        fetch.fill_constants(first, registers.data());
        fetch.fill(vertices.data(), several ? instances.data() : nullptr, count, registers.data());

        for (size_t i = 0; i < vertex->attributes.size(); ++i) {
            const VertexAttribute& attribute = input.attributes[i];
            for (size_t lane = 0; lane < count; ++lane) {
                runtime::Vector4 expected = attribute.current;
                const arbasm::BindingKind kind = vertex->attributes[i].binding.kind;
                if (kind == arbasm::BindingKind::VertexId)
                    expected = {vertices[lane], 0, 0, 0};
                else if (kind == arbasm::BindingKind::Instance)
                    expected = {instances[lane], 0, 0, 0};
                else if (attribute.enabled && attribute.divisor)
                    expected = fetch_element(attribute, instances[lane] / attribute.divisor + input.base_instance);
                else if (attribute.enabled)
                    expected = fetch_element(attribute, vertices[lane]);
                for (size_t c = 0; c < 4; ++c)
                    ASSERT_EQ(registers[i].component[c].lane[lane], expected[c])
                        << "round " << round << ", attribute " << i << " of type " << int(attribute.type) << " × "
                        << int(attribute.components) << ", lane " << lane << ", component " << c;
            }
        }
    }
}

}  // namespace
}  // namespace rasterizer
