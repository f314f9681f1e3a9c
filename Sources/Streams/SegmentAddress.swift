package import VitrineAddresses

/// The address of a segment as in its playlist.
///
/// `url` builds the complete address each time. A playlist of a few kilobytes may contain a hundred
/// thousand segments next to a long address; complete addresses would take a gigabyte.
package struct SegmentAddress: Hashable, Sendable {
  private let form: Form

  private enum Form: Hashable, Sendable {
    indirect case whole(RemoteURL)
    case beside(Base, String)
    case numbered(DASHTemplate, number: Int64, time: Int64)
  }

  /// The base of a playlist's relative addresses, shared by all of them. Two bases are equal if
  /// they are in the same folder: a live playlist is requested with changing queries, which do not
  /// affect its segments.
  final class Base: Hashable, Sendable {
    let url: RemoteURL
    private let folder: RemoteURL

    init(_ url: RemoteURL) { (self.url, folder) = (url, url.folderURL) }

    static func == (a: Base, b: Base) -> Bool { a === b || a.folder == b.folder }
    func hash(into hasher: inout Hasher) { hasher.combine(folder) }
  }

  init(_ url: RemoteURL) { form = .whole(url) }

  /// Resolves `reference` from the base.
  init(_ reference: some StringProtocol, beside base: Base) throws(RemoteURL.Fault) {
    if let text = try RemoteURL.relative(reference), !RemoteURL.isWithoutPath(text) {
      form = .beside(base, text)
    } else {
      form = .whole(try base.url.resolving(reference))
    }
  }

  init(_ template: DASHTemplate, number: Int64, time: Int64) {
    form = .numbered(template, number: number, time: time)
  }

  package var url: RemoteURL {
    switch form {
    case .whole(let url): url
    // Checked relative addresses always resolve.
    case .beside(let base, let text): (try? base.url.resolving(text)) ?? base.url
    case .numbered(let template, let number, let time): template.url(number: number, time: time)
    }
  }

  /// Does not build the address.
  var scheme: RemoteURL.Scheme {
    switch form {
    case .whole(let url): url.scheme
    case .beside(let base, _): base.url.scheme
    case .numbered(let template, _, _): template.scheme
    }
  }
}
