#include <tbb/task_group.h>

#include <array>

#include "bench.h"

namespace {

// A node of the search is a row with the squares that the queens above attack, as three bit sets.
long nodes(int all, int columns, int left, int right) {
  long sum = 1;
  int free = all & ~(columns | left | right);
  while (free != 0) {
    int square = free & -free;
    free ^= square;
    sum += nodes(all, columns | square, (left | square) << 1, (right | square) >> 1);
  }
  return sum;
}

constexpr int MOST = 12;

// One for all, so that no node makes its own.
tbb::task_group_context context;

long solutions(int all, int columns, int left, int right) {
  if (columns == all) {
    return 1;
  }
  int free = all & ~(columns | left | right);
  if (free == 0) {
    return 0;
  }
  std::array<long, MOST> below;
  int children = 0;
  long sum = 0;
  tbb::task_group group(context);
  while (free != 0) {
    int square = free & -free;
    free ^= square;
    int next_columns = columns | square;
    int next_left = (left | square) << 1;
    int next_right = (right | square) >> 1;
    if (free == 0) {
      sum = solutions(all, next_columns, next_left, next_right);
    } else {
      long* result = &below[children++];
      group.run([=] { *result = solutions(all, next_columns, next_left, next_right); });
    }
  }
  group.wait();
  for (int i = 0; i < children; i++) {
    sum += below[i];
  }
  return sum;
}

Work make(const Setting& setting) {
  int n = setting.size(6, MOST);
  int all = (1 << n) - 1;
  return Work{static_cast<double>(nodes(all, 0, 0, 0)), 9, {},
              [all] { return solutions(all, 0, 0, 0); },
              [n](long result) {
                check_equal("the number of solutions", n == MOST ? 14200 : 4, result);
              }};
}

Registration nqueens_benchmark("nqueens", make);

}  // namespace
