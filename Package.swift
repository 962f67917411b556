// swift-tools-version: 6.2
// A table of nouns. The arrows between layers are drawn once, in the functions below it.
import PackageDescription

// MARK: Settings

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Rules and Kernel also build as Embedded Swift (`bin/wasm`): the ordinary build already refuses untyped `throws`.
let pure = strict + [.treatWarning("EmbeddedRestrictions", as: .error)]

// MARK: Functions that draw the arrows

func names(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }

/// Pure Swift over the standard library.
func kernel(_ name: String, uses: [String] = []) -> [Target] {
  [
    .target(
      name: name, dependencies: names(uses), path: "Sources/Kernel/\(name)", swiftSettings: pure,
      linkerSettings: [.linkedLibrary("m")]),
    .testTarget(
      name: "\(name)Tests", dependencies: names([name, "Support"] + uses), path: "Tests/Kernel/\(name)",
      swiftSettings: strict),
  ]
}

let everyKernel = ["Identifiers", "Time", "Money", "JSON", "Encoding", "Ambient"]

/// An engine that knows no word of the product; the only importer of its System shims.
/// `tests` names its tests where a noun of the same name has the usual one.
func kit(
  _ name: String, shims: [String] = [], uses: [String] = [], sql: Bool = false, tests: String? = nil
) -> [Target] {
  [
    .target(
      name: name, dependencies: names(shims + uses + everyKernel), path: "Sources/Kit/\(name)",
      resources: sql ? [.embedInCode("SQL"), .embedInCode("Migrations")] : [], swiftSettings: strict),
    .testTarget(
      name: tests ?? "\(name)Tests", dependencies: names([name, "Support"] + uses + everyKernel),
      path: "Tests/Kit/\(name)", swiftSettings: strict),
  ]
}

/// A noun of the product: Rules decide, Store remembers, HTTP speaks, API is what is said.
/// `kits` are engines that only this noun's HTTP layer needs; `pages` adds the layer that renders the noun's public web pages from its API's values.
func noun(_ name: String, in area: String, reads others: [String] = [], kits: [String] = [], pages: Bool = false)
  -> [Target]
{
  func layer(
    _ kind: String, uses: [String], _ settings: [SwiftSetting] = strict, resources: [Resource] = []
  ) -> Target {
    .target(
      name: name + kind, dependencies: names(uses + everyKernel), path: "Sources/\(area)/\(name)/\(kind)",
      resources: resources, swiftSettings: settings)
  }
  let rules = name + "Rules"
  let door = area == "Hub" ? ["Rules", "API", "HTTP"].map { "Callers" + $0 } : []
  let pageLayer = pages ? [name + "Pages"] : []
  let layers = [
    layer("Rules", uses: others.map { $0 + "Rules" } + door.prefix(1), pure),
    layer("API", uses: [rules, "API", "Text"] + door.prefix(2)),
    layer(
      "Store", uses: [rules, "SQL", "Text", "Markdown", "Crypto"] + door.prefix(1),
      resources: [.embedInCode("SQL"), .embedInCode("Migrations")]),
    layer(
      "HTTP",
      uses: [
        rules, name + "API", name + "Store", "API", "HTTP", "SQL", "Text", "Markdown", "Media", "Crypto", "Telemetry",
        "Files", "Blobs", "Idempotency", "Jobs",
      ]
        + kits + pageLayer + door),
  ]
  let page = pages ? [layer("Pages", uses: [rules, name + "API", "API", "Text", "Markdown"])] : []
  let tests = Target.testTarget(
    name: "\(name)Tests",
    dependencies: names(
      layers.map(\.name) + pageLayer + door + others.flatMap { [$0 + "Rules", $0 + "Store"] } + kits + [
        "Idempotency", "Jobs", "Support", "SQL", "HTTP", "API", "Text", "Markdown", "Crypto", "Files", "Telemetry",
      ] + everyKernel),
    path: "Tests/\(area)/\(name)", swiftSettings: strict)
  return layers + page + [tests]
}

/// The Hub's doorway: who calls, what they may, and the order in which every operation meets them. The one noun whose API and
/// HTTP the Hub's other nouns import, and the one without a store.
func doorway() -> [Target] {
  func layer(_ kind: String, uses: [String], _ settings: [SwiftSetting] = strict) -> Target {
    .target(
      name: "Callers" + kind, dependencies: names(uses + everyKernel), path: "Sources/Hub/Callers/\(kind)",
      swiftSettings: settings)
  }
  let layers = [
    layer("Rules", uses: [], pure), layer("API", uses: ["CallersRules", "API"]),
    layer("HTTP", uses: ["CallersRules", "CallersAPI", "API", "HTTP", "SQL", "Idempotency"]),
  ]
  return layers + [
    .testTarget(
      name: "CallersTests",
      dependencies: names(
        layers.map(\.name) + ["Support", "API", "HTTP", "SQL", "Idempotency", "Crypto"] + everyKernel),
      path: "Tests/Hub/Callers", swiftSettings: strict)
  ]
}

