// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where the tests are built, in Swift 6 language mode (the default of these tools). Elsewhere a
/// later compiler, which warns of more, does not stop anybody.
let strict: [SwiftSetting] =
  Context.environment["RECEIPT_TOOL_OPTIMIZED"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// What tests spend their time in is optimized for them: without it they take three times as long.
let fast: [SwiftSetting] =
  strict + (Context.environment["RECEIPT_TOOL_OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-O"])])

/// What judges and writes is built for size in a release, which takes 0.3 of 20 MB off the offline program and costs 1
/// to 3 % of the instructions of `validate` and `diagnose`; what reads stays built for speed. Consumers of the library
/// never see these flags.
let compact: [SwiftSetting] =
  fast + (Context.environment["RECEIPT_TOOL_SWIFT"] == nil ? [] : [.unsafeFlags(["-Osize"])])

/// ReceiptKit with all that it passes on: SwiftPM builds a target again when something changes that the target names,
/// and not when something changes that stands behind it.
let kit: [Target.Dependency] = ["ReceiptKit", "ReceiptBase", "ReceiptReading", "ReceiptAnalysis", "ReceiptDocuments"]

/// What a release says of itself, from the environment that Scripts/release sets; other builds say nothing, and are not
/// built anew for each commit.
let buildFacts: [CSetting] = ["RECEIPT_TOOL_COMMIT", "RECEIPT_TOOL_COMMIT_DATE", "RECEIPT_TOOL_SWIFT"].compactMap {
  name in
  Context.environment[name].map { .define(name, to: "\"\($0)\"") }
}

