import VitrineKit
import VitrineProgramme

/// A film in one zone of a template, and prices from a folder in the others.
@main struct MenuBoard {
  static func main() async {
    guard CommandLine.arguments.count == 4 else { Player.exit(usage: "TEMPLATE FOLDER FILM") }
    let words = CommandLine.arguments
    let player = Player([Item(path: words[3])], options: options)
    player.setTemplate(Template(words[1], data: words[2]))
    let warnings = Task { [events = player.events] in
      for await event in events {
        if case .warning(let message) = event { print("warning: \(message)") }
      }
    }
    await player.runOrExit()
    await warnings.value
  }

  static var options: PlayerOptions {
    var options = PlayerOptions()
    (options.interface, options.loop, options.fit) = (nil, .queue, .cover)
    return options
  }
}
