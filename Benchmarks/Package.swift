// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, so that neither the library nor its users ever see a benchmark. Built by
/// Benchmarks/throughput.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [
    // Named, because the folder of a clone may be called anything.
    .package(name: "receipt-tool", path: "..", traits: [])
  ],
  targets: [
    .target(name: "CFloors", linkerSettings: [.linkedLibrary("crypto")]),
    .executableTarget(
      name: "throughput",
      dependencies: [
        "CFloors",
        .product(name: "ReceiptKit", package: "receipt-tool"),
        .product(name: "ReceiptMint", package: "receipt-tool"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
  ]
)
