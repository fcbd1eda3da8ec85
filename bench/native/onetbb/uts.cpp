#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "bench.h"

namespace {

constexpr int BRANCHES = 4;
constexpr double EXPECTED_CHILDREN = 0.994;
constexpr uint64_t SEED = 0x2545F4914F6CDD1DULL;
constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15ULL;
constexpr uint64_t THRESHOLD =
    static_cast<uint64_t>(EXPECTED_CHILDREN / BRANCHES * static_cast<double>(1ULL << 53));

// A node's child number i: its hash, which is all there is to know about it.
uint64_t child(uint64_t node, int i) {
  uint64_t z = node + (i + 1) * GOLDEN;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

int children(uint64_t node) { return (node >> 11) < THRESHOLD ? BRANCHES : 0; }

// By an ordinary search, with a stack of its own.
long nodes(int root_children) {
  long count = 1;
  std::vector<uint64_t> stack;
  for (int i = 0; i < root_children; i++) {
    stack.push_back(child(SEED, i));
  }
  while (!stack.empty()) {
    uint64_t node = stack.back();
    stack.pop_back();
    count++;
    for (int i = children(node) - 1; i >= 0; i--) {
      stack.push_back(child(node, i));
    }
  }
  return count;
}

// One for all, so that no node makes its own.
tbb::task_group_context context;

long count(uint64_t node) {
  if (children(node) == 0) {
    return 1;
  }
  std::array<long, BRANCHES> below;
  tbb::parallel_invoke([&] { below[0] = count(child(node, 0)); },
                       [&] { below[1] = count(child(node, 1)); },
                       [&] { below[2] = count(child(node, 2)); },
                       [&] { below[3] = count(child(node, 3)); }, context);
  return std::accumulate(below.begin(), below.end(), 1L);
}

long count_all(int root_children) {
  std::vector<long> below(root_children);
  tbb::parallel_for(
      0, root_children, [&](int i) { below[i] = count(child(SEED, i)); },
      tbb::simple_partitioner{}, context);
  return std::accumulate(below.begin(), below.end(), 1L);
}

Work make(const Setting& setting) {
  int root_children = setting.size(10, 6000);
  long expected = nodes(root_children);
  return Work{static_cast<double>(expected), 5, {},
              [root_children] { return count_all(root_children); },
              [expected](long result) { check_equal("the number of nodes", expected, result); }};
}

Registration uts_benchmark("uts", make);

}  // namespace
