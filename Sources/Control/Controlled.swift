public import VitrineLinux
public import VitrinePlayback
public import VitrinePlaylists
public import VitrineTiming

/// The player as a remote control sees it. Thread-safe; no function waits for anything, and each
/// answer comes once, from any thread.
public protocol Controlled: Sendable {
  /// Of the program.
  var version: String { get }
  var status: PlaybackStatus { get }
  var queue: Queue { get }

  /// Does as asked, and calls `done` when `status` and `queue` show that it was taken, or with why it is not done
  /// (`Command.refusal`): no door can leave that out.
  func perform(_ command: Command, done: @escaping @Sendable (Refusal?) -> Void)

  /// Plays these instead of what is in the queue; as people write them, with absolute paths. After
  /// `deadline`, when the client has been told that it was not done, it is not done. It plays, unless the client's
  /// protocol `keepsPause`.
  func load(
    _ sources: [String], keepsPause: Bool, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void)

  /// Puts these at the end of the queue, in the same way.
  func append(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void)

  /// Reads anew where the queue comes from, and answers when that has been read.
  func reload(done: @escaping @Sendable (Refusal?) -> Void)

  /// Plays the list of a service at once, in the place of whatever was cleared or loaded. Refused where there is
  /// no service.
  func returnToProgramme(done: @escaping @Sendable (Refusal?) -> Void)

  /// Has an override begin or end, which is written down before it shows; only a service has them.
  func override(
    _ change: OverrideChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  )

  /// Has the places that content comes from looked at now; what comes of it is in the status. Nil where
  /// that was taken, else why not.
  func lookForContent() -> Refusal?

  /// A picture of the screen as it is, no wider than `width` pixels where that is said.
  func capture(
    width: Int?, done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void)

  /// Calls `body` after each change of `status`, for ever, on the thread that made it.
  func observeStatus(_ body: @escaping @Sendable () -> Void)

  /// Ends the program soon.
  func quit()
}

/// A PNG file in memory. Freed when its last owner, here or in another process, lets go.
public final class CapturedPicture: Sendable {
  let file: FileDescriptor
  /// How it was made: `writeback` or `composition`.
  public let origin: String

  public init(_ file: consuming FileDescriptor, origin: String) {
    self.file = file
    self.origin = origin
  }

  /// The file itself, no longer than this.
  public func bytes(most: Int) throws(Refusal) -> [UInt8] {
    do throws(Errno) { return try file.bytes(most: most) } catch {
      throw Refusal("the picture cannot be read: \(error)")
    }
  }

  /// Frees its memory, also where a client has it open: there it ends at its beginning from now
  /// on.
  func empty() {
    // A client cannot seal a file that was made without sealing: it can always be cut off.
    try? file.truncate()
  }
}
