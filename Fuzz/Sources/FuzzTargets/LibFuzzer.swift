#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The target that `FUZZ_TARGET` names. Without it names and usual lengths are printed, which is how `Scripts/fuzz`
/// knows them.
private let chosen: FuzzTarget = {
  guard let name = getenv("FUZZ_TARGET").map({ String(cString: $0) }) else {
    for target in FuzzTarget.all { print(target.name, target.usualLength) }
    exit(0)
  }
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    print("error: no fuzz target is called \(name)")
    exit(64)
  }
  return target
}()

/// Called by libFuzzer once, before it reads its own arguments.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  _ = chosen
  return 0
}

/// Called by libFuzzer with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
