#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "bench.h"

namespace {

constexpr int CUT_OFF = 256;

// One for all, so that no call makes its own.
tbb::task_group_context context;

int median(int a, int b, int c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// Moves the smaller numbers in front of the larger ones; gives where these begin. Neither side is
// empty.
int* partition(int* from, int* to) {
  int pivot = median(*from, from[(to - from) / 2], to[-1]);
  int* i = from - 1;
  int* j = to;
  while (true) {
    do {
      i++;
    } while (*i < pivot);
    do {
      j--;
    } while (*j > pivot);
    if (i >= j) {
      return j + 1;
    }
    std::swap(*i, *j);
  }
}

void sort(int* from, int* to) {
  if (to - from <= CUT_OFF) {
    std::sort(from, to);
  } else {
    int* middle = partition(from, to);
    tbb::parallel_invoke([=] { sort(from, middle); }, [=] { sort(middle, to); }, context);
  }
}

struct Sorting {
  std::vector<int> unsorted;
  std::vector<int> sorted;
  std::vector<int> numbers;
};

Work make(const Setting& setting) {
  int length = setting.size(5000, 2000000);
  auto sorting = std::make_shared<Sorting>();
  std::mt19937 random(20260101);
  for (int i = 0; i < length; i++) {
    sorting->unsorted.push_back(static_cast<int32_t>(random()));
  }
  sorting->sorted = sorting->unsorted;
  std::sort(sorting->sorted.begin(), sorting->sorted.end());
  return Work{static_cast<double>(length), 1,
              [sorting] { sorting->numbers = sorting->unsorted; },
              [sorting, length] {
                sort(sorting->numbers.data(), sorting->numbers.data() + length);
                return static_cast<long>(length);
              },
              [sorting](long) {
                if (sorting->numbers != sorting->sorted) {
                  fail("wrong result: not sorted");
                }
              }};
}

Registration quicksort_benchmark("quicksort", make);

}  // namespace
