import VitrineAddresses
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineLists
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

extension NetworkFacts {
  /// At most this many servers are asked.
  private static let most = 8

  /// Requests the manifest of content updates, and the first item of each server in the lists, all at once.
  static func now(_ lists: [String], _ settings: Configuration) -> NetworkFacts {
    var (urls, known): ([RemoteURL], Set<RemoteURL.Origin>) = ([], [])
    for list in lists {
      // Another check reports the faults of lists.
      guard let item = Item(source: list),
        let played = try? ListReader(ListFilesOnDisk()).read([item])
      else { continue }
      for item in played.items {
        guard case .remote(let url) = item.source, known.insert(url.origin).inserted else {
          continue
        }
        urls.append(url)
      }
    }
    let manifest = settings.content.manifest.flatMap { try? RemoteURL($0) }
    urls.insert(contentsOf: [manifest].compactMap(\.self), at: 0)
    let checks = urls.prefix(most).map { url in
      (url, BackgroundCheck("server") { Optional(ServerCheck.failure(url, settings) ?? "") })
    }
    let deadline = HostTime.now() + .seconds(7)
    return NetworkFacts(
      checks.map { url, check in
        let isManifest = url == manifest
        return switch check.result(until: deadline) {
        case .known(""): Server(url.description, isManifest: isManifest)
        case .known(let trouble), .unknown(let trouble):
          Server(url.description, trouble: trouble, isManifest: isManifest)
        }
      })
  }
}
