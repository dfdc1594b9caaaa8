import ReceiptKit

extension FuzzTarget {
  /// Whatever a string holds, the JSON it is written to holds no control character but the writer's own line breaks.
  static let jsonWriter = FuzzTarget(name: "json-writer", usualLength: 256) { input in
    var writer = JSONWriter(layout: .compact)
    writer.string(String(decoding: input, as: UTF8.self))
    require(writer.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "no raw control characters")
    require(writer.bytes.first == UInt8(ascii: "\"") && writer.bytes.last == UInt8(ascii: "\""), "quoted")
  }
}
