import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrinePlaylists
import VitrineSettings
import VitrineStreams
import VitrineTiming

extension NetworkFacts {
  /// More are not asked, and nobody would read them.
  private static let most = 8

  /// Asks for the first item of each server that the lists name, all at the same time.
  static func now(_ lists: [String], _ settings: Configuration) -> NetworkFacts {
    var (urls, known): ([RemoteURL], Set<RemoteURL.Origin>) = ([], [])
    for list in lists {
      // What is wrong with a list is told by another check.
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
    let asked = urls.prefix(most).map { url in
      (url, Inquiry("server") { Optional(ServerInquiry.trouble(url, settings) ?? "") })
    }
    let deadline = HostTime.now() + .seconds(7)
    return NetworkFacts(
      asked.map { url, inquiry in
        switch inquiry.answer(until: deadline) {
        case .known(""): Server(url.description)
        case .known(let trouble): Server(url.description, trouble: trouble)
        case .unknown(let why): Server(url.description, trouble: why)
        }
      })
  }
}
