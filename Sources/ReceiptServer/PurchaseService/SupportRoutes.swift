import HTTPTypes
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// The page for support, and the routes that only this page uses. What is shown comes as HTML.
  var supportRoutes: [Route] {
    [supportPage, supportSearch, supportDocument] + appleLookupRoutes
  }

  /// The route is open because the page contains no data. The page asks the user for a token, and sends the token with
  /// its requests to the other routes.
  private var supportPage: Route {
    let page = EmbeddedPage(
      html: PackageResources.support_html, style: PackageResources.support_css, script: PackageResources.support_js,
      hasForm: false)
    return Route("/support", [.get], isOpen: true, operation: Self.supportOperation) { [settings] call in
      let query = try Query(call.query, [.languages])
      let language = settings.page.language(query.all("language"), call)
      return page.reply(in: language, settings.page.rehearsal(in: language))
    }
  }

  private var supportSearch: Route {
    Route("/support/search", [.get], scope: .read, operation: Self.searchOperation) { [self] call in
      let query = try Query(call.query, Self.searchParameters)
      guard let name = query["name"] else { throw Problem.parameter("name is missing", hint: "say what to search for") }
      if let problem = LedgerName.problem(name) { throw Problem.parameter(problem.description) }
      let subject = try query["as"].map { word in
        guard let subject = LedgerHistory.Subject(rawValue: word) else {
          throw Problem.parameter("as is neither account nor order nor transaction")
        }
        return subject
      }
      let language = SummaryLanguage(firstOf: query.all("language"))
      let found = try await LedgerThreads.reading.run(reportingTo: settings.log) { [self] in
        try service.reading.search(for: name, as: subject, now: settings.clock(), in: language)
      }
      return .json(searchAnswer(found, name))
    }
  }

  private func searchAnswer(_ found: LedgerSearch, _ name: String) -> JSONWriter {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 12)
    writer.object { writer in
      writer.member("title", found.title)
      writer.member("said", found.summary)
      writer.member("as", found.kind?.rawValue)
      writer.member("html", found.report.html(replies: found.only?.replies(settings.page.frames) ?? []))
      if service.lookUp != nil, found.isEmpty || found.kind == .transaction, let noun = Self.noun(ofApple: name) {
        writer.member("apple", "/support/apple/\(noun)/\(name)")
      }
    }
    return writer
  }

  /// The word for a name in the paths of ``appleLookupRoutes``, if it has the form of Apple's order numbers or
  /// transactions; `nil` for any other name, which is not sent to Apple.
  private static func noun(ofApple name: String) -> String? {
    let characters = name.utf8.dropFirst()
    if name.hasPrefix("M"), (7...24).contains(characters.count),
      characters.allSatisfy({ $0.isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    {
      return "orders"
    }
    return (6...20).contains(name.utf8.count) && name.utf8.allSatisfy(\.isASCIIDigit) ? "transactions" : nil
  }

  private var supportDocument: Route {
    Route("/support/document", [.post], scope: .read, operation: Self.documentOperation) { [self] call in
      try await reader.answer(
        call, limit: settings.limits.form,
        waiting: { [self] body in
          let (document, language) = try await WorkerThreads.run {
            let form = try PageForm(
              body, type: call.headers[.contentType], upTo: self.settings.limits.form, [.languages])
            guard !form.items.isEmpty else { throw Problem.body("the form has neither a receipt nor a file") }
            guard form.other == nil else { throw Problem.body("other is only compared at /") }
            let language = SummaryLanguage(firstOf: form.query.all("language"))
            return (self.document(of: form.items, language), language)
          }
          return try await reply(document, language)
        })
    }
  }

  /// What there is to say about what a customer sent, or what Apple answered.
  func document(of items: [PastedItem], _ language: SummaryLanguage) -> PageDocument {
    var question = Examination.Question(Expectations(), now: settings.clock(), in: language)
    question.expectations.bundleIdentifiers = settings.page.bundleIdentifiers
    question.frames = settings.page.frames
    return PageDocument(items, question, settings.pageDecoder)
  }

  /// The answer with a document, and with what the ledger knows of its purchases.
  func reply(_ document: PageDocument, _ language: SummaryLanguage) async throws -> Reply {
    let purchases = document.transactions
    let record =
      purchases.isEmpty
      ? nil
      : try await LedgerThreads.reading.run(reportingTo: settings.log) { [self] in
        try service.reading.lookUp(purchases, now: settings.clock(), in: language)
      }
    var document = document
    if let record { document.report.insert("recorded", at: 0) { record.write(to: &$0) } }
    var writer = JSONWriter(layout: .compact)
    writer.object { [document] writer in
      writer.member("title", document.title)
      writer.member("html", document.html(hasDocuments: false))
    }
    return .json(writer)
  }

  private static let searchParameters = [
    QueryParameter("name", "The name of an account, an order or a transaction.", example: "1001"),
    QueryParameter(
      "as", "What the name is, if only that is searched.", example: "order",
      kind: .word(LedgerHistory.Subject.allCases.map(\.rawValue))),
    .languages,
  ]

  private static let supportOperation = Operation(
    "support", "A page to look up customers",
    """
    For people; programs want the other routes. No token is asked for: the page asks for one with the scope read, and \
    keeps it in memory.
    """,
    parameters: [.languages], answers: [.text("The page", "text/html")])

  private static let searchOperation = Operation(
    "support-search", "What the page for support shows of a name",
    "The page of this version shows it, and another version may answer otherwise; programs want /v1.",
    parameters: searchParameters,
    answers: [.json("The report with replies to the customer, as HTML")])

  private static let documentOperation = Operation(
    "support-document", "What the page for support shows of what a customer sent",
    "As /, with what the ledger knows of the purchases in it. Nothing is recorded.",
    body: [("multipart/form-data", "form")],
    answers: [.json("The report with replies to the customer, as HTML")])
}

extension QueryParameter {
  /// The reader's languages.
  static let languages = QueryParameter(
    "language", "A language of the reader (BCP 47), the best first", example: "de-CH", kind: .language,
    isRepeatable: true)
}
