import VitrineKit

@main struct TenLines {
  static func main() async throws {
    let player = Player(CommandLine.arguments.dropFirst().map(Item.init(path:)))
    try await player.run()
  }
}
