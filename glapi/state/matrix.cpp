#include "glapi/state/matrix.h"

#include <utility>

#include "glapi/state/transform.h"

namespace glapi {

MatrixStack::MatrixStack(int depth) : entries_(1), maximum_(depth) {}

bool MatrixStack::push() {
    if (depth() >= maximum_) return false;
    entries_.push_back(Matrix(top()));
    return true;
}

bool MatrixStack::pop() {
    if (depth() == 1) return false;
    entries_.pop_back();
    return true;
}

Matrix operator*(const Matrix& a, const Matrix& b) {
    Matrix product;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            float sum = 0;
            for (int i = 0; i < 4; ++i) sum += a.m[4 * i + row] * b.m[4 * column + i];
            product.m[4 * column + row] = sum;
        }
    }
    return product;
}

Vector operator*(const Matrix& a, const Vector& v) {
    Vector product;
    for (int row = 0; row < 4; ++row) {
        product.data()[row] = a.m[row] * v.x + a.m[4 + row] * v.y + a.m[8 + row] * v.z + a.m[12 + row] * v.w;
    }
    return product;
}

Vector operator*(const Vector& v, const Matrix& a) {
    Vector product;
    for (int column = 0; column < 4; ++column) {
        const float* const m = &a.m[4 * column];
        product.data()[column] = v.x * m[0] + v.y * m[1] + v.z * m[2] + v.w * m[3];
    }
    return product;
}

Matrix transposed(const Matrix& a) {
    Matrix result;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) result.m[4 * column + row] = a.m[4 * row + column];
    }
    return result;
}

// By cofactors of 2×2 minors of the upper and lower halves.
Matrix inverted(const Matrix& a) {
    const auto e = [&a](int row, int column) { return double(a.m[4 * column + row]); };
    double upper[6], lower[6];
    constexpr int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (int i = 0; i < 6; ++i) {
        const auto [p, q] = pairs[i];
        upper[i] = e(0, p) * e(1, q) - e(1, p) * e(0, q);
        lower[i] = e(2, p) * e(3, q) - e(3, p) * e(2, q);
    }
    const double determinant = upper[0] * lower[5] - upper[1] * lower[4] + upper[2] * lower[3] + upper[3] * lower[2] -
                               upper[4] * lower[1] + upper[5] * lower[0];
    if (determinant == 0) return {};
    const double scale = 1 / determinant;
    Matrix result;
    const auto set = [&](int row, int column, double value) { result.m[4 * column + row] = float(value * scale); };
    set(0, 0, e(1, 1) * lower[5] - e(1, 2) * lower[4] + e(1, 3) * lower[3]);
    set(0, 1, -e(0, 1) * lower[5] + e(0, 2) * lower[4] - e(0, 3) * lower[3]);
    set(0, 2, e(3, 1) * upper[5] - e(3, 2) * upper[4] + e(3, 3) * upper[3]);
    set(0, 3, -e(2, 1) * upper[5] + e(2, 2) * upper[4] - e(2, 3) * upper[3]);
    set(1, 0, -e(1, 0) * lower[5] + e(1, 2) * lower[2] - e(1, 3) * lower[1]);
    set(1, 1, e(0, 0) * lower[5] - e(0, 2) * lower[2] + e(0, 3) * lower[1]);
    set(1, 2, -e(3, 0) * upper[5] + e(3, 2) * upper[2] - e(3, 3) * upper[1]);
    set(1, 3, e(2, 0) * upper[5] - e(2, 2) * upper[2] + e(2, 3) * upper[1]);
    set(2, 0, e(1, 0) * lower[4] - e(1, 1) * lower[2] + e(1, 3) * lower[0]);
    set(2, 1, -e(0, 0) * lower[4] + e(0, 1) * lower[2] - e(0, 3) * lower[0]);
    set(2, 2, e(3, 0) * upper[4] - e(3, 1) * upper[2] + e(3, 3) * upper[0]);
    set(2, 3, -e(2, 0) * upper[4] + e(2, 1) * upper[2] - e(2, 3) * upper[0]);
    set(3, 0, -e(1, 0) * lower[3] + e(1, 1) * lower[1] - e(1, 2) * lower[0]);
    set(3, 1, e(0, 0) * lower[3] - e(0, 1) * lower[1] + e(0, 2) * lower[0]);
    set(3, 2, -e(3, 0) * upper[3] + e(3, 1) * upper[1] - e(3, 2) * upper[0]);
    set(3, 3, e(2, 0) * upper[3] - e(2, 1) * upper[1] + e(2, 2) * upper[0]);
    return result;
}

namespace {

template <size_t... Index>
std::array<MatrixStack, sizeof...(Index)> stacks(int depth, std::index_sequence<Index...>) {
    return {((void)Index, MatrixStack(depth))...};
}

}  // namespace

MatrixState::MatrixState()
    : texture(stacks(limits::MAX_TEXTURE_STACK_DEPTH, std::make_index_sequence<limits::MAX_TEXTURE_COORDS>())),
      program(stacks(limits::MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB,
                     std::make_index_sequence<limits::MAX_PROGRAM_MATRICES_ARB>())),
      blended(stacks(limits::MAX_MODELVIEW_STACK_DEPTH, std::make_index_sequence<limits::MAX_VERTEX_UNITS_ARB - 1>())),
      palette(limits::MAX_PALETTE_MATRICES_ARB, MatrixStack(1)) {}

}  // namespace glapi
