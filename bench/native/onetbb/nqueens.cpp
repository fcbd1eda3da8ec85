#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include <array>
#include <numeric>

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

long solutions(int all, int columns, int left, int right);

// What a row with some free squares leads to, each of them a task.
struct Row {
  int all, columns, left, right;
  std::array<int, MOST> squares;
  std::array<long, MOST> below;

  void search(int i) {
    int square = squares[i];
    below[i] = solutions(all, columns | square, (left | square) << 1, (right | square) >> 1);
  }
  auto task(int i) {
    return [this, i] { search(i); };
  }
};

long solutions(int all, int columns, int left, int right) {
  if (columns == all) {
    return 1;
  }
  Row row{all, columns, left, right, {}, {}};
  int n = 0;
  for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
    row.squares[n++] = free & -free;
  }
  switch (n) {
    case 0:
      return 0;
    case 1:
      row.search(0);
      break;
    case 2:
      tbb::parallel_invoke(row.task(0), row.task(1), context);
      break;
    case 3:
      tbb::parallel_invoke(row.task(0), row.task(1), row.task(2), context);
      break;
    case 4:
      tbb::parallel_invoke(row.task(0), row.task(1), row.task(2), row.task(3), context);
      break;
    case 5:
      tbb::parallel_invoke(row.task(0), row.task(1), row.task(2), row.task(3), row.task(4),
                           context);
      break;
    case 6:
      tbb::parallel_invoke(row.task(0), row.task(1), row.task(2), row.task(3), row.task(4),
                           row.task(5), context);
      break;
    default:
      tbb::parallel_for(0, n, [&](int i) { row.search(i); }, tbb::simple_partitioner{}, context);
  }
  return std::accumulate(row.below.begin(), row.below.begin() + n, 0L);
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
