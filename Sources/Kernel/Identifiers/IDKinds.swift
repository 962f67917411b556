// The registry: one line a kind, in alphabetical order of prefixes, append-only. A prefix is never used for two kinds.

/// A unit of background work.
public enum JobKind: IDKind { public static var prefix: StaticString { "job" } }
/// One request, in logs and in `X-Request-ID`.
public enum RequestKind: IDKind { public static var prefix: StaticString { "req" } }
