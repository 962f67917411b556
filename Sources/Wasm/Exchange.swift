import JSON

// How a page and these functions exchange bytes: the page asks for room, writes its question there and calls; the answer
// is a block of memory, its length in the first four bytes (least significant first), which the page gives back.

@_expose(wasm, "atrium_allocate")
@_cdecl("atrium_allocate")
public func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
  UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
}

@_expose(wasm, "atrium_release")
@_cdecl("atrium_release")
public func release(_ block: UnsafeMutablePointer<UInt8>) { block.deallocate() }

/// Copies the answer into a block that the page gives back with `atrium_release`.
func block(_ answer: [UInt8]) -> UnsafeMutablePointer<UInt8> {
  let block = allocate(answer.count + 4)
  for shift in 0..<4 { block[shift] = UInt8(truncatingIfNeeded: answer.count >> (shift * 8)) }
  for index in answer.indices { block[4 + index] = answer[index] }
  return block
}

/// Reads the question as JSON and writes the answer as JSON; null where the question is none.
func exchange(
  _ start: UnsafePointer<UInt8>, _ count: Int, _ body: (JSONValue) -> JSONValue
) -> UnsafeMutablePointer<UInt8> {
  do throws(JSONError) {
    let question = try JSONValue.parse(UnsafeBufferPointer(start: start, count: count))
    return block(body(question).canonicalBytes)
  } catch {
    return block(JSONValue.null.bytes)
  }
}

extension JSONValue {
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var number: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }
}
