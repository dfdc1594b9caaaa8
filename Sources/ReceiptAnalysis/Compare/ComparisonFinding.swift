extension Comparison {
  /// One finding, which covers all places with the same cause.
  public struct Finding: Equatable, Sendable {
    /// Why the places differ.
    public let cause: DifferenceCause
    /// The number of places.
    public let count: Int
    /// The meaning of the finding, in one sentence without a final full stop.
    public let message: Message

    /// Makes the finding for all places with one cause; `nil` if there are no such places.
    init?(_ cause: DifferenceCause, at fields: [ComparedField]) {
      guard let first = fields.first else { return nil }
      let meaning = Message(english: String(cause.entry.firstSentence.dropLast()))
      let message: Message =
        fields.count == 1
        ? "\(meaning) (at \(first.place))" : "\(meaning) (\(grouped: fields.count) times, first at \(first.place))"
      self.init(cause: cause, count: fields.count, message: message)
    }

    init(cause: DifferenceCause, count: Int, message: Message) {
      self.cause = cause
      self.count = count
      self.message = message
    }
  }

  /// The findings: the most important first, one for each cause.
  public var findings: [Finding] {
    let places = allFields.byCause
    return DifferenceCause.allCases.compactMap { cause in
      let fields = places[cause] ?? []
      switch cause {
      case .anotherReceipt where anotherReceipt != nil:
        return Finding(cause: cause, count: max(1, fields.count), message: anotherReceipt ?? "")
      case .statusDisagrees:
        return status.outcome == .disagrees ? Finding(cause: cause, count: 1, message: status.reason) : nil
      default:
        return Finding(cause, at: fields)
      }
    }
  }
}

extension [ComparedField] {
  /// The fields with each cause, in their order; without equal fields.
  var byCause: [DifferenceCause: [ComparedField]] {
    var places: [DifferenceCause: [ComparedField]] = [:]
    for field in self { if let cause = field.cause { places[cause, default: []].append(field) } }
    return places
  }
}

extension ComparedField {
  /// The pointer, shortened for messages. In signed data, every transaction has the same pointers.
  var place: Message {
    let place = pointer.displayed(limit: 120)
    guard piece != nil, let id = transactionID?.displayed(limit: 40) else { return "\(place)" }
    return place.isEmpty ? "transaction \(id)" : "transaction \(id) \(place)"
  }
}
