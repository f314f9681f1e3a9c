import FoundationEssentials
import VitrineKit

/// For ExampleTests: ends players in the middle of playback in every possible way, and prints
/// what remains of them on the display and in this process.
@main struct Leaving {
  static func main() async throws {
    let film = try Item(CommandLine.arguments[1])
    // This program has no sources for URLs.
    if CommandLine.arguments[1].contains("://") { return try await Player([film]).run() }
    // Caches that the libraries below keep from their first use, such as fonts, belong to no
    // player.
    await leave(film, on: Screen()) { $1.cancel() }
    let before = ProcessResources()
    for (name, early) in [("playing", false), ("beginning", true)] {
      let cancelled = await leave(film, on: Screen(), early: early) { $1.cancel() }
      print("cancelled while \(name): \(cancelled)\(ProcessResources().increase(since: before))")
      let closed = await leave(film, on: Screen(), early: early) { player, _ in player.close() }
      print("closed while \(name): \(closed)\(ProcessResources().increase(since: before))")
    }
    await leaveTwo(film)
    print("with the displays that they shared: \(ProcessResources().increase(since: before))")
    drop(film)
    print("never run: \(ProcessResources().increase(since: before))")
  }

  /// One after the other, on displays that end with this function.
  private static func leaveTwo(_ film: Item) async {
    let displays = Displays()
    await leave(film, on: Screen(of: displays)) { $1.cancel() }
    await leave(film, on: Screen(of: displays)) { player, _ in player.close() }
  }

  /// Plays until the picture moves and a screenshot was taken, or not even that far, and then
  /// releases everything. Returns what was seen meanwhile.
  @discardableResult
  private static func leave(
    _ film: Item, on screen: Screen, early: Bool = false,
    _ end: @Sendable (Player, Task<Void, any Error>) -> Void
  ) async -> String {
    let player = Player([film, film], on: screen)
    let events = player.events
    let playing = Task { try await player.run() }
    if !early {
      for await case .shown in events { break }
      try? await Task.sleep(for: .milliseconds(500))
      do { _ = try await player.screenshot() } catch { print("no picture: \(error)") }
    }
    let lit = early ? "" : "lit \(ProcessResources.litPlanes()), "
    end(player, playing)
    if case .failure(let error) = await playing.result { print("failed: \(error)") }
    // The kernel lists a thread for a moment after it has ended and was joined.
    try? await Task.sleep(for: .milliseconds(1))
    return lit
  }

  private static func drop(_ film: Item) {
    for screen in [Screen(), Screen(of: Displays())] {
      let player = Player([film], on: screen)
      player.pause()
      _ = (player.events, player.statuses, player.positions(every: .milliseconds(100)))
    }
  }
}

/// The resources of this process, and their visible part.
struct ProcessResources {
  private let threads = Self.names(in: "/proc/self/task").map { id in
    (try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8)) ?? ""
  }
  private let descriptors = Self.names(in: "/proc/self/fd").compactMap { id in
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(id)")
  }
  private let planes = Self.litPlanes()

  /// `threads none, descriptors none, planes 0`: the increase over before, by name.
  func increase(since before: ProcessResources) -> String {
    "threads \(Self.more(threads, before.threads)), "
      + "descriptors \(Self.more(descriptors, before.descriptors)), planes \(planes)"
  }

  private static func more(_ now: [String], _ before: [String]) -> String {
    var rest = before
    let more = now.filter { name in
      guard let place = rest.firstIndex(of: name) else { return true }
      rest.remove(at: place)
      return false
    }
    return more.isEmpty ? "none" : more.map { $0.filter { $0 != "\n" } }.joined(separator: " ")
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// The planes with a framebuffer on every card, according to the kernel; an explanation if
  /// unknown.
  static func litPlanes() -> String {
    let folder = "/sys/kernel/debug/dri"
    let states = names(in: folder).compactMap { card in
      try? String(contentsOfFile: "\(folder)/\(card)/state", encoding: .utf8)
    }
    guard !states.isEmpty else { return "unknown: \(folder) cannot be read" }
    let lines = Set(states).flatMap { $0.split(separator: "\n") }
    return "\(lines.count { $0.hasPrefix("\tfb=") && $0 != "\tfb=0" })"
  }
}
