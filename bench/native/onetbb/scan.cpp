#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "bench.h"

namespace {

constexpr int CUT_OFF = 1024;
constexpr int BOUND = 1000;

struct Scan {
  std::vector<long> numbers;
  std::vector<long> sums;

  long run() {
    const long* in = numbers.data();
    long* out = sums.data();
    return tbb::parallel_scan(
        tbb::blocked_range<size_t>(0, numbers.size(), CUT_OFF), 0L,
        [in, out](const tbb::blocked_range<size_t>& part, long before, bool is_final) {
          long sum = before;
          if (is_final) {
            for (size_t i = part.begin(); i < part.end(); i++) {
              sum += in[i];
              out[i] = sum;
            }
          } else {
            for (size_t i = part.begin(); i < part.end(); i++) {
              sum += in[i];
            }
          }
          return sum;
        },
        [](long left, long right) { return left + right; }, tbb::simple_partitioner());
  }

  void check(long result) const {
    long sum = 0;
    for (size_t i = 0; i < numbers.size(); i++) {
      sum += numbers[i];
      if (sums[i] != sum) {
        check_equal("the sum up to " + std::to_string(i), sum, sums[i]);
      }
    }
    check_equal("the sum of all", sum, result);
  }
};

Work make(const Setting& setting) {
  int length = setting.size(8 * CUT_OFF, 8192 * CUT_OFF);
  auto scan = std::make_shared<Scan>();
  std::mt19937 random(20260101);
  for (int i = 0; i < length; i++) {
    scan->numbers.push_back(random() % BOUND);
  }
  scan->sums.resize(length);
  return Work{static_cast<double>(length), 3,
              [scan] { std::fill(scan->sums.begin(), scan->sums.end(), -1); },
              [scan] { return scan->run(); }, [scan](long result) { scan->check(result); }};
}

Registration scan_benchmark("scan", make);

}  // namespace
