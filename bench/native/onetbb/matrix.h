// What the benchmarks that multiply matrices have in common: input and check. All elements are
// small whole numbers, so that the result is exact in whichever order it is summed up.
#pragma once

#include <tbb/cache_aligned_allocator.h>

#include <memory>
#include <vector>

#include "bench.h"

// A matrix, row by row, which begins with a cache line.
using Elements = std::vector<double, tbb::cache_aligned_allocator<double>>;

struct Matrices {
  int size;
  Elements a;
  Elements b;
  Elements c;

  explicit Matrices(int size)
      : size(size), a(filled(3, 7, 11)), b(filled(5, 2, 13)), c(a.size()), probe(size) {
    for (int i = 0; i < size; i++) {
      probe[i] = i % 5 + 1;
    }
    expected = times(a, times(b, probe));
  }

  // A·B·x, computed from the product, must be A·(B·x).
  void check() const {
    if (times(c, probe) != expected) {
      fail("wrong result: the product is wrong");
    }
  }

 private:
  std::vector<double> probe;
  std::vector<double> expected;

  Elements filled(int by_row, int by_column, int modulus) const {
    Elements matrix(static_cast<size_t>(size) * size);
    for (int i = 0; i < size * size; i++) {
      matrix[i] = (i / size * by_row + i % size * by_column) % modulus;
    }
    return matrix;
  }

  std::vector<double> times(const Elements& matrix, const std::vector<double>& vector) const {
    std::vector<double> result(size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        result[i] += matrix[i * size + j] * vector[j];
      }
    }
    return result;
  }
};
