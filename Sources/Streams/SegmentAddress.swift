/// Where a segment is, as its playlist names it. A value.
///
/// The whole address is put together each time it is asked for. A playlist of a few kilobytes may name a
/// hundred thousand segments beside a long address, which as whole addresses would take a gigabyte.
public struct SegmentAddress: Hashable, Sendable {
  private let form: Form

  private enum Form: Hashable, Sendable {
    indirect case whole(RemoteURL)
    case beside(Base, String)
    case numbered(DASHTemplate, number: Int64, time: Int64)
  }

  /// The address that those of a playlist are relative to: one for all of them. Two are equal where they are in
  /// the same folder: a live playlist is asked for with another query each time, which changes nothing that it
  /// names.
  final class Base: Hashable, Sendable {
    let url: RemoteURL
    private let folder: RemoteURL

    init(_ url: RemoteURL) { (self.url, folder) = (url, url.folderURL) }

    static func == (a: Base, b: Base) -> Bool { a === b || a.folder == b.folder }
    func hash(into hasher: inout Hasher) { hasher.combine(folder) }
  }

  init(_ url: RemoteURL) { form = .whole(url) }

  /// What a text at the base's place means by `reference`.
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

  public var url: RemoteURL {
    switch form {
    case .whole(let url): url
    // A relative address that was checked always resolves.
    case .beside(let base, let text): (try? base.url.resolving(text)) ?? base.url
    case .numbered(let template, let number, let time): template.url(number: number, time: time)
    }
  }

  /// How it is asked for; costs nothing.
  var scheme: RemoteURL.Scheme {
    switch form {
    case .whole(let url): url.scheme
    case .beside(let base, _): base.url.scheme
    case .numbered(let template, _, _): template.scheme
    }
  }
}
