import ReceiptKit

/// Reads JSON objects as presentations: the lines of `ledger add --stream`, and the bodies of `POST /v1/purchases`.
///
///     {"receipt": "MII...", "order": "1001", "account": "jane"}
///
/// `product`, `transaction`, `ordered_at`, `application_username`, `account_token` and `device_guid` may be members,
/// too.
package struct PresentationReader {
  /// The names of the members that state the presentation and its owner.
  package struct Fields: Sendable {
    package var receipt = "receipt"
    package var order = "order"
    package var account = "account"
    /// The member whose value becomes the source of the decision.
    package var identifier = "id"
    /// What to try if one of these members is missing.
    package var hint: Message?
    /// Whether a member with an unknown name is rejected: it may have been intended as a check.
    package var isStrict = false

    package init() {}

    fileprivate var known: [String] {
      [
        receipt, order, account, identifier, "product", "transaction", "ordered_at", "application_username",
        "account_token", "device_guid",
      ]
    }
  }

  private let expectations: Expectations
  private let environment: LedgerEnvironment
  private let fields: Fields
  private let applicationUsername: String?
  private let orderedAt: Instant?

  /// - Parameters:
  ///   - expectations: the expectations for every receipt; a record can narrow them.
  ///   - environment: the environment of the ledger.
  ///   - fields: the names of members.
  ///   - applicationUsername: the value for records without one.
  ///   - orderedAt: the value for records without one.
  package init(
    expectations: Expectations, environment: LedgerEnvironment, fields: Fields = Fields(),
    applicationUsername: String? = nil, orderedAt: Instant? = nil
  ) {
    self.expectations = expectations
    self.environment = environment
    self.fields = fields
    self.applicationUsername = applicationUsername
    self.orderedAt = orderedAt
  }

  /// Reads and judges one record.
  ///
  /// - Parameters:
  ///   - record: the record; untrusted.
  ///   - label: the name of the record in messages, such as `line 7` or `the body`.
  /// - Returns: the presentation, or why the record cannot be read; and the identifier in the record, or its label if
  ///   the record has no identifier.
  package func read(
    _ record: [UInt8], name label: String, worker: ReceiptWorker, now: Instant
  ) -> (source: String, presentation: Result<Presentation, ReceiptError>) {
    var source = label
    let presentation = Result { () throws(ReceiptError) in
      let document = try JSONReader(maximumDepth: 8, maximumValues: 10_000).read(record)
      guard case .object(let members) = document else {
        throw ReceiptError(.invalidRecord, "a record that is not a JSON object")
      }
      if let twice = document.repeatedName {
        throw ReceiptError(.invalidRecord, "a record with `\(twice)` twice in one object; which one counts?")
      }
      if fields.isStrict, let other = members.first(where: { !fields.known.contains($0.name) }) {
        throw ReceiptError(
          .invalidRecord, "the member `\(other.name.prefix(40))` is unknown",
          hint: "known are \(fields.known.joined(separator: ", "))")
      }
      if let name = try text(document, fields.identifier) { source = name }
      let input = try required(document, fields.receipt)
      var expectations = expectations
      expectations.products = try list(document, "product") ?? expectations.products
      if let guid = try text(document, "device_guid") {
        expectations.deviceGUID = try value("device_guid", guid, DeviceGUID.init)
      }
      if let token = try text(document, "account_token") {
        expectations.accountToken = try value("account_token", token, Expectations.uuid)
      }
      let receipt = PresentedReceipt(
        Array(input.utf8), worker: worker, validator: Validator(expectations: expectations, now: now),
        environment: environment)
      var presentation = Presentation(
        order: try name(document, fields.order), account: try name(document, fields.account),
        receipt: receipt, expectations: expectations)
      presentation.applicationUsername = try text(document, "application_username") ?? applicationUsername
      presentation.transactions = try list(document, "transaction") ?? []
      presentation.orderedAt = orderedAt
      if let time = try text(document, "ordered_at") {
        guard let date = ReceiptDate(time) else {
          throw ReceiptError(.invalidRecord, "`ordered_at` is not a time", hint: "use 2024-01-31T12:00:00Z")
        }
        presentation.orderedAt = date.instant
      }
      return presentation
    }
    return (source, presentation)
  }

  /// The text of a member; `nil` if it is absent.
  ///
  /// - Throws: for any other value, because an intended check would otherwise be skipped silently.
  private func text(_ document: JSONValue, _ name: String) throws(ReceiptError) -> String? {
    guard let value = document[name], value != .null else { return nil }
    guard let text = Self.scalar(value) else { throw ReceiptError(.invalidRecord, "`\(name)` is not a string") }
    return text
  }

  /// A string, or a number as it is written: order numbers may be JSON strings or JSON numbers.
  private static func scalar(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }

  private func required(_ document: JSONValue, _ name: String) throws(ReceiptError) -> String {
    guard let text = try text(document, name), !text.isEmpty else {
      throw ReceiptError(.invalidRecord, "a record without `\(name)`", hint: fields.hint)
    }
    return text
  }

  private func name(_ document: JSONValue, _ field: String) throws(ReceiptError) -> String {
    let name = try required(document, field)
    if let problem = LedgerName.problem(new: name) { throw ReceiptError(.invalidRecord, "`\(field)`: \(problem)") }
    return name
  }

  private func list(_ document: JSONValue, _ name: String) throws(ReceiptError) -> [String]? {
    switch document[name] {
    case nil, .null?: return nil
    case .array(let elements)?:
      let texts = elements.compactMap(Self.scalar)
      guard texts.count == elements.count, !texts.isEmpty else {
        throw ReceiptError(.invalidRecord, "`\(name)` is not a list of strings")
      }
      return texts
    default:
      guard let text = try text(document, name), !text.isEmpty else {
        throw ReceiptError(.invalidRecord, "`\(name)` is not a string")
      }
      return [text]
    }
  }

  private func value<Value>(
    _ name: String, _ text: String, _ read: (String) throws(ExpectationError) -> Value
  ) throws(ReceiptError) -> Value {
    do throws(ExpectationError) {
      return try read(text)
    } catch {
      throw ReceiptError(.invalidRecord, "`\(name)`: \(error.message)", hint: error.hint)
    }
  }
}
