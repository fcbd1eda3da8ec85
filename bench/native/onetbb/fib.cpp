#include <tbb/parallel_invoke.h>

#include "bench.h"

namespace {

long number(int n) {
  long now = 0;
  long next = 1;
  for (int i = 0; i < n; i++) {
    long sum = now + next;
    now = next;
    next = sum;
  }
  return now;
}

// One for all, so that no call makes its own.
tbb::task_group_context context;

int fib(int n) {
  if (n < 2) {
    return n;
  }
  int a;
  int b;
  tbb::parallel_invoke([&a, n] { a = fib(n - 1); }, [&b, n] { b = fib(n - 2); }, context);
  return a + b;
}

Work make(const Setting& setting) {
  int n = setting.size(12, 30);
  return Work{number(n + 1) - 1.0, 3, {}, [n] { return fib(n); },
              [n](long result) { check_equal("fib(n)", number(n), result); }};
}

Registration fib_benchmark("fib", make);

}  // namespace
