import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that try very many of one kind: `Scripts/test quick` leaves them out.
  static var thorough: Self { .disabled(if: QuickRun.isOn, "left out by Scripts/test quick") }
}
