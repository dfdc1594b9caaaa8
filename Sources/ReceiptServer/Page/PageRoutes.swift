import HTTPTypes
import ReceiptKit

extension ServerSettings {
  /// The page for people without a terminal, and what its form does.
  func pageRoutes(_ reader: BodyReader) -> [Route] {
    let page = ReaderPage(settings: self, reader: reader)
    return [
      Route("/", [.get], operation: ReaderPage.pageOperation, answer: { try page.empty($0) }),
      Route("/", [.post], operation: ReaderPage.readOperation, answer: { try await page.read($0) }),
      Route("/report", [.post], operation: ReaderPage.saveOperation, answer: { try await page.save($0) }),
    ]
  }

  /// Reads what is pasted and opened on a page, which takes as much as the command line does.
  var pageDecoder: InputDecoder {
    var decoder = decoder
    decoder.recognizer.maximumBytes = limits.form
    return decoder
  }
}

/// The page, printed in the reader's language. Every answer to its form is the page again, so that it needs no scripts.
struct ReaderPage: Sendable {
  private let settings: ServerSettings
  private let reader: BodyReader
  private let page = EmbeddedPage(
    html: PackageResources.page_html, style: PackageResources.page_css, script: PackageResources.page_js,
    hasForm: true)

  init(settings: ServerSettings, reader: BodyReader) {
    self.settings = settings
    self.reader = reader
  }

  /// The page before anything is asked.
  func empty(_ call: Call) throws -> Reply {
    let query = try Query(call.query, [.languages])
    let language = settings.page.language(query.all("language"), call)
    return page.reply(in: language, pageValues(call, language).merging(["entry-open": " open"]) { $1 })
  }

  /// The page with the report.
  func read(_ call: Call) async throws -> Reply {
    try await answer(call) { form, question, language in
      let document = document(form, question)
      var values = pageValues(call, language, form)
      values["results"] = document.html()
      if document.hasUnreadMoment {
        values["at-wrong"] = HTMLWriter.escaped(EmbeddedPage.text(of: "at_form", in: language) ?? "")
        values["entry-open"] = " open"
      }
      values["at-invalid"] = "\(document.hasUnreadMoment)"
      return page.reply(in: language, values)
    }
  }

  /// The report as a file.
  func save(_ call: Call) async throws -> Reply {
    try await answer(call) { form, question, language in
      let names = form.isImpersonal ? [] : form.items.compactMap { $0.name.map { Report.name($0, language) } }
      let file = document(form, question).report.file(
        subject: names.isEmpty
          ? ("pasted text" as Message).text(in: language) : names.joined(separator: language.comma),
        generator: "receipt-tool \(settings.version)", at: question.now, agesFrom: question.now)
      var reply = Reply(type: "text/html; charset=utf-8", .bytes(file))
      reply.fields[.contentDisposition] = #"attachment; filename="receipt-report.html""#
      return reply
    }
  }

  // -- The form.

  /// Reads the form and makes the answer. What cannot be read, and a form without a receipt, is answered with the page.
  private func answer(
    _ call: Call, _ make: @escaping @Sendable (PageForm, Examination.Question, SummaryLanguage) throws -> Reply
  ) async throws -> Reply {
    // The language of the page, for what is refused before the form is read.
    let asked = try Query(call.query, [.languages]).all("language")
    do {
      return try await reader.answer(call, limit: settings.limits.form) { body in
        let form = try PageForm(
          body, type: call.headers[.contentType], upTo: settings.limits.form, Self.parameters)
        let language = settings.page.language(form.query.all("language") + asked, call)
        guard !form.items.isEmpty else {
          return replyWithoutReport(call, language, form, "caution", "! Nothing to read yet") { writer in
            writer.element("p") {
              $0.text("Paste what the customer sent into the field above, or open a file." as Message)
            }
          }
        }
        do {
          return try make(form, try question(form, language), language)
        } catch let problem as Problem {
          return reply(to: problem, call, language, form)
        }
      }
    } catch let problem as Problem {
      return reply(to: problem, call, settings.page.language(asked, call), nil)
    }
  }

  /// The page that says why there is no answer.
  private func reply(to problem: Problem, _ call: Call, _ language: SummaryLanguage, _ form: PageForm?) -> Reply {
    var reply = replyWithoutReport(call, language, form, "bad", "✗ No answer") { writer in
      if problem.status == .contentTooLarge {
        writer.element("p") { $0.text(Self.tooLarge(settings.limits.form)) }
      } else {
        for text in [problem.detail, problem.hint].compactMap(\.self) {
          writer.element("p", ["lang": "en", "dir": "auto"], text: text)
        }
      }
    }
    reply.status = problem.status
    for field in problem.fields { reply.fields.append(field) }
    return reply
  }

