internal import VitrineLinux
package import VitrinePictures
internal import VitrinePlans
package import VitrinePlayback
package import VitrineScenes
internal import VitrineSchedules
package import VitrineStage
package import VitrineTiming

/// The template of zones with its data and pictures, and their latest valid contents.
package protocol ZoneSource: Sendable {
  var contents: StageContents { get }
  /// The current fault of each file.
  var faults: [String: String] { get }

  /// Reads the files that have changed. Returns whether contents have changed, and new faults.
  mutating func read(at now: HostTime) -> (hasChanged: Bool, faults: [String])
}

/// The program that draws the page of a zone. Thread-safe.
package protocol PageSource: Sendable {
  /// Shows another page; nil for none.
  func show(_ page: StageTemplate.Page?)
  /// The latest picture, which the caller draws now, for a zone of this size.
  func picture(of size: PixelSize) -> PagePicture?
  /// Passes a finger to the page, in pixels of the zone.
  func receive(_ touch: AreaTouch)
  func close()
}

/// The players of the zones with their own lists. Thread-safe.
package protocol VideoSource: Sendable {
  /// Shows the videos of another template, or of the same one if they are hidden; nil for none. May block.
  func show(_ template: StageTemplate?)
  func close()
}

/// The contents and clocks for a drawing.
struct StageState: Sendable {
  var contents = StageContents()
  /// The machine's zone, and whether its clock is trusted.
  var reading = ClockReading.now()
  /// The clocks of the time zones in use.
  var clocks: [String: WallClock] = [:]
}

/// The files of overlays and zones, and their latest valid contents.
package struct StageFiles: Sendable {
  /// Receives faults, each once.
  package typealias Report = @Sendable (MessageKind, String) -> Void
  /// Receives the current faults of overlays or zones whenever they change, by place.
  package typealias LastingReport = @Sendable (MessageKind, [String: String]) -> Void

  private(set) var state = StageState()
  package private(set) var overlays: [String: StageOverlay]
  private var files: OverlayFiles
  private var zones: (any ZoneSource)?
  private var clocks: [String: WallClock] = [:]
  /// The time zones and languages that were looked for.
  private var timeZones: Set<String> = []
  private var languages: Set<String> = []
  private let report: Report
  private let lasting: LastingReport?
  /// The faults that `lasting` has received.
  private var overlayFaults: [String: String] = [:]
  private var zoneFaults: [String: String] = [:]

  /// `read` reads them. Nothing is read before.
  package init(
    _ overlays: [String: StageOverlay] = [:], _ zones: (any ZoneSource)? = nil,
    _ feeds: Feeds? = nil, lasting: LastingReport? = nil, report: @escaping Report
  ) {
    self.lasting = lasting
    (self.overlays, self.zones, self.report) = (overlays, zones, report)
    files = OverlayFiles(overlays, feeds)
  }

  /// Whether nothing is shown.
  package var isEmpty: Bool { overlays.isEmpty && zones == nil }

  /// The template that was read.
  package var template: StageTemplate? { zones == nil ? nil : state.contents.template }

  /// Whether a later reading can differ.
  var isChanging: Bool {
    zones != nil || !files.isEmpty || overlays.values.contains(where: \.isTimed)
  }

  /// Replaces the overlays; their files are read by the next reading.
  mutating func set(_ new: [String: StageOverlay]) {
    guard new != overlays else { return }
    overlays = new
    files.set(new)
  }

  /// Replaces the zones, like the overlays.
  mutating func set(_ new: (any ZoneSource)?) { zones = new }

  /// Reads the files that have changed, and reports their faults.
  package mutating func read() {
    for fault in files.read().faults { report(.overlayFailed, fault) }
    for fault in zones?.read(at: .now()).faults ?? [] { report(.zonesFailed, "zones: \(fault)") }
    reportLasting()
    let contents = zones.map { files.contents.adding($0.contents) } ?? files.contents
    for (name, overlay) in overlays.sorted(by: { $0.key < $1.key }) {
      look(for: overlay.timeZone, overlay.language, of: "overlays.\(name)", .overlayFailed)
    }
    for zone in contents.template?.zones ?? [] {
      guard case .clock(let clock) = zone.content else { continue }
      look(for: clock.timeZone, clock.language, of: "zones: zone \(zone.name)", .zonesFailed)
    }
    // The clock is read here and not by the drawing, because the hardware clock may be slow to answer.
    state = StageState(contents: contents, reading: .now(), clocks: clocks)
  }

  private mutating func reportLasting() {
    guard let lasting else { return }
    if files.faults != overlayFaults {
      overlayFaults = files.faults
      let places = overlayFaults.map { name, fault in
        ("overlays.\(name)\(overlays[name]?.file.map { ": \($0)" } ?? "")", fault)
      }
      lasting(.overlayFailed, Dictionary(places) { first, _ in first })
    }
    let faults = zones?.faults ?? [:]
    guard faults != zoneFaults else { return }
    zoneFaults = faults
    let places = faults.map { ("zones: \($0)", $1) }
    lasting(.zonesFailed, Dictionary(places) { first, _ in first })
  }

  /// Looks once for a time zone and a language. Reports those that the machine does not have.
  private mutating func look(
    for zone: String?, _ language: String?, of owner: String, _ kind: MessageKind
  ) {
    if let zone, timeZones.insert(zone).inserted {
      do throws(ZoneFiles.Failure) {
        clocks[zone] = try ZoneFiles.clock(named: zone)
      } catch {
        report(kind, "\(owner).time-zone: \(error)")
      }
    }
    if let language, languages.insert(language).inserted, !DateText.has(language) {
      report(
        kind,
        "\(owner).language: the locale \(language) is not installed, using English; "
          + "apt install locales-all")
    }
  }
}

extension StageOverlay {
  /// The file or feed that it shows; nil if there is none.
  fileprivate var file: String? {
    switch content {
    case .image(let path), .ticker(.file(let path)): path
    case .clock, .countdown, .text, .ticker, .code, .pixels: nil
    }
  }
}
