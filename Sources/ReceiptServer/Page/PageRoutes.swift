import Decompression
import HTTPTypes
import ReceiptKit
import NIOCore

extension ServerSettings {
  /// The page for people without a terminal: `GET /`, and the routes that only this page uses.
  func pageRoutes(_ reader: BodyReader) -> [Route] {
    let document = EmbeddedPage(
      html: PackageResources.page_html, style: PackageResources.page_css,
      scripts: [PackageResources.answer_js, PackageResources.save_js, PackageResources.page_js], preset: page)
    return [
      Route("/", [.get], operation: Self.pageOperation, begin: { _ in .now(document.reply()) }),
      Route("/page/document", [.post], operation: Self.documentOperation) { call in
        let query = try Query(call.query, Self.pageParameters)
        var question = Examination.Question(
          try Expectations(query), now: clock(),
          in: SummaryLanguage(firstOf: query.all("language")))
        question.frames = page.frames
        if question.expectations.bundleIdentifiers.isEmpty {
          question.expectations.bundleIdentifiers = page.bundleIdentifiers
        }
        let now = ["now"] + SummaryLanguage.allCases.map { TextCatalog.translation(of: "today", in: $0) }
        if let text = query["at"], !now.contains(text.lowercased()) {
          question.moment = ReceiptDate(moment: text)?.instant
          question.unreadMoment = question.moment == nil ? text : nil
        }
        let asked = question
        return try await reader.answer(call, limit: limits.input) { body in
          var question = asked
          let (items, other) = try Self.pasted(body, limit: limits.input)
          question.other = other
          var writer = JSONWriter(layout: .compact)
          PageDocument(items, question, decoder).write(to: &writer)
          return .json(writer)
        }
      },
    ]
  }

  /// What was pasted, or the files that were opened, and a second input to compare with: `{"text": "…"}` or
  /// `{"files": [{"name": "…", "base64": "…"}]}`, each with or without `"other": "…"`.
  ///
  /// - Throws: ``Problem/body(_:hint:status:)`` for anything else.
  ///
  /// - Parameter limit: the maximum size of what is in an archive.
  static func pasted(_ body: [UInt8], limit: Int) throws -> (items: [PastedItem], other: [UInt8]?) {
    let reader = JSONReader(maximumDepth: 4, maximumValues: 5 * ServerLimits.inputs)
    guard let value = try? reader.read(body), case .object(let members) = value,
      members.allSatisfy({ ["text", "files", "other"].contains($0.name) })
    else { throw wrongBody }
    let items: [PastedItem]
    if case .string(let text)? = value["text"], value["files"] == nil {
      items = [PastedItem(Array(text.utf8))]
    } else if case .array(let files)? = value["files"], value["text"] == nil,
      (1...ServerLimits.inputs).contains(files.count)
    {
      items = try files.flatMap { file in
        guard case .string(let name)? = file["name"], case .string(let text)? = file["base64"],
          let bytes = text.isEmpty ? [] : Base64.decodeCanonical(Array(text.utf8))
        else { throw wrongBody }
        return opened(name, bytes, upTo: limit)
      }
    } else {
      throw wrongBody
    }
    switch value["other"] {
    case .string(let text)?: return (items, Array(text.utf8))
    case nil: return (items, nil)
    default: throw wrongBody
    }
  }

  /// A file, decompressed; of an archive each file. What cannot be opened stays as it is, and is named as unread.
  private static func opened(_ name: String, _ bytes: [UInt8], upTo limit: Int) -> [PastedItem] {
    let items = (try? PackedInput.items(bytes, named: name, upTo: limit)) ?? [PastedItem(bytes)]
    return items.map { item in
      var item = item
      item.name = item.name.map { "\(name)/\($0)" } ?? name
      return item
    }
  }

  private static let wrongBody = Problem.body(
    #"the body is not {"text": "…"}, or {"files": [{"name": "…", "base64": "…"}]}"#,
    hint: "other may stand beside either of them")

  private static let pageParameters =
    QueryParameter.expectations + [
      QueryParameter(
        "at", "Ask about subscriptions at this moment. What is no moment is said to be none.", example: "2024-01-31"),
      .languages,
    ]

  private static let pageOperation = Operation(
    "page", "A page to paste a receipt into", "For people; programs want the other routes.",
    answers: [.text("The page", "text/html")])

  private static let documentOperation = Operation(
    "page-document", "What the page shows of what was pasted",
    "The page of this version shows it, and another version may answer otherwise; programs want /v1.",
    parameters: pageParameters, body: [("application/json", "pasted")],
    answers: [.json("The report as HTML, and replies to the customer")])
}
