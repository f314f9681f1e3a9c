import Glibc
import VitrineEditing
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrinePages
import VitrinePlayback
import VitrineSettings
import VitrineStageFiles

extension StageFiles {
  /// Reads the files of the configured overlays and zones.
  init(_ settings: Configuration, _ feeds: Feeds, _ log: Log) {
    let zones = settings.zones.templatePath.map {
      TemplateFiles(
        $0, edited: settings.zones.editedPath(in: settings.service.state),
        data: settings.zones.data,
        feeds)
    }
    self.init(
      settings.overlays, zones, feeds,
      lasting: { kind, faults in
        // The health names the first one.
        let first = faults.min { $0.key < $1.key }
        let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
        log.lasting.set(
          first.map { LogMessage(kind, "\($0.key): \($0.value)\(more)") },
          of: kind == .zonesFailed ? .zones : .overlays)
      }, report: { log.write($0, $1) })
    if !isEmpty { read() }
  }
}

extension StageReader.Target {
  init(_ player: Player) {
    self.init(draw: { player.drawStage($0) }, redraw: { player.redraw() })
  }
}

extension PageServer: PageSource {}

extension PageServer {
  /// Shows the page of a player's zones, and logs its state.
  convenience init(_ log: Log, redraw: @escaping @Sendable () -> Void) throws(Errno) {
    try self.init(in: Self.folder, redraw: redraw) { report in
      switch report {
      case .listening(let path):
        log.solve(.page)
        log.write(.pageListening, "page: waiting for its engine at \(path)")
      case .removed: log.solve(.page)
      case .unavailable(let cause):
        log.write(LogMessage(.pageFailed, "page: \(cause)"), lasting: .page)
      case .health(.failed(let cause)):
        log.write(LogMessage(.pageFailed, "page: \(cause)"), lasting: .page)
      case .health(.ended(let cause)): log.write(.pageFailed, "page: \(cause)")
      case .health(.shown):
        log.solve(.page)
        log.write(.pageShown, "page: shown")
      }
    }
  }

  /// The folder of the engine's unit, if this is its player. Otherwise one that only this user can read: for trials
  /// with an engine that is started by hand.
  private static var folder: Folder {
    let installed = Folder("/run/vitrine-page")
    if (try? installed.checkIsWritable()) != nil { return installed }
    let runtime = ProcessEnvironment.value("XDG_RUNTIME_DIR") ?? "/tmp/vitrine-\(geteuid())"
    return Folder(runtime).folder("vitrine-page")
  }
}

extension TemplateEditor.Files {
  /// Returns nil without zones.
  init?(_ settings: Configuration) {
    guard let name = settings.zones.template, let path = settings.zones.templatePath else {
      return nil
    }
    self.init(
      name, path: path, copy: settings.zones.editedPath(in: settings.service.state),
      isShipped: !ZoneSettings.isFile(name), data: settings.zones.data,
      state: settings.service.state)
  }
}
