// What the benchmarks written with oneTBB have in common. main.cpp speaks the protocol of
// dev.heddle.bench.Protocol.
#pragma once

#include <functional>
#include <string>

struct Setting {
  std::string variant;
  int workers;
  bool tiny;  // only whether it works

  int size(int tiny_size, int real_size) const { return tiny ? tiny_size : real_size; }
};

struct Work {
  double units;                        // by how many a run's time is divided
  int repeats;                         // how many runs make a round, of which the median counts
  std::function<void()> prepare;       // before each run, not timed; may be empty
  std::function<long()> run;           // does it once; called inside of the arena
  std::function<void(long)> check;     // after each run, not timed; calls fail
};

// Ends the program: something went wrong.
[[noreturn]] void fail(const std::string& what);

// Ends the program if the two differ.
void check_equal(const std::string& what, long expected, long actual);

// Makes the work of a benchmark known under the benchmark's name.
struct Registration {
  Registration(const std::string& benchmark, std::function<Work(const Setting&)> make);
};