  private static func tooLarge(_ limit: Int) -> Message {
    """
    It is too large: this page takes \(grouped: limit) bytes at once. If it is a picture, ask the customer for the \
    receipt itself.
    """
  }

  private func question(_ form: PageForm, _ language: SummaryLanguage) throws -> Examination.Question {
    var question = Examination.Question(try Expectations(form.query), now: settings.clock(), in: language)
    question.frames = settings.page.frames
    question.other = form.other
    if question.expectations.bundleIdentifiers.isEmpty {
      question.expectations.bundleIdentifiers = settings.page.bundleIdentifiers
    }
    let now = ["now"] + SummaryLanguage.allCases.map { ("today" as Message).text(in: $0) }
    if let text = form.query["at"], !now.contains(text.lowercased()) {
      question.moment = ReceiptDate(moment: text)?.instant
      question.unreadMoment = question.moment == nil ? text : nil
    }
    return question
  }

  private func document(_ form: PageForm, _ question: Examination.Question) -> PageDocument {
    var document = PageDocument(form.items, question, settings.pageDecoder)
    if form.isImpersonal { document.leaveOutPeople() }
    return document
  }

  // -- The page.

  /// The page with a section that says why there is no report.
  ///
  /// - Parameter kind: the class of the section and of its title, which determines their colour.
  private func replyWithoutReport(
    _ call: Call, _ language: SummaryLanguage, _ form: PageForm?, _ kind: String, _ title: Message,
    _ content: (inout HTMLWriter) -> Void
  ) -> Reply {
    var writer = HTMLWriter(in: language)
    writer.element("section", ["class": "verdict \(kind)"]) { writer in
      writer.element("h2", ["class": "word \(kind)"]) { $0.text(title) }
      content(&writer)
    }
    var values = pageValues(call, language, form)
    values["results"] = writer.html
    values["entry-open"] = " open"
    return page.reply(in: language, values)
  }

  /// The values of the page, by the names of their places: what was entered, as it was, and what the settings say.
  private func pageValues(_ call: Call, _ language: SummaryLanguage, _ form: PageForm? = nil) -> [String: String] {
    func text(_ key: String) -> String { HTMLWriter.escaped(EmbeddedPage.text(of: key, in: language) ?? "") }
    let apps = settings.page.bundleIdentifiers.map(HTMLWriter.escaped)
    let host = call.authority ?? ""
    let isHere = HostField(host).map { ListenAddress.isLoopback($0.host) } ?? false
    var values = [
      "app": apps.first ?? "com.example.app", "at-invalid": "false",
      "where": isHere
        ? text("where_here") : text("where_there").replacing("{host}", with: "<bdi>\(HTMLWriter.escaped(host))</bdi>"),
    ]
    values.merge(settings.page.rehearsal(in: language)) { $1 }
    if !apps.isEmpty {
      let names = apps.map { "<bdi>\($0)</bdi>" }.joined(separator: ", ")
      values["checks-for"] = text("checks_for").replacing("{apps}", with: names)
    }
    for (name, entered) in form?.texts ?? [:] where !entered.isEmpty {
      values["entered \(name)"] = HTMLWriter.withoutMarkup(entered)
      values["chosen \(name) \(entered)"] = name == "impersonal" ? " checked" : " selected"
      if name == "other" { values["other-open"] = " open" }
      if Self.expected.contains(where: { $0.name == name }) { values["expect-open"] = " open" }
    }
    return values
  }

  // -- The description for programs.

  /// The fields below "What should be true of it?".
  private static let expected =
    QueryParameter.expectations + [
      QueryParameter(
        "at", "Ask about subscriptions at this moment. What is no moment is said to be none.", example: "2024-01-31")
    ]

  private static let parameters = expected + [.languages]

  static let pageOperation = Operation(
    "page", "A page to paste a receipt into", "For people; programs want the other routes.",
    parameters: [.languages], answers: [.text("The page", "text/html")])

  /// What cannot be read is answered with the page, too. A refused token or origin is a problem as elsewhere.
  private static let refusal = Operation.Answer(
    code: "4XX", description: "The page, which says why there is no report",
    content: [("text/html", nil)] + Operation.problem)

  static let readOperation = Operation(
    "page-read", "The page with what was pasted",
    "The page of this version shows it, and another version may answer otherwise; programs want /v1.",
    parameters: [.languages], body: [("multipart/form-data", "form")],
    answers: [.text("The page with the report", "text/html"), refusal])

  static let saveOperation = Operation(
    "page-report", "The report on what was pasted, as a file", "For people, as the page is.",
    parameters: [.languages], body: [("multipart/form-data", "form")],
    answers: [.text("The report", "text/html"), refusal])
}
