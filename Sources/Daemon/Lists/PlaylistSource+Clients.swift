package import VitrineControl
package import VitrineLists
import VitrineOperations
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineSettings

extension PlaylistSource {
  /// The configured playlists that this machine cannot open, a line each with its place:
  /// `/etc/vitrine/vitrine.yaml:3: playlist: /srv/shop.yaml: no such file`.
  package static func errors(in found: LayeredConfiguration) -> [String] {
    let configuration = found.configuration
    let outputs = configuration.outputs.sorted { $0.key < $1.key }.compactMap { name, output in
      output.playlist.map { (key: "outputs.\(name).playlist", path: $0) }
    }
    return (configuration.playlist.map { (key: "playlist", path: $0) } + outputs).compactMap {
      key, path in
      // URLs are checked when they are played.
      guard case .file(let file)? = Item(source: path)?.source ?? .some(.file(path)),
        !path.contains("://"), let error = ListFilesOnDisk().error(reading: file)
      else { return nil }
      let place = found.origin(of: key).map { "\($0): " } ?? ""
      return "\(place)\(key): \(file): \(error)"
    }
  }

  /// The items that clients of the socket request, including those in lists and folders.
  package static func items(
    _ sources: [String], _ playback: PlaybackSettings
  ) throws(Refusal) -> [Item] {
    let items = try PlayerControl.items(sources)
    do throws(ListFaults) {
      return try ListReader(ListFilesOnDisk.forClients).read(items).items.map {
        $0.completed(by: playback)
      }
    } catch {
      throw refusal(error)
    }
  }

  /// Does not quote the contents of a file to a client that may not be allowed to read it.
  private static func refusal(_ faults: ListFaults) -> Refusal {
    guard faults.kind == .contents else {
      return Refusal(faults.lines.first ?? "cannot read the playlist")
    }
    let place = faults.place.map { "\($0): " } ?? ""
    return Refusal("\(place)invalid playlist; for the reason, run vitrine list check FILE")
  }
}

extension ListFaults {
  /// The exit status defined by sysexits(3).
  package var exitStatus: ExitStatus {
    switch kind {
    case .missing: .noInput
    case .forbidden: .noPermission
    case .contents: .data
    }
  }
}
