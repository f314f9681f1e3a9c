import Control
import Engine
import Glibc
import Linux
import Playback
import Playlists
import Synchronization

/// The player as clients of the socket see it. Thread-safe.
final class PlayerControl: Controlled {
  /// Makes items of what people write: files, colours, lists. It may wait.
  typealias Reader = @Sendable ([String]) throws(Refusal) -> [Item]

  private let player: Player
  private let captures: CaptureOrders
  private let read: Reader
  private let readAnew: (@Sendable () throws(Refusal) -> Void)?
  let version = Vitrine.version

  /// `reload` reads anew where the queue comes from, and may wait; without it there is nothing to
  /// be read.
  init(
    _ player: Player, _ captures: CaptureOrders, read: @escaping Reader = PlayerControl.items,
    reload: (@Sendable () throws(Refusal) -> Void)? = nil
  ) {
    (self.player, self.captures, self.read, readAnew) = (player, captures, read, reload)
  }

  var status: PlaybackStatus { player.status }
  var queue: Queue { player.queue }

  func perform(_ command: Command, done: @escaping @Sendable () -> Void) {
    player.perform(command)
    player.afterwards(done)
  }

  func load(_ sources: [String], done: @escaping @Sendable (Refusal?) -> Void) {
    aside(done) { [self] () throws(Refusal) in
      let items = try read(sources)
      perform(.edit(.replace(items))) { [self] in
        // What plays goes on where it is among them, and the first begins where nothing does.
        let isIdle = status.phase == .idle || status.phase == .ended
        guard isIdle else { return done(nil) }
        perform(.play) { done(nil) }
      }
    }
  }

  func append(_ sources: [String], done: @escaping @Sendable (Refusal?) -> Void) {
    aside(done) { [self] () throws(Refusal) in
      for item in try read(sources) { player.perform(.edit(.append(item))) }
      player.afterwards { done(nil) }
    }
  }

  func reload(done: @escaping @Sendable (Refusal?) -> Void) {
    guard let readAnew else {
      return done(Refusal("nothing to read anew: what is played was said at the start"))
    }
    aside(done) { [player] () throws(Refusal) in
      try readAnew()
      player.afterwards { done(nil) }
    }
  }

  func capture(done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void) {
    guard status.isDisplayOn else { return done(.failure(Refusal("the display is off"))) }
    let isTaken = captures.ask(player) { capture in
      done(
        Result { () throws(Refusal) in
          guard let capture else { throw .noPicture }
          return try capture.inMemory()
        })
    }
    if !isTaken { done(.failure(.tooManyPictures)) }
  }

  func observeStatus(_ body: @escaping @Sendable (PlaybackStatus) -> Void) {
    player.observeStatus(body)
  }

  func quit() { player.quit() }

  /// What waits for disks and shares waits on a thread of its own.
  private func aside(
    _ refused: @escaping @Sendable (Refusal?) -> Void,
    _ body: @escaping @Sendable () throws(Refusal) -> Void
  ) {
    do throws(Errno) {
      let thread = try NamedThread("sources") {
        do throws(Refusal) { try body() } catch { refused(error) }
      }
      thread.detach()
    } catch {
      refused(Refusal("no thread: \(error)"))
    }
  }

  /// Files that can be read, and colours.
  @Sendable static func items(_ sources: [String]) throws(Refusal) -> [Item] {
    var items: [Item] = []
    for source in sources {
      guard let item = Item(argument: source) else {
        throw Refusal("\(source): neither a file nor a colour")
      }
      if case .file(let path) = item.source, access(path, R_OK) != 0 {
        throw Refusal("\(path): cannot be read: \(Errno.last)")
      }
      items.append(item)
    }
    return items
  }
}

extension Refusal {
  static let tooManyPictures = Refusal("too many screenshots are awaited already")
  static let noPicture = Refusal("no picture came: there may be nothing on screen")
}

extension Capture {
  /// As a PNG file that has no path.
  fileprivate func inMemory() throws(Refusal) -> CapturedPicture {
    do throws(Errno) {
      let file = try FileDescriptor(inMemory: "screenshot")
      do throws(PlaybackError) {
        // The library that writes it opens files by their paths alone.
        try writePNG(to: "/proc/self/fd/\(file.rawValue)")
      } catch {
        throw Errno.invalid
      }
      return CapturedPicture(file, origin: origin.rawValue)
    } catch {
      throw Refusal("the picture cannot be written: \(error)")
    }
  }
}
