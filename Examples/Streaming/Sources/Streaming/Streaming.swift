import VitrineKit
import VitrineStreaming

/// Plays files and streams from servers, and plays them again from a cache when the network is gone.
@main struct Streaming {
  static func main() async {
    let addresses = CommandLine.arguments.dropFirst()
    guard let items = try? addresses.map({ try Item($0) }), !items.isEmpty else {
      Player.exit(usage: "URL…")
    }
    let cache = StreamingCache(folder: "cache")
    await Player(items, sources: [.streaming(cache: cache, preload: 1)]).runOrExit()
  }
}
