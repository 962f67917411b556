import JSON
import Testing

@testable import API

/// What a test operation takes: one of everything.
struct Change: Hashable, Sendable {
  struct Body: Hashable, Sendable {
    var name: String
    var size: Int?
    var note: Patch<String>
    var tags: [String]
  }
  var id: Int64
  var dry: Bool
  var match: String?
  var body: Body
}

extension Change.Body: Shaped {
  static let shape = Shape<Change.Body>.object(
    "ChangeBody", "", Field("name", .string(1...5)) { $0.name }, .change("size", \.size, .int(1...9)),
    .patch("note", \.note, .string(0...3)),
    Field("tags", Shape<String>.oneOf(["a", "b"]).list(0...2), absent: [], leaveOut: { $0.tags.isEmpty }) { $0.tags },
    make: { .init(name: $0, size: $1, note: $2, tags: $3) })
}

let change = Endpoint(
  .patch, "/things/{id}", "Changes a thing.", access: .bearer(AccessPolicy(["self"])),
  input: .of(
    .path("id", \.id, .id, "Which."), .query("dry", \.dry, .bool, "Only says what would be.", standard: false),
    .optionalHeader("X-Match", \.match, .string(1...64), "What was read."), .body(\.body, Change.Body.shape),
    make: { Change(id: $0, dry: $1, match: $2, body: $3) }),
  output: Change.Body.shape, problems: [.versionConflict], cache: .noStore, repetition: .required, isVersioned: true)

private let plain = APIStyle(
  title: "Test", version: "1", description: "", problems: [.internalError], securitySchemes: [],
  describeProblem: { _ in .members(("type", .string("object"))) })

private func parsed(_ text: String) -> JSONValue { (try? JSONValue.parse(Array(text.utf8))) ?? .null }

@Suite struct `A declared operation` {
  @Test func `reads what its client writes`() throws {
    let inputs = [
      Change(id: 1, dry: false, match: nil, body: .init(name: "n", size: nil, note: .absent, tags: [])),
      Change(id: 7, dry: true, match: "W/\"3\"", body: .init(name: "é", size: 9, note: .null, tags: ["a", "b"])),
      Change(
        id: 9_007_199_254_740_991, dry: true, match: "*",
        body: .init(name: "12345", size: 1, note: .value(""), tags: ["b"])),
    ]
    for input in inputs {
      let parts = change.input.write(input)
      #expect(try change.input.read(parts, plain) == input)
    }
  }

