// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "receipt-server",
  platforms: [.macOS(.v26)],
  dependencies: [
    // In a project of yours: its URL and version.
    .package(name: "receipt-tool", path: "../..", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "receipt-server",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "ReceiptKit", package: "receipt-tool"),
      ])
  ]
)
