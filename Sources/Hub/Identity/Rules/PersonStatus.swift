/// What state a person's account is in. Hub spec §7.4.
package enum PersonStatus: String, Hashable, Sendable, CaseIterable {
  case active, invited, suspended, deleted
}

/// Why a status was not changed.
package enum StatusRefusal: Error, Hashable, Sendable {
  /// No such change is made here; deleting has its own operation, inviting happens once.
  case transition(from: PersonStatus, to: PersonStatus)
  /// The person asked to be erased; only cancelling that lets them be restored.
  case erasureScheduled
}

extension PersonStatus {
  /// The status after staff asked for `next`; nil when it is the present one already, which changes nothing and tells nobody.
  package func changed(to next: PersonStatus, erasureIsScheduled: Bool) throws(StatusRefusal) -> PersonStatus? {
    switch (self, next) {
    case (.active, .active), (.suspended, .suspended): return nil
    case (.active, .suspended), (.suspended, .active), (.invited, .active): return next
    case (.deleted, .active):
      if erasureIsScheduled { throw .erasureScheduled }
      return next
    default: throw .transition(from: self, to: next)
    }
  }

  /// Deleting what is deleted changes nothing.
  package var canBeDeleted: Bool { self != .deleted }
}

/// The seven days between asking to be erased and being erased. Hub spec §7.5.
package enum Erasure {
  package enum Status: String, Hashable, Sendable { case scheduled, cancelled, completed }
  package static let days: Int64 = 7
}
