/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from a seed on every machine, so that a failure can be
/// repeated.
public struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// Begins with this seed.
  public init(seed: UInt64) { state = seed }

  /// The next number. The generator is defined modulo 2^64: its arithmetic wraps.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to this one, which it never is; the bound is positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
