// Plays the contender "onetbb" in the benchmarks.
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <vector>

#include "bench.h"

namespace {

std::map<std::string, std::function<Work(const Setting&)>>& programs() {
  static std::map<std::string, std::function<Work(const Setting&)>> all;
  return all;
}

double round_of(Work& work, tbb::task_arena& arena) {
  std::vector<double> costs;
  for (int i = 0; i < work.repeats; i++) {
    if (work.prepare) {
      work.prepare();
    }
    auto start = std::chrono::steady_clock::now();
    long result = arena.execute([&] { return work.run(); });
    std::chrono::duration<double, std::nano> nanos = std::chrono::steady_clock::now() - start;
    work.check(result);
    costs.push_back(nanos.count() / work.units);
  }
  std::sort(costs.begin(), costs.end());
  return (costs[(costs.size() - 1) / 2] + costs[costs.size() / 2]) / 2;
}

long millis_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               start)
      .count();
}

}  // namespace

void fail(const std::string& what) {
  std::printf("error %s\n", what.c_str());
  std::fflush(stdout);
  std::_Exit(1);
}

void check_equal(const std::string& what, long expected, long actual) {
  if (expected != actual) {
    fail("wrong result: " + what + " is " + std::to_string(actual) + ", should be " +
         std::to_string(expected));
  }
}

Registration::Registration(const std::string& benchmark,
                           std::function<Work(const Setting&)> make) {
  programs()[benchmark] = std::move(make);
}

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc != 8) {
    fail("seven arguments are needed: benchmark contender variant workers scale millis millis");
  }
  auto program = programs().find(argv[1]);
  if (program == programs().end()) {
    fail(std::string("there is no benchmark ") + argv[1] + " with oneTBB");
  }
  Setting setting{argv[3], std::atoi(argv[4]), std::strcmp(argv[5], "TINY") == 0};
  long at_least = std::atol(argv[6]);
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, setting.workers);
  tbb::task_arena arena(setting.workers);
  Work work = program->second(setting);

  auto start = std::chrono::steady_clock::now();
  int rounds = 0;
  do {
    std::printf("warming %g\n", round_of(work, arena));
    rounds++;
  } while (millis_since(start) < at_least);
  std::printf("ready %d %ld true\n", rounds, millis_since(start));

  // At the end of the input the program ends; in the middle of a round, its parent ends it.
  std::string request;
  while (std::getline(std::cin, request)) {
    if (request != "round") {
      fail("unknown request: " + request);
    }
    std::printf("cost %g\n", round_of(work, arena));
  }
  std::_Exit(0);
}
