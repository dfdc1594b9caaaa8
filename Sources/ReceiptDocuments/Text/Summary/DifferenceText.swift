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

  package init(_ difference: HistoryDifference, in language: SummaryLanguage) {
    func summary(_ side: HistoryDifference.Side) -> SummaryText { SummaryText(difference[side].summary, in: language) }
    func cut(_ text: String?) -> String { text?.displayed(limit: 100) ?? "–" }
    func reason(_ side: HistoryDifference.Side) -> String {
      difference[side].history.unproven?.text(in: language).displayed(limit: 1_000) ?? summary(side).lines.first?.text
        ?? ""
    }
    doubts = difference.doubts.map { doubt in
      let sentence: Message =
        switch doubt {
        case .twoApps(let first, let second): "Of two apps: \(cut(first)) and \(cut(second))."
        case .twoEnvironments(let first, let second): "From two environments: \(cut(first)) and \(cut(second))."
        case .twoCustomers: "Of two customers of the app."
        case .nothingShared: "No purchase is in both: they may be of two customers."
        case .notProven(.first): "The first is not proven: \(reason(.first))"
        case .notProven(.second): "The second is not proven: \(reason(.second))"
        }
      return sentence.text(in: language)
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
      return isTest ? lines.map { ("Test: \($0)" as Message).text(in: language) } : lines
    }
    let answer = Self.answer(difference, before: texts[0].joined(), after: texts[1].joined(), isSingle: isSingle)
    sentence = (areTests ? "\(answer) \(Message.testPurchases)" : answer).text(in: language)
    answers = (texts[0], texts[1])
    needsAnswers = difference.isOfTwo || !isSingle && difference.isAnswerChanged
  }

  /// - Parameters:
  ///   - before: the answer from the earlier history.
  ///   - after: the answer from the later history.
  ///   - isSingle: whether each answer is about one product at most.
  private static func answer(
    _ difference: HistoryDifference, before: String, after: String, isSingle: Bool
  ) -> Message {
    let age = age(difference)
    let claimsDiffer = !difference.isAnswerChanged && !difference.changedProducts.isEmpty
    return if difference.isOfTwo {
      "These two cannot be compared."
    } else if claimsDiffer {
      "\(age); the answer is the same, “\(after)”, but they claim different things."
    } else if !difference.isAnswerChanged {
      isSingle
        ? "\(age); the answer is the same: “\(after)”." : "\(age); the answer is the same for every product."
    } else if isSingle {
      difference.newer == nil
        ? "\(age); the first says “\(before)”, the second says “\(after)”."
        : "\(age); the answer changed from “\(before)” to “\(after)”."
    } else if difference.changedProducts.count <= 1 {
      "\(age); the answer differs for one product."
    } else {
      "\(age); the answer differs for \(grouped: difference.changedProducts.count) products."
    }
  }

  /// Which history is newer, and by how much.
  private static func age(_ difference: HistoryDifference) -> Message {
    guard let newer = difference.newer, let distance = difference.distance else {
      guard difference.newer == nil, difference.distance == 0 else { return "Which of the two is newer is unknown" }
      return difference.isAgeProven ? "Both are of the same moment" : "Both claim to be of the same moment"
    }
    let (count, unit) = TimeUnit.rounded(seconds: Double(distance) / 1_000)
    let length = unit.length(count)
    return switch (newer, difference.isAgeProven) {
    case (.first, true): "The first is newer, by \(length)"
    case (.second, true): "The second is newer, by \(length)"
    case (.first, false): "The first claims to be newer, by \(length)"
    case (.second, false): "The second claims to be newer, by \(length)"
    }
  }
}
