import VitrineContent
import VitrineLinux
import VitrinePlayback
import VitrineSettings
import VitrineWeb

/// Shares this player's content files with its peers, if configured. Thread-safe.
final class ContentSharing: Sendable {
  private let server: Shared<SharingServer?>
  private let retrying: ListenRetry<SharingServer, WebError>?

  /// Returns nil if sharing is not configured. A failure to listen is logged and retried every few
  /// seconds.
  static func begin(_ settings: ContentSettings, in store: Folder?, _ log: Log) -> ContentSharing? {
    guard let share = settings.share, settings.isUsed, let store else { return nil }
    guard let address = WebAddress(share) else {
      log.write(.sharingFailed, "content.share: \(WebError.address(share))")
      return nil
    }
    var options = SharingServer.Options(address)
    options.rate = settings.shareLimit * 1e6
    return ContentSharing(options, StoredObjects(in: store), log)
  }

  private init(_ options: SharingServer.Options, _ objects: StoredObjects, _ log: Log) {
    let listen = { @Sendable () throws(WebError) -> SharingServer in
      let server = try SharingServer(options) { digest in objects.path(of: digest) }
      log.write(
        .sharingStarted, "content: sharing files with peers at http://\(server.address)")
      return server
    }
    do throws(WebError) {
      (server, retrying) = (Shared(try listen()), nil)
    } catch {
      let server = Shared<SharingServer?>(nil)
      self.server = server
      retrying = ListenRetry([.init(reason: error, listen: listen)]) { news in
        switch news {
        case .success(let one): server.update { $0 = one }
        case .failure(let error):
          log.write(.sharingFailed, "content.share: \(error); retrying every few seconds")
        }
      }
    }
  }

  func close() {
    retrying?.close()
    server.value?.close()
  }
}
