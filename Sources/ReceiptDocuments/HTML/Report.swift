/// A report in one language, for a browser: the answer, and below it the sections.
///
/// The page of `serve` shows ``html``, and `inspect --html` writes ``file(subject:generator:at:agesFrom:)``.
package struct Report: Sendable {
  /// The blocks below one heading.
  package struct Part: Sendable {
    /// What the part is about, by which scripts of the page find it.
    var name: String
    var section: TextSection
    /// Why the part is only a claim; `nil` if it is proven.
    var claim: Message?
    /// Whether the part quotes the input literally, so that a report without personal data omits it.
    var quotesInput = false
    /// Whether the page shows its content at once, and not its heading alone.
    package var isOpen = false
  }

  /// The language of all texts. Texts without a translation are English.
  package var language: SummaryLanguage
  /// The heading above the answer: what the report is about; `nil` if the answer itself is the heading.
  package var title: StyledText?
  /// The overall conclusion.
  package var tone = PurchaseSummary.Tone.caution
  /// The answer, line by line.
  package var lines: [SummaryText.Line] = []
  /// Remarks about the answer.
  package var remarks: [String] = []
  /// Blocks below the remarks, which belong to the answer.
  private(set) var details: [TextBlock] = []
  package var parts: [Part] = []
  /// The values that the report leaves out; `nil` for none.
  private var mask: ValueMask?

  package init(in language: SummaryLanguage) { self.language = language }

  /// Appends the sections of a page.
  ///
  /// - Parameter untitled: the title of the blocks before the first heading; empty for no title.
  mutating func append(
    _ page: TextPage, name: String, untitled: Message = "", claim: Message? = nil, quotesInput: Bool = false
  ) {
    for section in page.sections(untitled: StyledText(untitled, .heading)) {
      parts.append(Part(name: name, section: section, claim: claim, quotesInput: quotesInput))
    }
  }

  /// Appends blocks to the answer.
  package mutating func append(details write: (inout TextPage) -> Void) {
    details += page(write).blocks
  }

  /// Inserts open sections before the part at an index, or appends them without an index.
  package mutating func insert(_ name: String, at index: Int? = nil, _ write: (inout TextPage) -> Void) {
    let inserted = page(write).sections().map { Part(name: name, section: $0, claim: nil, isOpen: true) }
    parts.insert(contentsOf: inserted, at: index ?? parts.endIndex)
  }

  /// A page that a browser lays out, and that shows no ages: so width and moment of the layout do not matter.
  private func page(_ write: (inout TextPage) -> Void) -> TextPage {
    var page = TextPage(TextLayout(width: 200, usesColor: false, now: Instant(milliseconds: 0)), isForBrowser: true)
    write(&page)
    return page
  }

  /// Leaves out values that may identify a person, and the parts that quote the input.
  mutating func leaveOut(_ values: [String]) {
    parts.removeAll(where: \.quotesInput)
    remarks.append(("Transactions, accounts, orders and devices were left out." as Message).text(in: language))
    mask = ValueMask(values)
  }

  /// The report as HTML without a frame. Parts that are not open show their heading alone.
  package var html: String { html(replies: []) }

  /// The same with replies to the customer, which stand below the part about what a ledger recorded.
  ///
  /// - Parameter documents: what the commands print, by name. They are left out if the report leaves out values, which
  ///   they may contain.
  package func html(replies: [ReplyText], documents: [(name: String, bytes: [UInt8])] = []) -> String {
    var writer = HTMLWriter(in: language, masking: mask)
    writer.report(self, isFolded: true, replies: replies)
    if mask == nil { writer.writeDocuments(documents) }
    return writer.html
  }

  /// The report as one file, which has no scripts and loads nothing.
  ///
  /// - Parameters:
  ///   - subject: the name of the input, or the names; see ``name(_:_:)``.
  ///   - generator: the program that writes the file.
  ///   - now: the time of writing.
  ///   - origin: the moment from which ages are counted.
  package func file(subject: String, generator: String, at now: Instant, agesFrom origin: Instant) -> [UInt8] {
    var writer = HTMLWriter(in: language, masking: mask)
    writer.file(self, subject: subject, generator: generator, at: now, agesFrom: origin)
    return Array(writer.html.utf8)
  }

  /// The name of a file without its folders, which are private.
  package static func name(_ source: String, _ language: SummaryLanguage) -> String {
    source == "-"
      ? ("standard input" as Message).text(in: language)
      : source.split(separator: "/").last.map { String($0).displayed(limit: 100) } ?? source
  }
}
