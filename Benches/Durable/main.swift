import API
import Ambient
import Crypto
import Glibc
import HTTP
import JSON
import SQL

/// The bench's own little server: nothing but Kit, so that its figures are those of the HTTP server and the database.
///
///     atrium-bench writes sqlite|postgres SECONDS     writes without HTTP and prints one JSON object; the SQLite file
///                                                     is made in the present folder
///     atrium-bench serve DIR PORT                     POST /notes keeps a note, GET /healthz says that it is up
///
/// PostgreSQL is the one in ATRIUM_TEST_POSTGRES; SQLite is a file that is new at each start.
func complain(_ sentence: String) {
  let line = Array((sentence + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

func text(_ status: Int, _ body: String) -> Response {
  Response(status: status, headers: ["Content-Type": "text/plain"], body: .bytes(Array((body + "\n").utf8)))
}

func answer(_ request: Request, _ notes: NoteStore) async -> Response {
  switch (request.method, request.path) {
  case (.get, "/healthz"): return text(200, "ok")
  case (.post, "/notes"): break
  default: return text(404, "There is GET /healthz and POST /notes.")
  }
  let note: String
  do {
    let body = try JSONValue.parse(try await request.body.collect(limit: 1 << 16))
    guard case .string(let words)? = body["text"] else { return text(400, "A note is {\"text\": \"…\"}.") }
    note = words
  } catch { return text(400, "A note is a JSON object of at most 64 KiB.") }
  do {
    let id = try await notes.add(note)
    return Response(
      status: 201, headers: ["Content-Type": "application/json"],
      body: .bytes(JSONValue.object([.init("id", .string(id))]).bytes))
  } catch { return text(503, "The note was not kept: \(error).") }
}

func serve(_ folder: String, _ port: UInt16) throws {
  mkdir(folder, 0o700)
  let notes = try NoteStore("sqlite:\(folder)/notes.db")
  var options = ServerOptions()
  options.port = port
  let server = try HTTPServer(
    options, ambient: .live, refuse: { code, _, _ in text(code.status, code.rawValue) },
    handler: { await answer($0, notes) })
  withExtendedLifetime(server) { while true { pause() } }
}

func measure(_ engine: String, seconds: Int) async throws {
  let url: String
  if engine == "postgres" {
    guard let address = getenv("ATRIUM_TEST_POSTGRES") else {
      throw BenchError(sentence: "ATRIUM_TEST_POSTGRES names no database; run it through bin/with-postgres.")
    }
    url = String(cString: address)
  } else {
    url = "sqlite:notes.db"
  }
  let notes = try NoteStore(url)
  let figures = try await Load.run(notes, seconds: seconds)
  notes.database.close()
  print(String(decoding: figures.bytes, as: UTF8.self))
}

let words = Array(CommandLine.arguments.dropFirst())
do {
  if words.count == 3, words[0] == "writes", ["sqlite", "postgres"].contains(words[1]), let seconds = Int(words[2]),
    seconds > 0
  {
    try await measure(words[1], seconds: seconds)
  } else if words.count == 3, words[0] == "serve", let port = UInt16(words[2]) {
    try serve(words[1], port)
  } else {
    complain("usage: atrium-bench writes sqlite|postgres SECONDS\n       atrium-bench serve DIR PORT")
    exit(2)
  }
} catch let error as BenchError {
  complain(error.sentence)
  exit(1)
} catch {
  complain("\(error)")
  exit(1)
}
