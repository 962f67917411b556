package import Identifiers
package import Time

/// A piece of work that is to be done after a commit, as its handler gets it.
package struct Job: Hashable, Sendable {
  package let id: ID<JobKind>
  package let kind: String
  /// One kind has one job for one effect key: what makes an effect happen once.
  package let effect: String
  /// What the handler needs, mostly JSON; gone once the job is done.
  package let payload: [UInt8]
  /// 1 the first time.
  package let attempt: Int
  package let createdAt: Instant
}

/// How an attempt ended.
package enum JobEnd: Hashable, Sendable {
  case done
  /// To be tried again: after the kind's own pause, or after one that somebody asked for (`Retry-After`).
  case again(because: String, after: TimeSpan? = nil)
  /// Never to be tried again by itself: a person has to look at it.
  case poison(because: String)
}

/// A job for a person to look at.
package struct JobView: Hashable, Sendable {
  package enum State: String, Sendable, CaseIterable { case queued, done, poisoned }
  package let id: ID<JobKind>
  package let kind: String
  package let effect: String
  package let attempts: Int
  /// When it comes up, or its lease ends.
  package let runAt: Instant
  package let isLeased: Bool
  package let error: String?
  package let createdAt: Instant
  package let updatedAt: Instant
}

/// How many jobs of a kind wait or are set aside.
package struct JobDepth: Hashable, Sendable {
  package let kind: String
  package let state: JobView.State
  package let jobs: Int
  package let oldestRunAt: Instant
}
