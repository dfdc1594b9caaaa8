// swift-tools-version: 6.2
import PackageDescription

/// Mints the receipts that Benchmarks/stream reads. A package of its own: nobody else needs it.
let package = Package(
  name: "receipts",
  platforms: [.macOS(.v14)],
  dependencies: [
    // Named, because the folder of a clone may be called anything.
    .package(name: "receipt-tool", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "receipts",
      dependencies: [.product(name: "ReceiptMint", package: "receipt-tool")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ]
)
