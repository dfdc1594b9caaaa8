// C, and without a main: SwiftPM renames the entry point of a Swift executable, and libFuzzer brings its own.
// The functions that it calls are in FuzzTargets.
typedef int nothing_but_an_executable;