/// A product of a package that only the connected program and the tests need.
func connected(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Connected"]))
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"]))

let package = Package(
  name: "receipt-tool",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "ReceiptKit", targets: ["ReceiptKit"]),
    .library(name: "ReceiptRemote", targets: ["ReceiptRemote"]),
    // For the packages of the fuzzers and benchmarks in this repository.
    .library(name: "Decompression", targets: ["Decompression"]),
    .library(name: "ReceiptMint", targets: ["ReceiptMint"]),
    .executable(name: "receipt-tool", targets: ["receipt-tool"]),
    .executable(name: "receipt-tool-online", targets: ["receipt-tool-online"]),
  ],
  // Packages that only targets under a trait use are not even resolved where the trait is off. So a consumer of the
  // library with `traits: []` resolves none, and Scripts/run (`--traits CommandLine`) only what reading receipts needs.
  // One package keeps `package` access across all modules, and plain `swift build` builds everything.
  traits: [
    .default(enabledTraits: ["Connected"]),
    .trait(name: "CommandLine", description: "receipt-tool, the offline program"),
    .trait(
      name: "Connected", description: "receipt-tool-online: asking Apple, serving, the ledger; and the tests",
      enabledTraits: ["CommandLine"]),
  ],
  // Exact versions: Package.resolved is not committed, and a release of today has to be the same tomorrow.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .systemLibrary(
      name: "COpenSSL",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CProcess"),
    .target(name: "CBuildFacts", cSettings: buildFacts),
    .target(name: "CTexts", exclude: ["Texts.xcstrings"]),
    .target(name: "SystemLibrary", swiftSettings: strict),
    .target(name: "ReceiptBase", swiftSettings: fast),
    .target(name: "ReceiptReading", dependencies: ["COpenSSL", "ReceiptBase"], swiftSettings: fast),
    .target(name: "ReceiptAnalysis", dependencies: ["ReceiptBase", "ReceiptReading"], swiftSettings: compact),
    .target(
      name: "ReceiptDocuments", dependencies: ["CTexts", "ReceiptBase", "ReceiptReading", "ReceiptAnalysis"],
      swiftSettings: compact),
    .target(name: "ReceiptKit", dependencies: ["ReceiptDocuments"], swiftSettings: strict),
    .target(name: "Decompression", dependencies: kit + ["CZlib", "CZstd"], swiftSettings: strict),
    .target(
      name: "ReceiptMint",
      dependencies: ["COpenSSL", "ReceiptBase", "ReceiptReading", "ReceiptAnalysis", "SystemLibrary"],
      swiftSettings: compact),
    .target(
      name: "ReceiptServer",
      dependencies: kit + [
        "Decompression", "ReceiptLedger", "ReceiptMint", "ReceiptRemote", "SystemLibrary",
        connected("HTTPTypes", "swift-http-types"),
        connected("NIOConcurrencyHelpers", "swift-nio"),
        connected("NIOCore", "swift-nio"),
        connected("NIOHTTP1", "swift-nio"),
        connected("NIOPosix", "swift-nio"),
        connected("UnixSignals", "swift-service-lifecycle"),
      ],
      resources: ["page.html", "page.css", "page.js", "shared.css", "shared.js", "texts.json"]
        .map { .embedInCode("Page/" + $0) }
        + ["support.html", "support.css", "support.js"].map { .embedInCode("Page/" + $0) },
      swiftSettings: strict
    ),
    .target(
      name: "ReceiptLedger",
      dependencies: kit + ["SystemLibrary", connected("GRDB", "GRDB.swift"), connected("GRDBSQLite", "GRDB.swift")],
      swiftSettings: strict),
    .target(name: "ReceiptRedaction", dependencies: kit + ["ReceiptMint"], swiftSettings: compact),
    .target(
      name: "ReceiptRemote", dependencies: kit + ["CCurl", "SystemLibrary"], swiftSettings: strict),
    .target(
      name: "ReceiptCommands",
      dependencies: kit + [
        "ReceiptMint", "ReceiptRedaction", "CBuildFacts", "CProcess", "Decompression", "SystemLibrary", argumentParser,
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "receipt-tool", dependencies: ["ReceiptCommands", argumentParser], swiftSettings: strict),
    .executableTarget(
      name: "receipt-tool-online",
      dependencies: kit + [
        "ReceiptCommands", "ReceiptLedger", "ReceiptMint", "ReceiptRemote", "ReceiptServer", "SystemLibrary",
        argumentParser,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptKitTests",
      dependencies: kit + ["ReceiptMint", "ReceiptRedaction", "SystemLibrary", "TestSupport"],
      exclude: ["Golden", "Tables"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptMintTests", dependencies: kit + ["ReceiptMint", "TestSupport"], swiftSettings: strict),
    // Test support: numbers that come again, for tests that try a family of inputs; the system's table of locks.
    .target(
      name: "TestSupport", dependencies: ["ReceiptBase", "SystemLibrary"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Test support: scripted servers on the loopback, for the client's tests and for those of the built binary.
    .target(
      name: "LoopbackServer", dependencies: ["SystemLibrary"], path: "Tests/LoopbackServer", swiftSettings: strict),
    .testTarget(
      name: "ReceiptLedgerTests",
      dependencies: kit + [
        "ReceiptLedger", "ReceiptMint", "SystemLibrary", "TestSupport", connected("GRDB", "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReceiptRemoteTests",
      dependencies: kit + ["ReceiptMint", "ReceiptRemote", "LoopbackServer", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ReceiptServerTests",
      dependencies: kit + [
        "ReceiptMint", "ReceiptServer", "TestSupport", connected("NIOCore", "swift-nio"),
        connected("NIOHTTP1", "swift-nio"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReceiptToolTests",
      dependencies: kit + [
        "receipt-tool", "receipt-tool-online", "Decompression", "ReceiptCommands", "ReceiptLedger", "ReceiptMint",
        "ReceiptRedaction", "ReceiptServer", "LoopbackServer", "SystemLibrary", "TestSupport",
        connected("GRDB", "GRDB.swift"),
      ],
      exclude: ["Golden", "Mint/public_verifiers.py", "Scripts"],
      swiftSettings: strict
    ),
  ]
)
