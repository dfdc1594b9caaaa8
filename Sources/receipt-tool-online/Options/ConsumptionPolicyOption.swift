import ArgumentParser
import ReceiptCommands
import ReceiptKit

/// What Apple is told about the use of purchases.
struct ConsumptionPolicyOption: ParsableArguments {
  @Option(
    name: .customLong("consumption-policy"),
    help: ArgumentHelp(
      """
      Answer Apple's questions about refunds by the rules of this JSON file \
      (Schemas/consumption-policy-1.schema.json). Without it nothing is answered.
      """,
      valueName: "file"),
    completion: .file())
  var file: String?

  /// Reads the file; `nil` if none is given.
  func policy(_ console: Console) throws -> ConsumptionPolicy? {
    guard let file else { return nil }
    do throws(ReceiptError) {
      let bytes = try console.read(file, maximumBytes: ConsumptionPolicy.maximumBytes, searchesDirectories: false)
      do throws(ExpectationError) {
        return try ConsumptionPolicy(bytes)
      } catch {
        throw ReceiptError(.invalidJSON, error.message, hint: error.hint)
      }
    } catch {
      throw UnusableOption(option: "--consumption-policy", source: file, error: error)
    }
  }
}