func shim(_ name: String, pkg: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkg, providers: [.apt([apt])])
}

// MARK: The table

let system: [Target] = [
  shim("CUV", pkg: "libuv", apt: "libuv1-dev"),
  shim("CSQLite", pkg: "sqlite3", apt: "libsqlite3-dev"),
  shim("CPostgres", pkg: "libpq", apt: "libpq-dev"),
  shim("COpenSSL", pkg: "libcrypto", apt: "libssl-dev"),
  shim("CSodium", pkg: "libsodium", apt: "libsodium-dev"),
  shim("CCMark", pkg: "libcmark-gfm", apt: "libcmark-gfm-dev"),
  shim("CVips", pkg: "vips", apt: "libvips-dev"),
  shim("CCurl", pkg: "libcurl", apt: "libcurl4-openssl-dev"),
  shim("CExpat", pkg: "expat", apt: "libexpat1-dev"),
  shim("CCompression", pkg: "libbrotlienc", apt: "libbrotli-dev"),
  shim("CUTF8Proc", pkg: "libutf8proc", apt: "libutf8proc-dev"),
  // llhttp's C sources are unpacked here by bin/setup from a pinned archive and are not committed.
  .target(name: "CLLHTTP", path: "Sources/System/CLLHTTP"),
]

let kernels = [
  kernel("Identifiers", uses: ["Encoding"]),
  kernel("Time"),
  kernel("Money"),
  kernel("JSON"),
  kernel("Encoding"),
  kernel("Ambient", uses: ["Time", "Identifiers"]),
].flatMap { $0 }

let kits = [
  kit("API"),
  kit("Arguments"),
  kit("Blobs", uses: ["Crypto", "Files"]),
  kit("Compression", shims: ["CCompression"]),
  kit("Crypto", shims: ["COpenSSL", "CSodium"]),
  kit("Files"),
  kit("HTTP", shims: ["CUV", "CLLHTTP"], uses: ["API", "Compression", "Crypto", "Telemetry"]),
  kit("Idempotency", uses: ["API", "Crypto", "SQL"], sql: true),
  kit("Jobs", uses: ["SQL", "Telemetry"], sql: true),
  kit("Mail", shims: ["CCurl"], uses: ["Crypto", "Files", "Telemetry"], tests: "MailKitTests"),
  kit("Markdown", shims: ["CCMark"]),
  kit("Media", shims: ["CExpat"]),
  kit("SQL", shims: ["CSQLite", "CPostgres"], uses: ["Crypto"], sql: true),
  kit("Telemetry"),
  kit("Text", shims: ["CUTF8Proc"]),
].flatMap { $0 }

let nouns = [
  doorway(),
  noun("Audit", in: "Hub"),
  noun("Identity", in: "Hub", reads: ["Audit"]),
  noun("Mail", in: "Hub", kits: ["Mail"]),
  noun("Reading", in: "Apps", pages: true),
].flatMap { $0 }

let everyNoun = nouns.filter { !$0.isTest }.map(\.name)
let everyKit = kits.filter { !$0.isTest }.map(\.name)

let programs: [Target] = [
  .executableTarget(
    name: "atrium", dependencies: names(everyNoun + everyKit + everyKernel), path: "Sources/Server",
    swiftSettings: strict),
  // Image work runs in a child process of its own, so that a hostile picture can cost it its life and nothing else,
  // and so that the server does not load libvips and its eighty libraries.
  .executableTarget(
    name: "atrium-renditions", dependencies: names(["CVips", "ReadingRules", "Files", "JSON"]),
    path: "Sources/Renditions",
    swiftSettings: strict),
  .testTarget(
    name: "RenditionsTests", dependencies: names(["Support", "ReadingRules", "Files", "JSON", "atrium-renditions"]),
    path: "Tests/Renditions", swiftSettings: strict),
  // What bin/bench measures durable writes with: nothing but Kit.
  .executableTarget(
    name: "atrium-bench", dependencies: names(["API", "Crypto", "HTTP", "SQL"] + everyKernel), path: "Benches/Durable",
    resources: [.embedInCode("SQL")], swiftSettings: strict),
  .target(
    name: "Support", dependencies: names(everyKernel + ["SQL", "Files"]), path: "Tests/Support", swiftSettings: strict),
  .testTarget(
    name: "TidyTests", dependencies: names(["Support"] + everyKernel), path: "Tests/Tidy", swiftSettings: strict),
]

let package = Package(
  name: "atrium",
  products: [
    .executable(name: "atrium", targets: ["atrium"]),
    .executable(name: "atrium-renditions", targets: ["atrium-renditions"]),
    .executable(name: "atrium-bench", targets: ["atrium-bench"]),
  ],
  targets: system + kernels + kits + nouns + programs)
