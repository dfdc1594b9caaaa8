// C, and without a main: SwiftPM renames the entry point of a Swift executable, and libFuzzer brings its own.
// The functions that it calls are in FuzzTargets.

// What the initializer of a global (`…_WZ`) allocates lives as long as the process. LeakSanitizer does not find it
// where an enum keeps its case in the high bits of the pointer.
const char *__lsan_default_suppressions(void) { return "leak:_WZ$\n"; }
