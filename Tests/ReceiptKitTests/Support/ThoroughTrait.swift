import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that try very many of one kind, kill servers again and again, or run programs of others: `Scripts/test
  /// all` runs them.
  static var thorough: Self { .disabled(if: QuickRun.isOn, Comment(rawValue: QuickRun.reason)) }
}
