// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, so that neither the library nor its users ever see a fuzzer. Built by Scripts/fuzz, which adds
/// the sanitizers.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v26)],
  dependencies: [
    // Named, because the folder of a clone may be called anything.
    .package(name: "receipt-tool", path: "..", traits: [])
  ],
  targets: [
    .target(
      name: "FuzzTargets",
      dependencies: [
        .product(name: "Decompression", package: "receipt-tool"),
        .product(name: "ReceiptKit", package: "receipt-tool"),
        .product(name: "ReceiptMint", package: "receipt-tool"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
    .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"]),
    .executableTarget(name: "differential", dependencies: ["FuzzTargets"]),
  ]
)
