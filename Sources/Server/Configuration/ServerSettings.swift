import Arguments

/// Everything an operator can set. Reading's names are those of its specification §21; the rest begin with `ATRIUM_`.
enum ServerSettings {
  static let config = Setting.text(
    "config", "FILE", standard: "", standardText: "none", "A file of settings, one `name = value` a line.")
  static let data = Setting.text("data", "DIR", standard: "data", "Where the database, pictures and keys are kept.")
  static let database = Setting.text(
    "database", environment: "DATABASE_URL", "URL", standard: "", standardText: "sqlite:DIR/atrium.db",
    "sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME."
  ) { (text) throws(SettingRefusal) in
    guard ["sqlite:", "postgres://", "postgresql://"].contains(where: { text.hasPrefix($0) }) else {
      throw SettingRefusal("takes sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME")
    }
  }
  static let databaseConnections = Setting.integer(
    "database-connections", in: 1...200, standard: 8, "Connections to PostgreSQL; not used with SQLite.")
  static let host = Setting.text("host", "ADDRESS", standard: "127.0.0.1", "The address to listen on.")
  static let port = Setting.integer("port", in: 0...65535, standard: 8080, "The port to listen on; 0 takes a free one.")
  static let loops = Setting.integer("loops", in: 0...64, standard: 0, "Network loops; 0 takes one a core.")
  static let trustedProxies = Setting.text(
    "trusted-proxies", "ADDRESSES", standard: "", standardText: "none",
    "Addresses, parted by commas, whose X-Forwarded-For and -Proto are believed.")
  static let logLevel = Setting.choice(
    "log-level", of: ["debug", "info", "notice", "warning", "error"], standard: "info", "What is logged.")
  static let web = Setting.text(
    "web", "DIR", standard: "", standardText: "Web beside the program",
    "The folder of scripts, styles and strings that pages load.")
  static let renditions = Setting.text(
    "renditions", "PROGRAM", standard: "", standardText: "atrium-renditions beside the program",
    "The program that makes pictures' renditions.")
  static let drainSeconds = Setting.integer(
    "drain-seconds", in: 0...600, standard: 10, "How long requests may go on after SIGTERM.")
  static let maxConnections = Setting.integer(
    "max-connections", in: 1...1_000_000, standard: 10_000, "Connections at once; one more is answered 503.")

  static let cdnBaseURL = Setting.text(
    "cdn-base-url", environment: "CDN_BASE_URL", "URL", standard: "", standardText: "http://HOST:PORT/media",
    "What the addresses of pictures and sound begin with.", check: webAddress)
  static let webBaseURL = Setting.text(
    "web-base-url", environment: "WEB_BASE_URL", "URL", standard: "", standardText: "http://HOST:PORT",
    "What the addresses of pages begin with.", check: webAddress)
  static let publicCacheSeconds = Setting.integer(
    "api-public-cache-seconds", environment: "API_PUBLIC_CACHE_SECONDS", in: 0...86_400, standard: 30,
    "How long a public answer may be reused without asking; 0 asks every time.")
  static let publicSWRSeconds = Setting.integer(
    "api-public-swr-seconds", environment: "API_PUBLIC_SWR_SECONDS", in: 0...86_400, standard: 0,
    "Adds stale-while-revalidate to public answers; 0 leaves it out.")
  static let publicSIESeconds = Setting.integer(
    "api-public-sie-seconds", environment: "API_PUBLIC_SIE_SECONDS", in: 0...604_800, standard: 0,
    "Adds stale-if-error to public answers; 0 leaves it out.")
  static let compression = Setting.boolean(
    "api-gzip", environment: "API_GZIP", standard: true, "Compresses answers; off where a proxy does it.")
  static let homePoolSize = Setting.integer(
    "home-pool-size", environment: "HOME_POOL_SIZE", in: 1...50, standard: 10,
    "Candidates in the hero and Further Reading pools.")
  static let whatsNewDays = Setting.integer(
    "whats-new-days", environment: "WHATS_NEW_DAYS", in: 1...365, standard: 30, "How long a piece counts as new.")
  static let furtherReadingAutofill = Setting.boolean(
    "further-reading-autofill", environment: "FURTHER_READING_AUTOFILL", standard: true,
    "Fills a short Further Reading list from the library.")
  static let siteTimeZone = Setting.text(
    "site-timezone", environment: "SITE_TIMEZONE", "ZONE", standard: "UTC",
    "The zone whose midnight starts the day, such as Europe/London.")
  static let readWPM = Setting.integer(
    "read-wpm", environment: "READ_WPM", in: 50...1_000, standard: 238, "Words a minute for reading times.")
  static let publicRate = Setting.integer(
    "public-rate", in: 0...1_000_000, standard: 600, unit: "PER-MINUTE",
    "Public requests a minute for each key and address; 0 is no limit.")
  static let responseCache = Setting.boolean(
    "response-cache", standard: true, "Keeps ready-made public answers; off composes each anew, for measuring.")

  static let rateFactor = Setting.integer(
    "rate-factor", in: 0...1_000_000, standard: 1,
    "Makes every limit of the Hub so many times as wide; 0 takes them away, for measuring.")
  static let administrator = Setting.text(
    "administrator", "EMAIL", standard: "admin@atrium.invalid", "Whom the first run makes the administrator.")

  static let smtpURL = Setting.text(
    "smtp-url", "URL", standard: "", standardText: "none: letters are kept, see atrium admin letters",
    "The mail server: smtp://USER:PASSWORD@HOST:587 or smtps://….")
  static let mailFrom = Setting.text(
    "mail-from", "EMAIL", standard: "atrium@localhost.invalid", "The address that letters come from.")

  static let store: [AnySetting] = [
    AnySetting(config), AnySetting(data), AnySetting(database), AnySetting(databaseConnections), AnySetting(logLevel),
  ]
  static let library: [AnySetting] =
    store + [
      AnySetting(renditions), AnySetting(siteTimeZone), AnySetting(readWPM), AnySetting(cdnBaseURL),
      AnySetting(webBaseURL),
    ]
  static let serve: [AnySetting] =
    library + [
      AnySetting(host), AnySetting(port), AnySetting(loops), AnySetting(trustedProxies), AnySetting(drainSeconds),
      AnySetting(maxConnections), AnySetting(web), AnySetting(publicCacheSeconds), AnySetting(publicSWRSeconds),
      AnySetting(publicSIESeconds), AnySetting(compression), AnySetting(homePoolSize), AnySetting(whatsNewDays),
      AnySetting(furtherReadingAutofill), AnySetting(publicRate), AnySetting(responseCache), AnySetting(rateFactor),
      AnySetting(administrator), AnySetting(smtpURL), AnySetting(mailFrom),
    ]

  private static func webAddress(_ text: String) throws(SettingRefusal) {
    let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
    guard !rest.isEmpty, rest.first != "/", rest.last != "/", !rest.contains(" ") else {
      throw SettingRefusal("takes an address such as https://cdn.example.com, without a slash at its end")
    }
  }
}
