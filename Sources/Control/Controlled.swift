package import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScenes
package import VitrineTiming

/// The player as a control interface sees it. Thread-safe; no function blocks, and each answer
/// comes once, from any thread.
package protocol Controlled: Sendable {
  /// The program's version.
  var version: String { get }
  var status: PlaybackStatus { get }
  /// The reports of the player's service; empty without one.
  var reports: ServiceReports { get }
  var queue: Queue { get }
  /// The health of the player and its machine; nil if it is not observed. Reads files of the kernel.
  var health: Health? { get }

  /// Carries out a command and calls `done` once `status` and `queue` reflect it, or with the
  /// reason for a refusal. Every interface gets the checks of `Command.refusal` here.
  func perform(_ command: Command, done: @escaping @Sendable (Refusal?) -> Void)

  /// Replaces the queue; `sources` are as the user has written them, with absolute paths. Nothing
  /// is done after `deadline`, since the client gets a timeout error then.
  func load(
    _ sources: [String], _ start: QueueStart, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void)

  /// Appends these to the queue, in the same way.
  func append(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void)

  /// Inserts these after the current item, in the same way.
  func insert(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void)

  /// Reads the queue's playlist again and calls back when that is done.
  func reload(done: @escaping @Sendable (Refusal?) -> Void)

  /// Plays the service's list now, instead of a queue that was cleared or loaded. Refused without a
  /// service.
  func returnToProgramme(done: @escaping @Sendable (Refusal?) -> Void)

  /// Begins or ends an override, which is stored before it is shown. Refused without a service.
  func override(
    _ change: OverrideChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  )

  /// The overlays above the picture, each with its keys in the configuration.
  var overlays: [String: [String: String]] { get }

  /// Shows, changes or removes an overlay. Its file is read first, but nothing is done after `deadline`.
  func change(
    _ overlay: OverlayChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  )

  /// Hands the current item over to the player with this name or address, and pauses once that shows it. With nil,
  /// answers with the players in the network.
  func handOver(
    to target: String?, until deadline: HostTime,
    done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void)

  /// Plays what another player hands over, and answers once its first picture is on screen. After a refusal, what
  /// played before continues. Refused without a service.
  func receive(
    _ handOver: HandOver, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void)

  /// The sound devices of the machine, the requested one and the one in use. Reading them may take a
  /// moment.
  func soundDevices(
    until deadline: HostTime, done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void)

  /// Plays the sound on another device: `auto`, `none` or ALSA's name. The present one plays until the
  /// other is open, and stays if that fails.
  func chooseSound(_ device: String, done: @escaping @Sendable (Refusal?) -> Void)

  /// Hides or shows a part of the interface. Returns nil, or why it is refused.
  func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Refusal?

  /// Shows a message above the picture for a time; nil removes it. Returns nil, or why it is refused.
  func show(_ message: String?, as severity: Severity?, for time: Duration) -> Refusal?

  /// Checks for content updates now; the status reports the result. Returns nil, or why it is
  /// refused.
  func checkForContent() -> Refusal?

  /// Takes a screenshot, at most `width` pixels wide if given.
  func capture(
    width: Int?, done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void)

  /// Calls `body` after each change of `status` or of the content report, on the thread that made
  /// it. Returns a function that removes `body`; a call that has begun may still end after it.
  func observeStatus(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Calls `body` with each event, on the thread where it happens. Returns a function that removes
  /// `body`; a call that has begun may still end after it.
  func observeEvents(_ body: @escaping @Sendable (PlaybackEvent) -> Void) -> @Sendable () -> Void

  /// Ends the program soon.
  func quit()
}

/// When a new queue begins.
package enum QueueStart: Hashable, Sendable {
  /// At once.
  case now
  /// At once, but a pause stays.
  case paused
  /// When the current item ends.
  case atEdge
}

/// A PNG file in memory. Freed when its last owner, here or in another process, closes it.
package final class CapturedPicture: Sendable {
  let file: FileDescriptor
  /// The source: `writeback` or `composition`.
  package let origin: String

  package init(_ file: consuming FileDescriptor, origin: String) {
    self.file = file
    self.origin = origin
  }

  /// The contents of the file, at most this long.
  package func bytes(most: Int) throws(Refusal) -> [UInt8] {
    do throws(Errno) { return try file.bytes(most: most) } catch {
      throw Refusal("cannot read the picture: \(error)")
    }
  }

  /// Frees the memory even if a client still has the file open; the file is empty from then on.
  func empty() {
    // A client cannot prevent this: the file was created without sealing.
    try? file.truncate()
  }
}

extension CapturedPicture {
  /// The fields of the response, with the picture itself if requested.
  func description(
    _ form: Request.ScreenshotForm, _ limits: ControlLimits
  ) throws(Refusal) -> JSONValue {
    let bytes: [UInt8]
    let size: Int
    do throws(Errno) {
      size = try FileStatus(of: file).size
      bytes = form == .base64 ? try file.bytes(at: 0, count: min(size, limits.base64Bytes)) : []
    } catch {
      throw Refusal("cannot read the picture: \(error)")
    }
    let fields: [String: JSONValue] = [
      "format": .text("png"), "origin": .text(origin), "bytes": JSONValue(size),
    ]
    guard form == .base64 else { return .object(fields) }
    guard size == bytes.count else {
      throw Refusal(
        "the picture is too large for base64 (limit: \(limits.base64Bytes) bytes); use the file descriptor"
      )
    }
    return .object(fields).with(["base64": .text(base64(bytes))])
  }
}
