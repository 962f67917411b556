/// Every error that an API can name: one alphabetical, append-only list of code, status and the words said when nobody has
/// better ones. Clients switch on the code. Reading spec §3, `docs/http-status.md`.
package enum ProblemCode: String, CaseIterable, Sendable {
  case apiKeyInvalid = "api_key_invalid"
  case apiKeyMissing = "api_key_missing"
  case badRequest = "bad_request"
  case forbidden
  case headersTooLarge = "headers_too_large"
  case idempotencyConflict = "idempotency_conflict"
  case internalError = "internal"
  case invalidJSON = "invalid_json"
  case invalidParameter = "invalid_parameter"
  case methodNotAllowed = "method_not_allowed"
  case notFound = "not_found"
  case payloadTooLarge = "payload_too_large"
  case preconditionRequired = "precondition_required"
  case rangeNotSatisfiable = "range_not_satisfiable"
  case rateLimited = "rate_limited"
  case slugTaken = "slug_taken"
  case tokenExpired = "token_expired"
  case tokenInvalid = "token_invalid"
  case tokenMissing = "token_missing"
  case unavailable
  case unsupportedMediaType = "unsupported_media_type"
  case uriTooLong = "uri_too_long"
  case validationFailed = "validation_failed"
  case versionConflict = "version_conflict"

  package var status: Int {
    switch self {
    case .badRequest, .invalidJSON, .invalidParameter: 400
    case .tokenExpired, .tokenInvalid, .tokenMissing: 401
    case .apiKeyInvalid, .apiKeyMissing, .forbidden: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .idempotencyConflict, .slugTaken: 409
    case .versionConflict: 412
    case .payloadTooLarge: 413
    case .uriTooLong: 414
    case .unsupportedMediaType: 415
    case .rangeNotSatisfiable: 416
    case .validationFailed: 422
    case .preconditionRequired: 428
    case .rateLimited: 429
    case .headersTooLarge: 431
    case .internalError: 500
    case .unavailable: 503
    }
  }

  /// One short sentence, safe to log: it never holds what a person wrote.
  package var message: String {
    switch self {
    case .apiKeyInvalid: "The X-API-Key is not known, or was revoked."
    case .apiKeyMissing: "Send the app's key in X-API-Key."
    case .badRequest: "The request is not well formed."
    case .forbidden: "This is not allowed for you."
    case .headersTooLarge: "The request's header is larger than 16 KiB or has more than 100 fields."
    case .idempotencyConflict: "This Idempotency-Key was used with another body."
    case .internalError: "Something went wrong here. Try again later."
    case .invalidJSON: "The body is not JSON."
    case .invalidParameter: "A query parameter has a value that it cannot have."
    case .methodNotAllowed: "This address does not know that method; see Allow."
    case .notFound: "There is nothing at this address."
    case .payloadTooLarge: "The body is larger than is accepted here."
    case .preconditionRequired: "Send If-Match with the version that you read."
    case .rangeNotSatisfiable: "The range lies outside of the file."
    case .rateLimited: "Too many requests; wait as long as Retry-After says."
    case .slugTaken: "Another object uses or used this address."
    case .tokenExpired: "The token has expired."
    case .tokenInvalid: "The token is not valid."
    case .tokenMissing: "Send a token in Authorization."
    case .unavailable: "This cannot be answered right now. Try again soon."
    case .unsupportedMediaType: "Send the body as application/json."
    case .uriTooLong: "The address is longer than 4 KiB."
    case .validationFailed: "Some fields have values that they cannot have; see fields."
    case .versionConflict: "It was changed since you read it."
    }
  }
}
