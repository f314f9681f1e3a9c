package import VitrineAddresses
internal import VitrineLinux
internal import VitrineNetwork
package import VitrineSettings
internal import VitrineTiming

/// Requests the first byte of a URL like a player does. Blocks, which suits `vitrine doctor`.
package enum ServerCheck {
  private static let patience = Duration.seconds(6)

  /// Returns why the URL is not available, or nil if it is. For protocols other than HTTP, only the
  /// host name is resolved.
  package static func failure(
    _ url: RemoteURL, _ settings: Configuration
  ) -> String? {
    guard url.isWeb else { return nameFailure(url.host) }
    var unread: [String] = []
    let rules = settings.access.compactMap { name, row -> (RemoteURL.Origin, AccessRules)? in
      guard let known = try? RemoteURL(name), known.origin == url.origin else { return nil }
      return (known.origin, CredentialFiles.rules(row) { unread.append($0) })
    }
    let proxy = CredentialFiles.proxy(settings.network) { unread.append($0) }
    let sources = RemoteSources(
      TransferClient(agent: Program.agent, proxy: proxy), rules: Dictionary(rules) { $1 })
    defer { sources.close() }
    var request = TransferRequest(url)
    request.range = ByteRange(0, 1)
    let response = FirstResponse()
    do throws(NetworkError) {
      _ = try sources.begin(request, for: response)
    } catch {
      return "\(error)"
    }
    let found = response.results.pop(until: .now() + patience)
    guard let failure = found ?? .some("no answer within \(patience.components.seconds) s") else {
      return nil
    }
    return ([failure] + unread).joined(separator: "; ")
  }

  private static func nameFailure(_ host: String) -> String? {
    do throws(NetworkError) {
      _ = try NameLookup(host).address(until: .now() + patience)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// Ends the transfer at the response head. Thread-safe.
private final class FirstResponse: TransferSink {
  /// Nil is success.
  let results = BoundedQueue<String?>(limit: 1)

  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    _ = results.tryPush(nil)
    return .cancelled
  }

  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep { .enough }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    _ = results.tryPush(error.map { "\($0)" })
  }
}
