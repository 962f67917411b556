import Identifiers
package import SQL
import Time

extension JobQueue {
  package static let migrations = [
    Migration(noun: "jobs", number: 1, name: "job", sql: PackageResources.m0001_job_sql)
  ]

  struct NewJob: Sendable {
    let id: ID<JobKind>
    let kind: String
    let effect: String
    let payload: [UInt8]
    let runAt: Instant
    let now: Instant
  }

  private static func id(_ row: Row) throws(StoreError) -> ID<JobKind> {
    guard let id = ID<JobKind>(try row.text("id")) else { throw .damaged("a job's id is none") }
    return id
  }

  static let insert = Statement<NewJob, Void>(
    PackageResources.job_enqueue_sql,
    bind: {
      [
        .text("\($0.id)"), .text($0.kind), .text($0.effect), .bytes($0.payload), .instant($0.runAt), .instant($0.now),
      ]
    })

  static let insertPeriod = Statement<NewJob, Void>(
    PackageResources.job_enqueue_period_sql,
    bind: { [.text("\($0.id)"), .text($0.kind), .text($0.effect), .instant($0.now), .bytes([])] })

  static let knowing = Statement<(String, String), Int64>(
    PackageResources.job_known_sql, bind: { kind, effect in [.text(kind), .text(effect)] },
    read: { (row) throws(StoreError) in try row.int("found") })

  static let dueing = Statement<(String, Instant, Int), Job>(
    sqlite: PackageResources.job_due_sqlite_sql, postgres: PackageResources.job_due_postgres_sql,
    bind: { kinds, now, limit in [.text(kinds), .instant(now), .int(limit)] },
    read: { (row) throws(StoreError) in
      Job(
        id: try id(row), kind: try row.text("kind"), effect: try row.text("effect_key"),
        payload: try row.bytes("payload"), attempt: Int(try row.int("attempts")) + 1,
        createdAt: try row.instant("created_at"))
    })

  static let leasing = Statement<(RunningJob, Instant, Instant), Void>(
    PackageResources.job_lease_sql,
    bind: { running, until, now in [.text("\(running.job.id)"), .bytes(running.lease), .instant(until), .instant(now)] }
  )

  static let renewing = Statement<(RunningJob, Instant, Instant), Void>(
    PackageResources.job_renew_sql,
    bind: { running, until, now in [.text("\(running.job.id)"), .bytes(running.lease), .instant(until), .instant(now)] }
  )

  static let completing = Statement<(RunningJob, Instant), Void>(
    PackageResources.job_complete_sql,
    bind: { running, now in [.text("\(running.job.id)"), .bytes(running.lease), .bytes([]), .instant(now)] })

  static let retrying = Statement<(RunningJob, Instant, String, Instant), Void>(
    PackageResources.job_retry_sql,
    bind: { running, next, why, now in
      [.text("\(running.job.id)"), .bytes(running.lease), .instant(next), .text(why), .instant(now)]
    })

  static let releasing = Statement<(RunningJob, Instant), Void>(
    PackageResources.job_release_sql,
    bind: { running, now in [.text("\(running.job.id)"), .bytes(running.lease), .instant(now)] })

  static let poisoning = Statement<(RunningJob, String, Instant), Void>(
    PackageResources.job_poison_sql,
    bind: { running, why, now in [.text("\(running.job.id)"), .bytes(running.lease), .text(why), .instant(now)] })

  static let nexting = Statement<String, Instant?>(
    PackageResources.job_next_sql, bind: { [.text($0)] },
    read: { (row) throws(StoreError) in try row.instantOrNull("run_at") })

  static let listing = Statement<(JobView.State, Int), JobView>(
    PackageResources.job_list_sql, bind: { state, limit in [.text(state.rawValue), .int(limit)] },
    read: { (row) throws(StoreError) in
      JobView(
        id: try id(row), kind: try row.text("kind"), effect: try row.text("effect_key"),
        attempts: Int(try row.int("attempts")), runAt: try row.instant("run_at"), isLeased: try row.bool("is_leased"),
        error: try row.textOrNull("error"), createdAt: try row.instant("created_at"),
        updatedAt: try row.instant("updated_at"))
    })

  static let reviving = Statement<(ID<JobKind>, Instant), Void>(
    PackageResources.job_revive_sql, bind: { id, now in [.text("\(id)"), .instant(now)] })

  static let discarding = Statement<(ID<JobKind>, Instant), Void>(
    PackageResources.job_discard_sql, bind: { id, now in [.text("\(id)"), .bytes([]), .instant(now)] })

  static let depthing = Statement<Void, JobDepth>(
    PackageResources.job_depths_sql,
    read: { (row) throws(StoreError) in
      JobDepth(
        kind: try row.text("kind"), state: JobView.State(rawValue: try row.text("state")) ?? .queued,
        jobs: Int(try row.int("jobs")), oldestRunAt: try row.instant("oldest_run_at"))
    })

  static let purging = Statement<(JobView.State, Instant, Int), Void>(
    PackageResources.job_purge_sql,
    bind: { state, before, limit in [.text(state.rawValue), .instant(before), .int(limit)] })

  static let mending = Statement<(Instant, Instant), Void>(
    PackageResources.job_mend_sql, bind: { now, wrong in [.instant(now), .instant(wrong)] })
}
