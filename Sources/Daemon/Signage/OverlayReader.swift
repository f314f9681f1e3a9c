import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePlans
import VitrinePlayback
import VitrineScenes
import VitrineSchedules
import VitrineStage
import VitrineTiming

/// Draws the configured overlays on a player, and reads their files on a separate thread, again whenever they change.
/// Thread-safe.
final class OverlayReader: Sendable {
  private let thread: NamedThread
  private let end = BoundedQueue<Never>(limit: 1)

  /// Files and the clock's state are checked this often.
  private static let interval = Duration.seconds(1)

  /// Starts drawing. Returns nil without overlays.
  init?(_ overlays: [String: StageOverlay], on player: Player, _ log: Log) throws(Errno) {
    guard !overlays.isEmpty else { return nil }
    let contents = Shared(StageContents())
    let (scene, clocks) = (Shared(StageScene(overlays)), Self.clocks(of: overlays, log))
    // The zone, and whether the clock is trusted, are read from files.
    let (latest, isTimed) = (Shared(ClockReading.now()), overlays.values.contains(where: \.isTimed))
    let drawing = CustomDrawing { sheet in
      let (known, now) = (latest.value, Moment(nanoseconds: TimeOfDay.nanoseconds()))
      let reading = ClockReading(now, known.clock, hasEvidence: known.isTrusted)
      let shown = contents.value
      return scene.update { scene in
        scene.draw(sheet, shown, at: reading) { overlay, pattern in
          let clock = overlay.timeZone.flatMap { clocks[$0] } ?? reading.clock
          let time = clock.time(at: reading.moment.second)
          return DateText.text(pattern, at: time.seconds, in: overlay.language)
        }
      }
    }
    player.draw(drawing)
    thread = try NamedThread("overlays", priority: .background) { [end] in
      var files = OverlayFiles(overlays)
      repeat {
        if isTimed {
          // Outside of the lock, because the hardware clock may be slow to answer.
          let reading = ClockReading.now()
          latest.update { $0 = reading }
        }
        let (changed, faults) = files.read()
        for fault in faults { log.write(.overlayFailed, fault) }
        if changed {
          contents.update { $0 = files.contents }
          player.redraw()
        }
      } while (isTimed || !files.isEmpty) && !end.isOver(by: HostTime.now() + Self.interval)
    }
  }

  /// The clocks of the zones in use. Reports zones and languages that the machine does not have.
  private static func clocks(
    of overlays: [String: StageOverlay], _ log: Log
  ) -> [String: WallClock] {
    var clocks: [String: WallClock] = [:]
    for (name, overlay) in overlays.sorted(by: { $0.key < $1.key }) {
      if let zone = overlay.timeZone {
        do throws(ZoneFiles.Failure) {
          clocks[zone] = try ZoneFiles.clock(named: zone)
        } catch {
          log.write(.overlayFailed, "overlays.\(name).time-zone: \(error)")
        }
      }
      if let language = overlay.language, !DateText.has(language) {
        log.write(
          .overlayFailed,
          "overlays.\(name).language: the locale \(language) is not installed, using English; "
            + "apt install locales-all")
      }
    }
    return clocks
  }

  /// Ends the thread and waits for it.
  func close() {
    end.close()
    thread.join()
  }
}

extension BoundedQueue where Element == Never {
  /// Waits until the queue is closed, or until `deadline`. Returns whether it is closed.
  fileprivate func isOver(by deadline: HostTime) -> Bool {
    _ = pop(until: deadline)
    return isExhausted
  }
}
