// swift-tools-version: 6.2
import PackageDescription

/// Every target is built with warnings as errors, in Swift 6 language mode (the default of these tools).
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// ReceiptKit with all that it passes on: SwiftPM builds a target again when something changes that the target names, and not when
/// something changes that stands behind it.
let kit: [Target.Dependency] = ["ReceiptKit", "ReceiptBase", "ReceiptReading", "ReceiptAnalysis", "ReceiptDocuments"]

let package = Package(
  name: "receipt-tool",
  platforms: [.macOS(.v14)],
  products: [
    .library(name: "ReceiptKit", targets: ["ReceiptKit"]),
    .library(name: "ReceiptMint", targets: ["ReceiptMint"]),
    .library(name: "ReceiptLedger", targets: ["ReceiptLedger"]),
    .library(name: "ReceiptRemote", targets: ["ReceiptRemote"]),
    .library(name: "ReceiptRedaction", targets: ["ReceiptRedaction"]),
    .executable(name: "receipt-tool", targets: ["receipt-tool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(
      name: "COpenSSL",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(name: "CProcess"),
    .target(name: "SystemLibrary", swiftSettings: strict),
    .target(name: "Decompression", dependencies: ["CZlib", "CZstd"], swiftSettings: strict),
    .target(name: "ReceiptBase", swiftSettings: strict),
    .target(name: "ReceiptReading", dependencies: ["COpenSSL", "ReceiptBase"], swiftSettings: strict),
    .target(name: "ReceiptAnalysis", dependencies: ["ReceiptBase", "ReceiptReading"], swiftSettings: strict),
    .target(
      name: "ReceiptDocuments", dependencies: ["ReceiptBase", "ReceiptReading", "ReceiptAnalysis"],
      swiftSettings: strict),
    .target(name: "ReceiptKit", dependencies: ["ReceiptDocuments"], swiftSettings: strict),
    .target(
      name: "ReceiptMint", dependencies: ["COpenSSL", "ReceiptBase", "ReceiptReading", "ReceiptAnalysis"],
      swiftSettings: strict),
    .target(
      name: "ReceiptServer",
      dependencies: kit + [
        "SystemLibrary",
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOExtras", package: "swift-nio-extras"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: ["Page/page.html", "Page/page.css", "Page/page.js"].map { .embedInCode($0) }
        + ["decode", "validate", "diagnose", "status"].map { .embedInCode("Schemas/\($0)-1.schema.json") },
      swiftSettings: strict
    ),
    .target(
      name: "ReceiptLedger",
      dependencies: kit + ["SystemLibrary", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .target(name: "ReceiptRedaction", dependencies: kit + ["ReceiptMint"], swiftSettings: strict),
    .target(
      name: "ReceiptRemote",
      dependencies: kit + [
        "SystemLibrary",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        // The client is built on these; they are named for their types: bytes of an answer, reasons why there is none.
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "receipt-tool",
      dependencies: kit + [
        "ReceiptLedger", "ReceiptMint", "ReceiptRedaction", "ReceiptRemote", "ReceiptServer",
        "CProcess", "Decompression", "SystemLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptKitTests",
      dependencies: kit + ["ReceiptMint", "ReceiptRedaction", "SystemLibrary", "TestSupport"],
      exclude: ["Golden"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptMintTests", dependencies: kit + ["ReceiptMint", "TestSupport"], swiftSettings: strict),
    // Test support: numbers that come again, for every test that tries a family of inputs.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    // Test support: scripted servers on the loopback, for the client's tests and for those of the built binary.
    .target(
      name: "LoopbackServer",
      dependencies: [
        "SystemLibrary",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Tests/LoopbackServer",
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptLedgerTests",
      dependencies: kit + [
        "ReceiptLedger", "ReceiptMint", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReceiptRemoteTests",
      dependencies: kit + [
        "ReceiptRemote", "LoopbackServer", "TestSupport",
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptServerTests",
      dependencies: kit + ["ReceiptServer", "TestSupport", .product(name: "NIOCore", package: "swift-nio")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptToolTests",
      dependencies: kit + [
        "receipt-tool", "ReceiptLedger", "ReceiptMint", "ReceiptRedaction", "LoopbackServer",
        "SystemLibrary", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Golden", "Mint/public_verifiers.py"],
      swiftSettings: strict
    ),
  ]
)
