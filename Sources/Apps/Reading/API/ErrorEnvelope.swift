package import API
package import JSON

/// `{"error":{code,message,request_id,fields,details}}`. Reading spec §3.
package enum ErrorEnvelope {
  package static func body(_ problem: Problem, requestID: String) -> [UInt8] {
    JSONValue.members(
      (
        "error",
        .members(
          ("code", .string(problem.code.rawValue)), ("details", .object(problem.details)),
          (
            "fields",
            .array(
              problem.fields.map { fault in
                .members(
                  ("code", .string(ReadingAPI.style.name(of: fault.code))), ("field", .string(fault.field)),
                  ("message", .string(fault.message)))
              })
          ), ("message", .string(problem.message)), ("request_id", .string(requestID)))
      )
    ).canonicalBytes
  }

  package static let describe: @Sendable (inout Components) -> JSONValue = { components in
    components.refer(to: "Error") { _ in
      let text = JSONValue.members(("type", .string("string")))
      return .members(
        ("type", .string("object")),
        (
          "properties",
          .members(
            (
              "error",
              .members(
                ("type", .string("object")),
                (
                  "properties",
                  .members(
                    ("code", text.adding(("description", .string("Stable; what a client switches on.")))),
                    ("message", text), ("request_id", text),
                    ("fields", .members(("type", .string("array")), ("items", .members(("type", .string("object")))))),
                    ("details", .members(("type", .string("object")))))
                ),
                ("required", .array(["code", "message", "request_id", "fields", "details"].map(JSONValue.string))))
            ))
        ),
        ("required", .array([.string("error")])))
    }
  }
}
