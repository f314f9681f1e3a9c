import VitrineTiming

/// When the updater checks its sources.
struct CheckSchedule {
  private let hasServer: Bool
  private let checksFolders: Bool
  private let period: Duration
  private let folderPeriod: Duration
  /// When to check the next source.
  private(set) var due: HostTime
  private var serverDue: HostTime
  private var serverChecked: HostTime?

  /// An operator's requests check the server at most this often.
  private static let leastInterval = Duration.seconds(1)
  /// Without content the player retries sooner: at the first boot the network or free disk space
  /// may come a moment later.
  private static let initialRetry = Duration.seconds(20)

  init(_ settings: ContentUpdateSettings, at now: HostTime) {
    hasServer = settings.manifest != nil
    checksFolders = settings.checksFolders
    period = settings.period
    folderPeriod = settings.folderPeriod
    due = now
    serverDue = now
  }

  func isServerDue(at now: HostTime) -> Bool { hasServer && serverDue <= now }

  mutating func recordServerCheck(at now: HostTime, hasContent: Bool) {
    serverChecked = now
    serverDue = now + (hasContent ? period : min(period, Self.initialRetry))
  }

  /// Schedules the next check after all due sources were checked.
  mutating func finish(at now: HostTime) {
    let dues = [hasServer ? serverDue : nil, checksFolders ? now + folderPeriod : nil]
    due = dues.compactMap(\.self).min() ?? now + period
  }

  /// Schedules a check on an operator's request. Repeated requests must not load the server.
  mutating func request(at now: HostTime) {
    serverDue = min(serverDue, max(now, serverChecked.map { $0 + Self.leastInterval } ?? now))
    due = checksFolders ? now : serverDue
  }
}
