@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// A diagnosis, whatever the input is; what it calls canonical has to be left as it is by the next one.
  static let diagnose = FuzzTarget(name: "diagnose", usualLength: 2048) { input in
    let diagnosis = Diagnostician(device: GUIDForms("00:11:22:33:44:55")).diagnose(input)
    var writer = JSONWriter(layout: .pretty)
    DiagnosisRenderer(Diagnostician()).write(diagnosis, head: DocumentHead(source: "-"), to: &writer)
    _ = try JSONReader(maximumDepth: 128, maximumValues: .max).read(writer.bytes)
    let layout = TextLayout(width: 80, usesColor: false, now: Instant(milliseconds: 0))
    _ = diagnosis.report(layout)
    guard let canonical = diagnosis.canonical else { return }
    let again = Diagnostician().diagnose(Array(canonical.utf8))
    require(again.canonical == canonical && again.mended == nil, "canonical text is canonical")
  }

  /// A question to the table of explanations.
  static let explain = FuzzTarget(name: "explain", usualLength: 48) { input in
    let answer = Reference.answer(String(decoding: input, as: UTF8.self))
    require(answer.entries.isEmpty || answer.suggestions.isEmpty, "suggestions come only where nothing is known")
    _ = GUIDForms(answer.question)
  }
}
