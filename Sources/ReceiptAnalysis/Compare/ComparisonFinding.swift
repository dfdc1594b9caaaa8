extension Comparison {
  /// A finding, in one line for all places with the same cause.
  public struct Finding: Equatable, Sendable {
    /// Why they differ.
    public let cause: DifferenceCause
    /// The number of places.
    public let count: Int
    /// What it means, in one sentence without a final full stop.
    public let message: String
  }

  /// The findings: the most important first, one for each cause.
  public var findings: [Finding] {
    var places: [DifferenceCause: [ComparedField]] = [:]
    for field in allFields { if let cause = field.cause { places[cause, default: []].append(field) } }
    return DifferenceCause.allCases.compactMap { cause in
      let fields = places[cause] ?? []
      switch cause {
      case .anotherReceipt where anotherReceipt != nil:
        return Finding(cause: cause, count: max(1, fields.count), message: anotherReceipt ?? "")
      case .statusDisagrees:
        return status.outcome == .disagrees ? Finding(cause: cause, count: 1, message: status.reason) : nil
      default:
        guard let first = fields.first else { return nil }
        let meaning = cause.entry.firstSentence.dropLast()
        let place = fields.count == 1 ? "at \(first.place)" : "\(fields.count.grouped) times, first at \(first.place)"
        return Finding(cause: cause, count: fields.count, message: "\(meaning) (\(place))")
      }
    }
  }
}

extension ComparedField {
  /// Its pointer, cut to a length that fits into messages.
  var place: String { pointer.displayed(limit: 120) }
}
