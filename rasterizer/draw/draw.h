// A draw as plain data: resolved state, programs and memory. Built once per draw by the front end, not changed after.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "arbasm/program.h"
#include "runtime/executable_program.h"
#include "runtime/images/image.h"
#include "runtime/images/texture.h"

namespace rasterizer {

inline constexpr int max_color_attachments = 8;
inline constexpr int max_viewports = 16;
inline constexpr int max_clip_distances = 8;
inline constexpr int max_vertex_attributes = 32;

using CompareFunction = runtime::CompareFunction;

// ---- where pixels go -------------------------------------------------------------------------------------------

struct SurfaceView {
    std::shared_ptr<runtime::Image> image;  // null: no such attachment; writes vanish
    int32_t layer = 0;                      // first slice
    int32_t layer_count = 1;                // more than one: layered attachment
    explicit operator bool() const { return image != nullptr; }
};

struct Framebuffer {
    int32_t width = 0, height = 0;  // pixels; the intersection of the attachments
    int32_t samples = 1;            // 1 or 4; every attachment has as many
    // By fragment output: result.color[n] goes to colors[n] (draw buffers are resolved). One fragment output may have
    // to reach several buffers (FRONT_AND_BACK): `broadcast` repeats output 0 to every attachment.
    std::array<SurfaceView, max_color_attachments> colors;
    bool broadcast = false;
    bool srgb_write = false;  // FRAMEBUFFER_SRGB, effective on sRGB formats only
    SurfaceView depth, stencil;
};

// ---- vertex input ------------------------------------------------------------------------------------------------

enum class Primitive : uint8_t {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
    Quads,
    QuadStrip,
    Polygon,
    LinesAdjacency,
    LineStripAdjacency,
    TrianglesAdjacency,
    TriangleStripAdjacency,
    Patches
};

enum class ComponentType : uint8_t {
    Byte,
    UnsignedByte,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    HalfFloat,
    Float,
    Double,
    Fixed,
    Int2101010,
    UnsignedInt2101010,
    UnsignedInt10f11f11f
};

struct VertexAttribute {
    bool enabled = false;             // false: `current` for every vertex
    runtime::Vector4 current{};       // float or integer bits
    const std::byte* data = nullptr;  // element 0
    size_t readable = SIZE_MAX;       // bytes readable from data; elements beyond read as zero. Client memory: SIZE_MAX
    uint32_t stride = 0;              // bytes, effective (never the API's 0 for "packed")
    ComponentType type = ComponentType::Float;
    uint8_t components = 4;  // 1…4
    bool normalized = false, integer = false, bgra = false;
    uint32_t divisor = 0;  // 0: advances per vertex
};

enum class IndexType : uint8_t { None, UnsignedByte, UnsignedShort, UnsignedInt };

struct VertexInput {
    // By the binding of the vertex program's attributes: the front end fills entry i for Program::attributes[i].
    std::array<VertexAttribute, max_vertex_attributes> attributes;
    // Edge flags (component x): 0 where the edge that starts at the vertex is no boundary. Looked at for independent
    // triangles, independent quads and polygons. Not enabled: `current` for all; the default is a boundary.
    VertexAttribute edge_flags{.current = {1, 0, 0, 0}};
    IndexType index_type = IndexType::None;
    const std::byte* indices = nullptr;  // first index of this draw
    size_t readable_indices = SIZE_MAX;  // indices beyond read as zero
    int32_t first = 0;                   // first vertex of non-indexed draws
    int32_t count = 0;                   // vertices or indices
    int32_t base_vertex = 0;
    int32_t instance_count = 1;
    uint32_t base_instance = 0;
    uint32_t draw_id = 0;  // number of this draw among those of one multiple draw
    bool primitive_restart = false;
    uint32_t restart_index = 0;
    std::vector<std::shared_ptr<const void>> owners;  // keeps buffer memory alive
};

// ---- programs ------------------------------------------------------------------------------------------------------

// Without a program: the stage is absent.
struct StageProgram : runtime::ExecutableProgram {
    std::vector<runtime::Vector4> parameters;       // one per Program::parameters
    std::vector<runtime::TextureBinding> textures;  // by unit
    std::vector<std::span<const std::byte>> constant_buffers;
    std::shared_ptr<const runtime::ProgramMemory> memory;  // null: the program reaches none
    std::vector<uint32_t> subroutines;                     // SUBROUTINENUM of each subroutine parameter
    std::vector<std::shared_ptr<const void>> owners;
};

// ---- fixed state
// -----------------------------------------------------------------------------------------------------

struct Viewport {
    float x = 0, y = 0, width = 0, height = 0;  // pixels
    double near_value = 0, far_value = 1;
};
struct Rectangle {
    int32_t x = 0, y = 0, width = 0, height = 0;
};

enum class PolygonMode : uint8_t { Point, Line, Fill };

inline constexpr int max_sub_pixel_bias = 8;

struct RasterState {
    bool front_face_clockwise = false;
    bool cull_front = false, cull_back = false;
    std::array<PolygonMode, 2> polygon_mode{PolygonMode::Fill, PolygonMode::Fill};  // front, back
    std::array<bool, 3> polygon_offset{};                                           // enabled for point, line, fill
    float offset_factor = 0, offset_units = 0, offset_clamp = 0;
    bool polygon_stipple = false;
    std::array<uint32_t, 32> polygon_stipple_pattern{};  // row 0 at the bottom; bit 31 is the leftmost pixel
    bool polygon_smooth = false;
    float line_width = 1;
    bool line_smooth = false, line_stipple = false;
    uint16_t line_stipple_pattern = 0xffff;
    uint16_t line_stipple_factor = 1;
    float point_size = 1;  // used unless the vertex program writes result.pointsize and it is enabled
    bool program_point_size = false;
    float point_size_min = 0, point_size_max = 1e9f, point_fade_threshold = 1;
    bool point_smooth = false, point_sprite = false;
    bool point_sprite_upper_left = true;
    uint8_t point_sprite_coordinates = 0;  // bit n: texcoord n is replaced (COORD_REPLACE)
    bool flat_shade = false;               // ShadeModel(FLAT): colours of the provoking vertex
    bool provoking_first = false;
    bool two_sided_color = false;  // VERTEX_PROGRAM_TWO_SIDE or two-sided lighting: back faces use back colours
    bool clamp_vertex_color = true;
    uint8_t clip_distances = 0;  // bit n: result.clip[n] clips
    bool depth_clamp = false;
    bool clip_origin_upper_left = false, clip_depth_zero_to_one = false;  // ARB_clip_control
    bool rasterizer_discard = false;
    bool multisample = true;
    bool scissor_test = false;
    bool conservative = false;  // every pixel that a primitive touches, whole (NV_conservative_raster)
    uint8_t sub_pixel_bias_x = 0,
            sub_pixel_bias_y = 0;  // more sub-pixel bits where `conservative`; at most max_sub_pixel_bias
};

struct StencilFace {
    CompareFunction function = CompareFunction::Always;
    uint8_t reference = 0, read_mask = 0xff, write_mask = 0xff;
    enum class Operation : uint8_t { Keep, Zero, Replace, Increment, Decrement, Invert, IncrementWrap, DecrementWrap };
    Operation fail = Operation::Keep, depth_fail = Operation::Keep, pass = Operation::Keep;
};

struct DepthStencilState {
    bool depth_test = false, depth_write = true;
    CompareFunction depth_function = CompareFunction::Less;
    bool depth_bounds_test = false;
    double depth_bounds_min = 0, depth_bounds_max = 1;
    bool stencil_test = false;
    std::array<StencilFace, 2> stencil;  // front, back
};

enum class BlendFactor : uint8_t {
    Zero,
    One,
    SourceColor,
    OneMinusSourceColor,
    DestinationColor,
    OneMinusDestinationColor,
    SourceAlpha,
    OneMinusSourceAlpha,
    DestinationAlpha,
    OneMinusDestinationAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SourceAlphaSaturate,
    Source1Color,
    OneMinusSource1Color,
    Source1Alpha,
    OneMinusSource1Alpha
};
enum class BlendEquation : uint8_t { Add, Subtract, ReverseSubtract, Min, Max };

struct BlendState {
    bool enabled = false;
    BlendFactor source_color = BlendFactor::One, destination_color = BlendFactor::Zero;
    BlendFactor source_alpha = BlendFactor::One, destination_alpha = BlendFactor::Zero;
    BlendEquation color_equation = BlendEquation::Add, alpha_equation = BlendEquation::Add;
    uint8_t write_mask = 0xf;  // bit 0 red … bit 3 alpha
};

enum class LogicOperation : uint8_t {  // in GL's order from GL_CLEAR
    Clear,
    And,
    AndReverse,
    Copy,
    AndInverted,
    Noop,
    Xor,
    Or,
    Nor,
    Equivalent,
    Invert,
    OrReverse,
    CopyInverted,
    OrInverted,
    Nand,
    Set
};

struct FragmentState {
    bool alpha_test = false;
    CompareFunction alpha_function = CompareFunction::Always;
    float alpha_reference = 0;
    std::array<BlendState, max_color_attachments> blend;
    std::array<float, 4> blend_color{};
    bool logic_operation_enabled = false;
    LogicOperation logic_operation = LogicOperation::Copy;
    bool clamp_color = true;  // CLAMP_FRAGMENT_COLOR, effective
    bool dither = false;      // accepted; the rasterizer may ignore it
    bool alpha_to_coverage = false, alpha_to_one = false;
    bool sample_coverage = false;
    float sample_coverage_value = 1;
    bool sample_coverage_invert = false;
    uint32_t sample_mask = ~0u;
    bool sample_shading = false;  // the fragment program runs for every covered sample
};

// ---- extras
// ----------------------------------------------------------------------------------------------------------

// Counts the samples that pass; shared with the query object. Exact once Rasterizer::finish() has returned.
struct SampleCounter {
    std::atomic<uint64_t> samples_passed{0};
};

// glDrawPixels, glBitmap: fragments of an axis-aligned rectangle whose primary colour or depth come from an image.
struct PixelRectangle {
    std::shared_ptr<const runtime::Image> image;  // colour: Rgba32Float. Bitmap: R8Unorm, zero: no fragment.
                                                  // Depth: R32Float in x; stencil: R8Uint
    enum class Kind : uint8_t { Color, Bitmap, Depth, Stencil } kind = Kind::Color;
    float x = 0, y = 0;  // window position of the image's lower left corner
    float zoom_x = 1, zoom_y = 1;
    float depth = 0;  // raster position's window z
    // Attribute values of the current raster position, by Program::attributes of the fragment program.
    std::vector<runtime::Vector4> attributes;
};

struct WindowVertex {
    std::array<float, 4> position;  // window x, y, z and clip w
    std::array<float, 4> color;
    std::array<float, 4> texture_coordinate;
};

// Selection and feedback: receives primitives after clipping and culling instead of their being rasterized.
class PrimitiveSink {
  public:
    virtual ~PrimitiveSink() = default;
    virtual void point(const WindowVertex& vertex) = 0;
    virtual void line(const WindowVertex& a, const WindowVertex& b, bool stipple_reset) = 0;
    virtual void polygon(std::span<const WindowVertex> vertices) = 0;
};

// What went through the stages of draws (GL 4.6, 4.2.3 and following); shared by the draws of a context. The fragment
// program's runs are exact once Rasterizer::finish() has returned, everything else once draw() has.
enum class PipelineCount : uint8_t {
    VerticesSubmitted,
    PrimitivesSubmitted,
    VertexInvocations,
    ControlPatches,
    EvaluationInvocations,
    GeometryInvocations,
    GeometryPrimitives,
    ClippingInput,
    ClippingOutput,
    FragmentInvocations,
    ComputeInvocations,
    Count
};
struct PipelineStatistics {
    std::array<std::atomic<uint64_t>, static_cast<size_t>(PipelineCount::Count)> counts{};
    void add(PipelineCount what, uint64_t number) {
        counts[static_cast<size_t>(what)].fetch_add(number, std::memory_order_relaxed);
    }
    uint64_t of(PipelineCount what) const { return counts[static_cast<size_t>(what)].load(std::memory_order_relaxed); }
};

// What becomes of primitives behind the last vertex stage, by vertex stream. Counted before draw() returns.
struct StreamCounters {
    std::array<uint64_t, runtime::max_vertex_streams> generated{}, needed{}, written{};
};

struct FeedbackVarying {
    arbasm::Binding binding;  // of the result
    uint8_t components = 4;
    uint8_t buffer = 0;
    uint32_t offset = 0;  // bytes into the vertex
};
struct FeedbackBuffer {
    std::byte* data = nullptr;
    uint64_t size = 0, written = 0;  // bytes
    uint32_t stride = 0;             // bytes of each vertex; 0: nothing goes here
    uint8_t stream = 0;
};
// Transform feedback: filled in order; `written` and `vertices` go on from draw to draw.
struct TransformFeedback {
    std::vector<FeedbackVarying> varyings;
    std::array<FeedbackBuffer, 4> buffers;
    std::array<uint64_t, runtime::max_vertex_streams> vertices{};
};

// Some of a draw's vertices, drawn as a draw of their own is: primitives are numbered, and line stipple starts, anew.
struct DrawPart {
    Primitive primitive = Primitive::Triangles;
    uint32_t first = 0, count = 0;  // vertices, from VertexInput::first on
};

struct Draw {
    Primitive primitive = Primitive::Triangles;
    // Not empty: what is drawn one after the other, instead of `primitive`, which is then that of the first. Only
    // points, lines and polygons, not indexed, with neither tessellation nor geometry programs, and without sink,
    // statistics or conservative rasterization. Read before draw() returns.
    std::span<const DrawPart> parts;
    int32_t patch_vertices = 3;
    // Where there is no control program (GL 4.6, 11.2.1).
    std::array<float, 4> default_outer_levels{1, 1, 1, 1};
    std::array<float, 2> default_inner_levels{1, 1};
    int32_t geometry_vertices = 0;                    // most that a geometry program emits; 0: as many as it declares
    TransformFeedback* transform_feedback = nullptr;  // set: active and not paused
    StreamCounters* stream_counters = nullptr;        // set: some query counts
    VertexInput input;
    StageProgram vertex, tess_control, tess_evaluation, geometry, fragment;
    Framebuffer framebuffer;
    std::array<Viewport, max_viewports> viewports;
    std::array<Rectangle, max_viewports> scissors;
    RasterState raster;
    DepthStencilState depth_stencil;
    FragmentState fragment_state;
    std::vector<std::shared_ptr<SampleCounter>> counters;
    std::shared_ptr<PipelineStatistics> statistics;         // set: some query counts
    std::shared_ptr<const PixelRectangle> pixel_rectangle;  // set: no vertices are fetched
    std::shared_ptr<runtime::Watchdog> watchdog;            // null: nobody looks how long the draw takes
    PrimitiveSink* sink = nullptr;                          // set: called before draw() returns
};

struct Clear {
    Framebuffer framebuffer;
    Rectangle area;                                               // already intersected with the scissor
    uint8_t color_buffers = 0;                                    // bit n: framebuffer.colors[n]
    std::array<runtime::Vector4, max_color_attachments> color{};  // float or integer bits, as the format wants
    std::array<uint8_t, max_color_attachments> color_mask{};      // bit 0 red …
    bool depth = false, stencil = false;
    double depth_value = 1;
    uint8_t stencil_value = 0, stencil_mask = 0xff;
};

}  // namespace rasterizer