  static let bodies: [(body: String, faults: [String])] = [
    (#"{"name":"n"}"#, []),
    (#"{"name":"n","note":null}"#, []),
    (#"{}"#, ["name required"]),
    (#"[]"#, [" invalid_type"]),
    (
      #"{"name":"","size":0,"note":"long","tags":["c"]}"#,
      ["name too_short", "size out_of_range", "note too_long", "tags[0] invalid_choice"]
    ),
    (#"{"name":"123456","size":null}"#, ["name too_long", "size invalid_type"]),
    (#"{"name":"n","size":"3"}"#, ["size invalid_type"]),
    (#"{"name":"n","tags":["a","b","a"]}"#, ["tags too_long"]),
    (#"{"name":"n","nmae":"x"}"#, ["nmae unknown_field"]),
  ]

  @Test(arguments: bodies) func `tells every fault of a body at once`(_ body: String, _ faults: [String]) {
    let parts = InputParts(path: ["id": "1"], body: parsed(body))
    do {
      _ = try change.input.read(parts, plain)
      #expect(faults == [])
    } catch {
      #expect(error.code == .validationFailed)
      #expect(error.fields.map { "\($0.field) \($0.code.rawValue)" } == faults)
    }
  }

  @Test func `passes over unknown members where its style says so`() throws {
    var style = plain
    style.ignoresUnknownMembers = true
    let parts = InputParts(path: ["id": "1"], body: parsed(#"{"name":"n","nmae":"x"}"#))
    #expect(try change.input.read(parts, style).body.name == "n")
  }

  static let wrong: [(parts: InputParts, code: ProblemCode)] = [
    (InputParts(path: ["id": "01"]), .notFound),
    (InputParts(path: ["id": "+1"]), .notFound),
    (InputParts(path: ["id": "x"]), .notFound),
    (InputParts(path: [:]), .notFound),
    (InputParts(path: ["id": "1"], query: ["dry": ["yes"]]), .invalidParameter),
    (InputParts(path: ["id": "1"], query: ["dry": ["true", "true"]]), .invalidParameter),
    (
      InputParts(path: ["id": "1"], headers: Headers([.init("X-Match", "a"), .init("x-match", "b")])), .invalidParameter
    ),
    (InputParts(path: ["id": "1"], headers: ["X-Match": ""]), .invalidParameter),
  ]

  @Test(arguments: wrong) func `refuses what its parts cannot be`(_ parts: InputParts, _ code: ProblemCode) {
    #expect(throws: Problem.self) { try change.input.read(parts, plain) }
    do { _ = try change.input.read(parts, plain) } catch { #expect(error.code == code) }
  }

  @Test func `makes one request of a client's input`() {
    let client = Client(headers: ["X-API-Key": "k"]) { _ in ClientAnswer(status: 200) }
    let request = client.request(
      change, Change(id: 7, dry: true, match: "*", body: .init(name: "n", size: nil, note: .null, tags: [])))
    #expect(request.target == "/things/7?dry=true")
    #expect(request.headers["X-Match"] == "*" && request.headers["X-API-Key"] == "k")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"name":"n","note":null}"#)
  }

  @Test func `is called by its client, which tells a refusal from an undeclared answer`() async throws {
    func client(_ status: Int, _ body: String) -> Client {
      Client { _ in ClientAnswer(status: status, body: Array(body.utf8)) }
    }
    let input = Change(id: 1, dry: false, match: nil, body: .init(name: "n", size: nil, note: .absent, tags: []))
    #expect(try await client(200, #"{"name":"m","size":2}"#).call(change, input).size == 2)
    await #expect(throws: ClientError.self) { try await client(409, #"{"error":{}}"#).call(change, input) }
    do { _ = try await client(200, #"{"name":3}"#).call(change, input) } catch ClientError.undeclared(_, let faults) {
      #expect(faults.map(\.field) == ["name"])
    }
  }

  @Test func `stands in the document with its body, its headers and every status it may answer`() throws {
    let document = OpenAPI.document([AnyEndpoint(change)], plain)
    let operation = try #require(document["paths"]?["/things/{id}"]?["patch"])
    #expect(operation["requestBody"]?["required"] == .bool(true))
    guard case .array(let parameters) = operation["parameters"] else { throw Problem(.internalError) }
    #expect(
      parameters.compactMap { $0["name"] }
        == ["id", "dry", "X-Match", "Idempotency-Key", "If-Match"].map(JSONValue.string))
    guard case .object(let responses) = operation["responses"] else { throw Problem(.internalError) }
    #expect(responses.map(\.name) == ["200", "400", "404", "412", "413", "415", "422", "500"])
    #expect(operation["security"] == .array([.members(("bearer", .array([])))]))
  }
}

@Suite struct `A style of problems` {
  @Test func `spells codes and gives statuses its own way`() {
    var style = plain
    style.names = [.internalError: "internal_error"]
    style.statuses = [.versionConflict: 409]
    style.faultNames = [.invalidChoice: "enum_mismatch"]
    #expect(style.name(of: .internalError) == "internal_error" && style.name(of: .notFound) == "not_found")
    #expect(style.status(of: .versionConflict) == 409 && style.status(of: .notFound) == 404)
    #expect(style.name(of: .invalidChoice) == "enum_mismatch" && style.name(of: .tooLong) == "too_long")
  }
}
