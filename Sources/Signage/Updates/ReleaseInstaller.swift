import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineSchedules
import VitrineTiming

/// The source of a release.
enum ContentSource {
  /// The URL of the manifest.
  case server(RemoteURL)
  /// A folder or a stick.
  case folder(String)

  /// The name under which the store remembers it.
  var name: String {
    switch self {
    case .server(let url): "\(url)"
    case .folder(let path): path
    }
  }
}

/// Installs releases: fetches the missing files, verifies the whole, and activates it. Bound to the
/// updater's thread.
struct ReleaseInstaller {
  private var files: FileFetcher
  /// Releases that failed verification, and why. They are not verified again.
  private var rejected: [ReleaseID: ContentUpdateError] = [:]
  private let settings: ContentUpdateSettings
  private let dependencies: ContentUpdater.Dependencies
  private let status: ContentUpdateStatus

  private static let mostRejected = 16

  init(
    _ settings: ContentUpdateSettings, _ dependencies: ContentUpdater.Dependencies,
    _ status: ContentUpdateStatus
  ) {
    files = FileFetcher(settings, dependencies, status)
    self.settings = settings
    self.dependencies = dependencies
    self.status = status
  }

  /// Activates a release once all of its files are present and verified.
  mutating func install(
    _ manifest: ReleaseManifest, from source: ContentSource, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    if let reason = orders.content.store.refusal(of: manifest.id) { throw .refused(reason) }
    // An unchanged source does not replace content that came from another source since.
    guard orders.content.store.state.taken[source.name] != manifest.id.text else {
      return try accept(manifest, &orders)
    }
    if let fault = rejected[manifest.id] { throw fault }
    orders.content.store.coming = manifest
    defer { orders.content.store.coming = nil }
    let missing = files.spread(orders.content.store.missing(of: manifest))
    try makeRoom(for: missing, &orders)
    let (lacking, before) = (missing.reduce(0) { $0 +| $1.size }, status.report.fromPeers)
    try fetch(missing, of: manifest, from: source, &orders)
    try activate(manifest, from: source, &orders)
    let fromPeers = status.report.fromPeers -| before
    if fromPeers > 0 { dependencies.report(.downloadedFromPeers(fromPeers, of: lacking)) }
  }

  private mutating func fetch(
    _ missing: [ReleaseManifest.File], of manifest: ReleaseManifest, from source: ContentSource,
    _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    var progress = ContentReport.Fetch(
      done: manifest.size -| missing.reduce(0) { $0 +| $1.size }, all: manifest.size)
    defer { status.update { $0.fetch = nil } }
    for file in missing {
      orders.content.publish()
      status.update { [progress] in $0.fetch = progress }
      try files.fetch(file, from: source, &orders)
      progress.done +|= file.size
    }
  }

  private func makeRoom(
    for missing: [ReleaseManifest.File], _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    try orders.content.storing { store throws(ReleaseError) in
      try store.makeRoom(for: store.lacking(of: missing), keeping: settings.keepFree)
    }
  }

  /// Raises the accepted manifest number for a signed release that is already present.
  private func accept(
    _ manifest: ReleaseManifest, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    guard settings.key != nil else { return }
    try orders.content.storing { store throws(ReleaseError) in try store.accept(manifest.number) }
  }

  private mutating func activate(
    _ manifest: ReleaseManifest, from source: ContentSource, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    guard manifest.id != orders.content.store.current?.id else {
      try accept(manifest, &orders)
      return try settle(source, &orders)
    }
    let release = try orders.content.storing { store throws(ReleaseError) in
      try store.stage(manifest)
    }
    do throws(ContentUpdateError) {
      try verify(release, &orders)
    } catch {
      orders.content.store.discard(release)
      if case .invalid = error { reject(manifest.id, error) }
      throw error
    }
    guard orders.shouldContinue() else { throw .cancelled }
    try orders.content.storing { store throws(ReleaseError) in
      try store.activate(release, isSigned: settings.key != nil)
    }
    // The release is active. The next check repeats the remaining steps if they fail.
    dependencies.report(
      .activated(release.id, number: manifest.number, files: manifest.files.count))
    try settle(source, &orders)
  }

  private func verify(
    _ release: StoredRelease, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    let known = [orders.content.store.current, orders.content.store.previous].compactMap(\.self)
    let verified = Set(known.flatMap { $0.manifest.files.map(\.digest) })
    let fault = try ReleaseVerification(release, verified, dependencies.check).fault {
      orders.shouldContinue()
    }
    if let fault { throw fault }
  }

  private mutating func reject(_ release: ReleaseID, _ error: ContentUpdateError) {
    if rejected.count >= Self.mostRejected { rejected = [:] }
    rejected[release] = error
  }

  private func settle(
    _ source: ContentSource, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    try orders.content.storing { store throws(ReleaseError) in
      try store.settle(source: source.name)
    }
  }
}
