import VitrineContent
import VitrinePlaylists

// Media files.
extension SetStore {
  /// The number of videos and pictures in the current release.
  var playable: Int {
    current?.manifest.files.count { FileKind(path: $0.path.text) != nil } ?? 0
  }
}
