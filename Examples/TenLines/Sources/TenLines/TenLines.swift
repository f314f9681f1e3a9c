import VitrineKit

@main struct TenLines {
  static func main() async {
    let films = CommandLine.arguments.dropFirst().map(Item.init(path:))
    guard !films.isEmpty else { Player.exit(usage: "FILM…") }
    await Player(films).runOrExit()
  }
}
