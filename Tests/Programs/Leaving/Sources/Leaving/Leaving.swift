import FoundationEssentials
import VitrineKit

/// For ExampleTests: ends players in the middle of playing, in each way that there is, and prints what of them is
/// left in this process and on the display.
@main struct Leaving {
  static func main() async throws {
    let film = Item(path: CommandLine.arguments[1])
    // What the libraries below keep from their first use on, as fonts, is no player's.
    await leave(film, on: Screen()) { $1.cancel() }
    let before = Holding()
    for (name, early) in [("playing", false), ("beginning", true)] {
      await leave(film, on: Screen(), early: early) { $1.cancel() }
      print("cancelled while \(name): \(Holding().beyond(before))")
      await leave(film, on: Screen(), early: early) { player, _ in player.close() }
      print("closed while \(name): \(Holding().beyond(before))")
    }
    await leaveTwo(film)
    print("with the displays that they shared: \(Holding().beyond(before))")
    drop(film)
    print("never run: \(Holding().beyond(before))")
  }

  /// One after the other, on displays that end with this function.
  private static func leaveTwo(_ film: Item) async {
    let displays = Displays()
    await leave(film, on: Screen(of: displays)) { $1.cancel() }
    await leave(film, on: Screen(of: displays)) { player, _ in player.close() }
  }

  /// Plays until the picture moves, or not even that far, and then drops all.
  private static func leave(
    _ film: Item, on screen: Screen, early: Bool = false,
    _ end: @Sendable (Player, Task<Void, any Error>) -> Void
  ) async {
    let player = Player([film, film], on: screen)
    let events = player.events
    let playing = Task { try await player.run() }
    if !early {
      for await case .shown in events { break }
      try? await Task.sleep(for: .milliseconds(500))
    }
    end(player, playing)
    if case .failure(let error) = await playing.result { print("failed: \(error)") }
  }

  private static func drop(_ film: Item) {
    for screen in [Screen(), Screen(of: Displays())] {
      let player = Player([film], on: screen)
      player.pause()
      _ = (player.events, player.statuses, player.times(every: .milliseconds(100)))
    }
  }
}

/// What this process holds, and what of it is seen.
struct Holding {
  private let threads = Self.names(in: "/proc/self/task").map { id in
    (try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8)) ?? ""
  }
  private let descriptors = Self.names(in: "/proc/self/fd").compactMap { id in
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(id)")
  }
  private let planes = Self.litPlanes()

  /// `threads , descriptors , planes 0`: what there is more of than before, by name.
  func beyond(_ before: Holding) -> String {
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

  /// Those with a framebuffer, by the kernel.
  private static func litPlanes() -> Int {
    let state = try? String(contentsOfFile: "/sys/kernel/debug/dri/1/state", encoding: .utf8)
    return (state ?? "").split(separator: "\n").count {
      $0.hasPrefix("\tfb=") && $0 != "\tfb=0"
    }
  }
}
