// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "library",
  platforms: [.macOS(.v26)],
  dependencies: [
    // In a project of yours: its URL and version. Without traits no other package is fetched.
    .package(name: "receipt-tool", path: "../..", traits: [])
  ],
  targets: ["may-use", "verify-transaction"].map { name in
    .executableTarget(name: name, dependencies: [.product(name: "ReceiptKit", package: "receipt-tool")])
  }
)
