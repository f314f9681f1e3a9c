import Glibc
import VitrineAddresses
import VitrineDoctor
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineStage
import VitrineStageFiles
import VitrineTiming

extension PlaylistsFacts {
  /// Reads the playlists as the player does, and looks for their files with the rights of `user`.
  static func now(
    _ lists: [String], _ settings: Configuration, _ unit: UnitFile?, for user: SystemUser
  ) -> PlaylistsFacts {
    let zones = settings.zones
    var facts = PlaylistsFacts()
    facts.lists = lists.map { PlaylistFacts($0, for: user) }
    facts.quarantined = quarantined(in: [runtimeFolder, PlaceFacts.stateFolder(unit)])
    facts.template = zones.template
    if let template = zones.templatePath {
      var files = TemplateFiles(
        template, edited: zones.editedPath(in: PlaceFacts.stateFolder(unit)), data: zones.data)
      facts.zoneFaults = files.read(at: .now()).faults
      if files.contents.template?.page != nil { facts.pageFault = missingEngine }
    }
    // Nothing is downloaded.
    var overlays = OverlayFiles(settings.overlays.filter { !$0.value.isFeed })
    facts.overlayFaults = overlays.read().faults
    return facts
  }

  /// The engine's parts that are missing. A drop-in may name another engine than Chromium.
  private static var missingEngine: String? {
    let units = "/etc/systemd/system"
    func exists(_ path: String) -> Bool { FileAccess.allows(F_OK, path) }
    if !exists("/usr/bin/chromium"), !exists("\(units)/vitrine-page.service.d") {
      return "chromium is not installed"
    }
    let isEnabled = exists("\(units)/multi-user.target.wants/vitrine-page.path")
    return isEnabled ? nil : "vitrine-page.path is not enabled"
  }

  /// The service's, and the one of this process if systemd has started it.
  private static var runtimeFolder: String {
    ProcessEnvironment.value("RUNTIME_DIRECTORY") ?? "/run/vitrine"
  }

  /// From the saved positions of the service's players; none if this user may not read them.
  private static func quarantined(in folders: [String]) -> [String] {
    var found: Set<String> = []
    for folder in folders {
      for path in paths(in: folder, "place-") {
        found.formUnion(bytes(path).flatMap { ResumeRecord(bytes: $0) }?.quarantined ?? [])
      }
      for path in paths(in: folder, "opening-") {
        found.formUnion(bytes(path).flatMap { OpeningRecord(bytes: $0) }?.quarantined ?? [])
      }
    }
    return found.sorted()
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    try? FileDescriptor(reading: path).bytes(most: OpeningRecord.largestFile + 1)
  }
}

extension PlaylistFacts {
  /// More files are not looked for.
  private static let mostFiles = 1000

  fileprivate init(_ written: String, for user: SystemUser) {
    // Playlists on servers are not read here, and their secrets not shown.
    guard let item = Item(source: written), case .file(let path) = item.source else {
      self.init(Item(source: written)?.name ?? "an invalid address")
      return
    }
    self.init(path)
    if let obstacle = user.obstacle(to: path) {
      let what = obstacle == path ? "read it" : "enter \(obstacle)"
      refusal = "\(path): permission denied: \(user.name) may not \(what)"
      return
    }
    let reader = ListReader(ListFilesOnDisk())
    guard reader.isList(path) else {
      itemCount = 1
      add([path], of: user, reader.files)
      return
    }
    do throws(ListFaults) {
      let list = try reader.read(path)
      itemCount = list.rows.count
      let files = list.items.compactMap { item -> String? in
        if case .file(let file) = item.source { file } else { nil }
      }
      add(files, of: user, reader.files)
    } catch {
      if error.kind == .contents { faults = error.lines } else { refusal = error.lines.first }
    }
  }

  /// Sorts out the files that cannot be played.
  private mutating func add(_ paths: [String], of user: SystemUser, _ files: ListFilesOnDisk) {
    for path in paths.prefix(Self.mostFiles) {
      // A file below a closed folder cannot be seen.
      if let obstacle = user.obstacle(to: path) {
        denied.append(Denied(path, obstacle: obstacle))
      } else if files.kind(of: path) == nil {
        missing.append(path)
      }
    }
  }
}

extension SystemUser {
  /// The file, or the folder above it, whose permissions keep the user from reading the file. Nil if
  /// the user may read it, or if it does not exist.
  fileprivate func obstacle(to path: String) -> String? {
    guard path.hasPrefix("/"), !isSelf || !FileAccess.allows(R_OK, path) else { return nil }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      guard let rights = FileRights(of: folder) else { return nil }
      if !rights.allowEntry(user: number, groups: groups) { return folder }
    }
    guard let rights = FileRights(of: path) else { return nil }
    return rights.allowRead(user: number, groups: groups) ? nil : path
  }
}

extension StageOverlay {
  /// Whether it shows a file of a server.
  fileprivate var isFeed: Bool {
    if case .ticker(.file(let path)) = content { !path.hasPrefix("/") } else { false }
  }
}
