import VitrineContent
import VitrinePlaylists

// What the store's manifests say to a player.
extension SetStore {
  /// How many films and pictures the present set has.
  var playable: Int {
    current?.manifest.files.count { FileKind(path: $0.path.text) != nil } ?? 0
  }
}
