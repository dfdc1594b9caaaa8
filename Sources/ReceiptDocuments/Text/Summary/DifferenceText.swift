/// The differences between two histories, in sentences of one language: the first lines of `diff`.
///
/// Text from the input is shortened, but not escaped for terminals.
package struct DifferenceText: Sendable {
  /// Why the two cannot be relied on, or do not belong together.
  package let doubts: [String]
  /// Which history is newer, by how much, and whether the answer to "has she paid?" changed.
  package let sentence: String
  /// The answers from the earlier and from the later history, line by line; for two that cannot be compared, from the
  /// first and from the second.
  package let answers: (before: [String], after: [String])
  /// Whether the answers come below the sentence, because it cannot contain them all.
  package let needsAnswers: Bool

  private let language: SummaryLanguage

  package init(_ difference: HistoryDifference, in language: SummaryLanguage) {
    self.language = language
    func summary(_ side: HistoryDifference.Side) -> SummaryText { SummaryText(difference[side].summary, in: language) }
    func cut(_ text: String?) -> String { text?.displayed(limit: 100) ?? "–" }
    doubts = difference.doubts.map { doubt in
      switch doubt {
      case .twoApps(let first, let second):
        language.text(.twoApps, ["first": cut(first), "second": cut(second)])
      case .twoEnvironments(let first, let second):
        language.text(.twoEnvironments, ["first": cut(first), "second": cut(second)])
      case .twoCustomers: language.text(.twoCustomers, [:])
      case .nothingShared: language.text(.nothingShared, [:])
      case .notProven(let side):
        language.text(
          side == .first ? .firstNotProven : .secondNotProven,
          [
            "state": difference[side].history.unproven?.text(in: language).displayed(limit: 1_000) ?? summary(side)
              .lines.first?.text ?? ""
          ])
      }
    }
    let age =
      switch (difference.newer, difference.distance) {
      case (let newer?, let distance?):
        language.text(
          difference.isAgeProven
            ? newer == .first ? .firstIsNewer : .secondIsNewer
            : newer == .first ? .firstClaimsNewer : .secondClaimsNewer,
          ["distance": language.length(milliseconds: distance)])
      case (nil, 0): language.text(difference.isAgeProven ? .areOfOneMoment : .claimOneMoment, [:])
      default: language.text(.ageUnknown, [:])
      }
    let sides = difference.isOfTwo ? [.first, .second] : [difference.before, difference.after]
    let isSingle = sides.allSatisfy { difference[$0].summary.lines.count <= 1 }
    // If the two are not compared, each answer itself says whether it is a test.
    let areTests =
      !difference.isOfTwo
      && sides.allSatisfy { difference[$0].summary.isTest && difference[$0].summary.obstacle == nil }
    let texts = sides.map { side in
      let lines = summary(side).answers(namesProducts: !isSingle)
      let isTest = difference[side].summary.isTest && difference[side].summary.obstacle == nil && !areTests
      return isTest ? lines.map { language.text(.test, ["state": $0]) } : lines
    }
    let claimDifferently = !difference.isAnswerChanged && !difference.changedProducts.isEmpty
    let answer =
      if difference.isOfTwo {
        language.text(.notCompared, [:])
      } else if claimDifferently {
        language.text(.claimsDiffer, ["state": age, "after": texts[1].joined()])
      } else if isSingle {
        language.text(
          !difference.isAnswerChanged ? .answerSame : difference.newer == nil ? .answersDiffer : .answerChanged,
          ["state": age, "before": texts[0].joined(), "after": texts[1].joined()])
      } else if difference.isAnswerChanged {
        language.text(
          difference.changedProducts.count <= 1 ? .productDiffers : .productsDiffer,
          ["state": age, "count": difference.changedProducts.count.grouped])
      } else {
        language.text(.answersSame, ["state": age])
      }
    sentence = areTests ? answer + (language == .chinese ? "" : " ") + language.text(.tests, [:]) : answer
    answers = (texts[0], texts[1])
    needsAnswers = difference.isOfTwo || !isSingle && difference.isAnswerChanged
  }
}

extension SummaryLanguage {
  /// A length of time in the form that people use.
  fileprivate func length(milliseconds: Int64) -> String {
    let (count, unit) = TimeUnit.rounded(seconds: Double(milliseconds) / 1_000)
    return length(count, unit)
  }
}
