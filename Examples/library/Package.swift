// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "may-use",
  platforms: [.macOS(.v14)],
  dependencies: [
    // In a project of yours: its URL and version. Without traits no other package is fetched.
    .package(name: "receipt-tool", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(name: "may-use", dependencies: [.product(name: "ReceiptKit", package: "receipt-tool")])
  ]
)
