#include <tbb/blocked_range.h>
#include <tbb/cache_aligned_allocator.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "bench.h"

namespace {

constexpr int CUT_OFF = 8;
constexpr double SPREAD = 0.2;
constexpr int WAVES_DOWN = 30;
constexpr int WAVES_ACROSS = 20;
constexpr double TOLERANCE = 1e-9;

// So many elements stand before the plate, so that the first cell of each row that is computed, its
// second one, begins a cache line: a quarter faster.
constexpr int BEFORE = 7;

using Cells = std::vector<double, tbb::cache_aligned_allocator<double>>;

// A plate whose rim is cold. It begins as a standing wave, which fades by the same factor in each
// step, so the end is known.
struct Heat {
  int rows;
  int columns;
  int steps;
  double fading;
  Cells start;
  Cells now;
  Cells next;
  tbb::affinity_partitioner same_as_before;

  Heat(int rows, int columns, int steps)
      : rows(rows),
        columns(columns),
        steps(steps),
        start(BEFORE + static_cast<size_t>(rows) * columns) {
    double down = std::numbers::pi * WAVES_DOWN / (rows - 1);
    double across = std::numbers::pi * WAVES_ACROSS / (columns - 1);
    fading = 1 - 2 * SPREAD * (2 - std::cos(down) - std::cos(across));
    for (int i = 1; i < rows - 1; i++) {
      for (int j = 1; j < columns - 1; j++) {
        start[BEFORE + i * columns + j] = std::sin(down * i) * std::sin(across * j);
      }
    }
  }

  void prepare() {
    now = start;
    next.assign(start.size(), 0);
  }

  void step_leaf(int from, int to) {
    for (int i = from; i < to; i++) {
      const double* row = now.data() + BEFORE + i * columns;
      const double* above = row - columns;
      const double* below = row + columns;
      double* __restrict fresh = next.data() + BEFORE + i * columns;
      for (int j = 1; j < columns - 1; j++) {
        double here = row[j];
        fresh[j] = here + SPREAD * (above[j] - 2 * here + below[j]) +
                   SPREAD * (row[j - 1] - 2 * here + row[j + 1]);
      }
    }
  }

  long run() {
    for (int i = 0; i < steps; i++) {
      tbb::parallel_for(
          tbb::blocked_range<int>(1, rows - 1, CUT_OFF),
          [this](const tbb::blocked_range<int>& part) { step_leaf(part.begin(), part.end()); },
          same_as_before);
      std::swap(now, next);
    }
    return steps;
  }

  void check(long result) const {
    check_equal("the number of steps", steps, result);
    double left = std::pow(fading, steps);
    for (size_t i = 0; i < start.size(); i++) {
      if (!(std::abs(now[i] - left * start[i]) <= TOLERANCE)) {
        fail("wrong result: " + std::to_string(now[i]) + " at " + std::to_string(i));
      }
    }
  }
};

Work make(const Setting& setting) {
  int steps = setting.size(5, 100);
  auto heat = std::make_shared<Heat>(setting.size(64, 1024), setting.size(64, 512), steps);
  return Work{(heat->rows - 2.0) * (heat->columns - 2) * steps / 1000, 1,
              [heat] { heat->prepare(); }, [heat] { return heat->run(); },
              [heat](long result) { heat->check(result); }};
}

Registration heat_benchmark("heat", make);

}  // namespace
