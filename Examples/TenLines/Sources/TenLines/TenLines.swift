import VitrineKit

@main struct TenLines {
  static func main() async {
    let player = Player(CommandLine.arguments.dropFirst().map(Item.init(path:)))
    await player.runOrExit()
  }
}
