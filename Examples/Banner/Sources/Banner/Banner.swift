import VitrineKit

/// A film with a clock and a banner above it. Each line on the standard input becomes the banner's text.
@main struct Banner {
  static func main() async {
    guard CommandLine.arguments.count == 2 else { Player.exit(usage: "FILM") }
    let player = Player([Item(path: CommandLine.arguments[1])], options: options)
    player.overlays["clock"] = Overlay(.clock("%H:%M"), at: .topRight, size: 0.08)
    let reading = Task.detached {
      while let line = readLine() { show(line, on: player) }
    }
    defer { reading.cancel() }
    await player.runOrExit()
  }

  static var options: PlayerOptions {
    var options = PlayerOptions()
    (options.interface, options.loop, options.fit) = (nil, .queue, .cover)
    return options
  }

  /// Shows a text along the bottom; an empty line removes it.
  static func show(_ line: String, on player: Player) {
    player.overlays["banner"] = line.isEmpty ? nil : Overlay(.ticker([line]))
  }
}
