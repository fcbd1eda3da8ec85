#include <tbb/parallel_invoke.h>

#include <algorithm>

#include "matrix.h"

namespace {

constexpr int CUT_OFF = 64;

// One for all, so that no call makes its own.
tbb::task_group_context context;

// A square part of a matrix.
struct Block {
  double* at;
  int stride;
  int size;

  Block quarter(int row, int column) const {
    int half = size / 2;
    return {at + (row * stride + column) * half, stride, half};
  }
};

// A matrix that is there while it is needed.
struct Temporary {
  int size;
  double* elements;

  explicit Temporary(int size) : size(size), elements(allocator.allocate(count())) {}
  ~Temporary() { allocator.deallocate(elements, count()); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  Block block() const { return {elements, size, size}; }

 private:
  static inline tbb::cache_aligned_allocator<double> allocator;

  size_t count() const { return static_cast<size_t>(size) * size; }
};

// Sets to = x + sign · y.
void set_sum(Block to, Block x, int sign, Block y) {
  for (int i = 0; i < to.size; i++) {
    double* __restrict row = to.at + i * to.stride;
    const double* row_x = x.at + i * x.stride;
    const double* row_y = y.at + i * y.stride;
    for (int j = 0; j < to.size; j++) {
      row[j] = row_x[j] + sign * row_y[j];
    }
  }
}

// Sets to = a + b - c + d.
void set_sum(Block to, Block a, Block b, Block c, Block d) {
  for (int i = 0; i < to.size; i++) {
    double* __restrict row = to.at + i * to.stride;
    const double* row_a = a.at + i * a.stride;
    const double* row_b = b.at + i * b.stride;
    const double* row_c = c.at + i * c.stride;
    const double* row_d = d.at + i * d.stride;
    for (int j = 0; j < to.size; j++) {
      row[j] = row_a[j] + row_b[j] - row_c[j] + row_d[j];
    }
  }
}

void set_product(Block to, Block a, Block b) {
  for (int i = 0; i < to.size; i++) {
    double* __restrict row = to.at + i * to.stride;
    std::fill(row, row + to.size, 0);
    for (int k = 0; k < to.size; k++) {
      double factor = a.at[i * a.stride + k];
      const double* row_b = b.at + k * b.stride;
      for (int j = 0; j < to.size; j++) {
        row[j] += factor * row_b[j];
      }
    }
  }
}

void multiply(Block a, Block b, Block c);

// c = (a1 ± a2) · (b1 ± b2), or with a sign of 0 only the first.
void multiply_sums(Block a1, int sign_a, Block a2, Block b1, int sign_b, Block b2, Block c) {
  if (sign_a != 0) {
    Temporary a(a1.size);
    set_sum(a.block(), a1, sign_a, a2);
    multiply_sums(a.block(), 0, a2, b1, sign_b, b2, c);
  } else if (sign_b != 0) {
    Temporary b(b1.size);
    set_sum(b.block(), b1, sign_b, b2);
    multiply(a1, b.block(), c);
  } else {
    multiply(a1, b1, c);
  }
}

void multiply(Block a, Block b, Block c) {
  if (c.size <= CUT_OFF) {
    set_product(c, a, b);
    return;
  }
  Block a11 = a.quarter(0, 0), a12 = a.quarter(0, 1), a21 = a.quarter(1, 0), a22 = a.quarter(1, 1);
  Block b11 = b.quarter(0, 0), b12 = b.quarter(0, 1), b21 = b.quarter(1, 0), b22 = b.quarter(1, 1);
  int half = c.size / 2;
  Temporary t1(half), t2(half), t3(half), t4(half), t5(half), t6(half), t7(half);
  Block p1 = t1.block(), p2 = t2.block(), p3 = t3.block(), p4 = t4.block(), p5 = t5.block();
  Block p6 = t6.block(), p7 = t7.block();
  tbb::parallel_invoke([=] { multiply_sums(a11, 1, a22, b11, 1, b22, p1); },
                       [=] { multiply_sums(a21, 1, a22, b11, 0, b11, p2); },
                       [=] { multiply_sums(a11, 0, a11, b12, -1, b22, p3); },
                       [=] { multiply_sums(a22, 0, a22, b21, -1, b11, p4); },
                       [=] { multiply_sums(a11, 1, a12, b22, 0, b22, p5); },
                       [=] { multiply_sums(a21, -1, a11, b11, 1, b12, p6); },
                       [=] { multiply_sums(a12, -1, a22, b21, 1, b22, p7); },
                       context);
  set_sum(c.quarter(0, 0), p1, p4, p5, p7);
  set_sum(c.quarter(0, 1), p3, 1, p5);
  set_sum(c.quarter(1, 0), p2, 1, p4);
  set_sum(c.quarter(1, 1), p1, p3, p2, p6);
}

Work make(const Setting& setting) {
  int size = setting.size(128, 512);
  auto matrices = std::make_shared<Matrices>(size);
  return Work{static_cast<double>(size) * size, 1,
              [matrices] { std::fill(matrices->c.begin(), matrices->c.end(), 0); },
              [matrices, size] {
                multiply({matrices->a.data(), size, size}, {matrices->b.data(), size, size},
                         {matrices->c.data(), size, size});
                return 0L;
              },
              [matrices](long) { matrices->check(); }};
}

Registration strassen_benchmark("strassen", make);

}  // namespace
