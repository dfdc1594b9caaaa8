import ReceiptKit
import Testing

/// One way in which a good receipt arrives: what happens to its base64, and what the recognizer has to say about it.
struct InputDamage: Sendable, CustomTestStringConvertible {
  let name: String
  let layers: [InputLayer]
  /// From the undamaged base64 to what was pasted, with the repairs that it needs.
  let apply: @Sendable (String) -> (pasted: [UInt8], repairs: [String])

  var testDescription: String { name }

  init(
    _ name: String, _ layers: [InputLayer] = [.base64],
    _ apply: @escaping @Sendable (String) -> (String, [String])
  ) {
    self.name = name
    self.layers = layers
    self.apply = { base64 in
      let (text, repairs) = apply(base64)
      return (Array(text.utf8), repairs)
    }
  }

  init(bytes name: String, _ layers: [InputLayer], _ apply: @escaping @Sendable (String) -> ([UInt8], [String])) {
    self.name = name
    self.layers = layers
    self.apply = apply
  }
}
