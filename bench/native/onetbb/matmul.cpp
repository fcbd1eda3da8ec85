#include <tbb/parallel_invoke.h>

#include <algorithm>

#include "matrix.h"

namespace {

constexpr int CUT_OFF = 64;

// One for all, so that no call makes its own.
tbb::task_group_context context;

// Adds to a block of C the product of blocks of A and B, all of them in matrices of the same size.
struct Product {
  int stride;

  void add_leaf(const double* a, const double* b, double* c, int block) const {
    for (int i = 0; i < block; i++) {
      double* __restrict row = c + i * stride;
      for (int k = 0; k < block; k++) {
        double factor = a[i * stride + k];
        const double* row_b = b + k * stride;
        for (int j = 0; j < block; j++) {
          row[j] += factor * row_b[j];
        }
      }
    }
  }

  // One product to each quarter of C: side by side, they do not touch the same elements.
  void add_quarters(const double* upper_a, const double* lower_a, const double* left_b,
                    const double* right_b, double* c, int half) const {
    int down = half * stride;
    tbb::parallel_invoke([=, this] { add(upper_a, left_b, c, half); },
                         [=, this] { add(upper_a, right_b, c + half, half); },
                         [=, this] { add(lower_a, left_b, c + down, half); },
                         [=, this] { add(lower_a, right_b, c + down + half, half); }, context);
  }

  void add(const double* a, const double* b, double* c, int block) const {
    if (block <= CUT_OFF) {
      add_leaf(a, b, c, block);
    } else {
      int half = block / 2;
      int down = half * stride;
      add_quarters(a, a + down, b, b + half, c, half);
      add_quarters(a + half, a + down + half, b + down, b + down + half, c, half);
    }
  }
};

Work make(const Setting& setting) {
  int size = setting.size(128, 512);
  auto matrices = std::make_shared<Matrices>(size);
  return Work{2.0 * size * size * size / 1000, 1,
              [matrices] { std::fill(matrices->c.begin(), matrices->c.end(), 0); },
              [matrices, size] {
                Product{size}.add(matrices->a.data(), matrices->b.data(), matrices->c.data(),
                                  size);
                return 0L;
              },
              [matrices](long) { matrices->check(); }};
}

Registration matmul_benchmark("matmul", make);

}  // namespace
