import Decompression
import ReceiptKit
import SystemLibrary

/// One call of a tool.
struct ToolCall {
  let arguments: ToolArguments
  let settings: AssistantSettings

  /// The time of the call.
  var now: Instant { settings.console.now }

  /// The moment of the question; `nil` for now.
  func moment() throws(RPCFault) -> Instant? { try arguments.moment(now: now) }

  /// The decoder that judges certificates at a moment.
  func decoder(at moment: Instant? = nil) -> InputDecoder {
    var decoder = settings.decoder
    decoder.judgingTime = moment
    decoder.currentTime = now
    return decoder
  }

  /// What a document calls the input: the path as it was given, or `-`.
  func source(_ input: AssistantTool.Input = .single) -> String { arguments.text(input.path) ?? "-" }

  func head(_ input: AssistantTool.Input = .single) -> DocumentHead { DocumentHead(source: source(input)) }

  /// The input, as one item or as the files of an archive; `nil` if it is not given.
  func items(_ input: AssistantTool.Input = .single) throws -> [PastedItem]? {
    try read(input) {
      [PastedItem($0)]
    } unpack: { bytes, path throws(ReceiptError) in
      try PackedInput.items(bytes, named: path, upTo: settings.maximumBytes)
    }
  }

  /// The input as one text; `nil` if it is not given.
  func bytes(_ input: AssistantTool.Input) throws -> [UInt8]? {
    try read(input) {
      $0
    } unpack: { bytes, path throws(ReceiptError) in
      try PackedInput.plain(bytes, named: path, upTo: settings.maximumBytes)
    }
  }

  /// An input that has to be given.
  func needed<Content>(_ content: Content?, _ input: AssistantTool.Input = .single) throws(RPCFault) -> Content {
    guard let content else { throw .invalidParameters("\(input.text) is missing") }
    return content
  }

  private func read<Content>(
    _ input: AssistantTool.Input, asText: ([UInt8]) -> Content,
    unpack: ([UInt8], String) throws(ReceiptError) -> Content
  ) throws -> Content? {
    let limit = settings.maximumBytes
    switch (arguments.text(input.text), arguments.text(input.path)) {
    case (nil, nil): return nil
    case (_?, _?): throw RPCFault.invalidParameters("\(input.text) and \(input.path) exclude each other")
    case (let text?, nil):
      guard text.utf8.count <= limit else { throw ReceiptError.tooLarge(text.utf8.count.grouped, limit) }
      return asText(Array(text.utf8))
    case (nil, let path?):
      guard let descriptor = settings.folders.open(path) else {
        throw RPCFault.invalidParameters("\(input.path): no file of this path can be read below a named folder")
      }
      defer { close(descriptor) }
      return try unpack(try settings.console.readAll(descriptor, path: path, what: nil, maximumBytes: limit), path)
    }
  }

  // MARK: - What leaves

  /// The mask of what identifies people; `nil` if it is to be shown.
  ///
  /// - Parameters:
  ///   - items: the inputs.
  ///   - documents: other documents in JSON.
  ///   - pieces: what was decoded within other inputs.
  ///   - fields: the fields that the result shows.
  func mask(
    _ items: [PastedItem], _ documents: [[UInt8]] = [], pieces: [DecodedInput] = [], fields: [ComparedField] = []
  ) -> ValueMask? {
    guard !settings.showsIdentifiers else { return nil }
    let question = Examination.Question(Expectations(), now: now, in: .english)
    let decoder = decoder()
    // A page takes an input apart, but most commands do not. So the values of the whole inputs are masked, too.
    let whole = (items.compactMap { try? decoder.decode($0.bytes) } + pieces).map { decoded in
      var writer = JSONWriter(layout: .compact)
      DecodeDocument(decoded).write(to: &writer, head: DocumentHead(source: nil))
      return writer.bytes
    }
    return PageDocument(items.map { PastedItem($0.bytes) }, question, decoder)
      .mask(with: whole + documents + [fields.namedValues])
  }

  /// The result with the document that a closure writes.
  ///
  /// - Parameters:
  ///   - sentence: what this program says of it; it quotes nothing of the input.
  ///   - mask: see ``mask(_:_:pieces:fields:)``.
  func result(
    _ sentence: String, masking mask: ValueMask?, _ write: (inout JSONWriter) throws -> Void
  ) throws -> ToolResult {
    var writer = JSONWriter(layout: .compact)
    try write(&writer)
    guard let mask else { return ToolResult(sentence: sentence, line: writer.bytes) }
    guard let masked = mask.masked(document: writer.bytes) else {
      throw ReceiptError(.defect, "a document that cannot be read again")
    }
    return ToolResult(sentence: sentence, line: masked)
  }

  /// The result for an input that cannot be read.
  func failure(_ error: ReceiptError, _ schema: String) -> ToolResult {
    let shown = settings.showsIdentifiers ? error : error.impersonal
    var writer = JSONWriter(layout: .compact)
    writer.errorDocument(shown, schema: schema, head: head())
    return ToolResult(
      sentence: "It could not be read: \(error.code.rawValue). Nothing was judged.", line: writer.bytes, isError: true)
  }
}

extension [ComparedField] {
  /// A document with both values of each field, below the name of their member. Whatever a result shows is in it, also
  /// what no other document has.
  fileprivate var namedValues: [UInt8] {
    func named(_ value: JSONValue?, at pointer: String) -> JSONValue? {
      value.map { .object([JSONValue.Member(String(pointer.split(separator: "/").last ?? ""), $0)]) }
    }
    let values = flatMap { field -> [JSONValue] in
      [named(field.apple, at: field.pointer), named(field.local, at: field.localPointer ?? field.pointer)]
        .compactMap(\.self)
    }
    return JSONValue.array(values).compactBytes
  }
}
