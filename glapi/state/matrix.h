// 4×4 matrices, column-major as the API has them.
#pragma once

#include <array>
#include <vector>

namespace glapi {

struct Vector {
    float x = 0, y = 0, z = 0, w = 0;
    bool operator==(const Vector&) const = default;
    const float* data() const { return &x; }
    float* data() { return &x; }
};
static_assert(sizeof(Vector) == 16);

struct Matrix {
    std::array<float, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};  // m[4 * column + row]
    bool operator==(const Matrix&) const = default;

    Vector row(int r) const { return {m[r], m[4 + r], m[8 + r], m[12 + r]}; }
    bool is_identity() const { return *this == Matrix{}; }
};

Matrix operator*(const Matrix& a, const Matrix& b);
Vector operator*(const Matrix& a, const Vector& v);
Vector operator*(const Vector& v, const Matrix& a);  // row vector
Matrix transposed(const Matrix& a);
// Computed in double precision; the identity where there is no inverse.
Matrix inverted(const Matrix& a);

class MatrixStack {
  public:
    explicit MatrixStack(int depth);

    const Matrix& top() const { return entries_.back(); }
    void set(const Matrix& matrix) { entries_.back() = matrix; }
    int depth() const { return int(entries_.size()); }
    int maximum() const { return maximum_; }
    bool push();  // false: it is full
    bool pop();   // false: only one is left

  private:
    std::vector<Matrix> entries_;
    int maximum_;
};

}  // namespace glapi
