/// The zones of a template, as an editor shows them.
package struct TemplateOutline: Hashable, Sendable {
  package struct Zone: Hashable, Sendable {
    package let name: String
    /// The key of its content, or `box`.
    package let kind: String
    /// On a display of this orientation.
    package let frame: StageTemplate.Frame
    /// The keys that editors set, as written.
    package let fields: [TemplateChange.Key: String]

    package init(
      _ name: String, _ kind: String, _ frame: StageTemplate.Frame,
      _ fields: [TemplateChange.Key: String]
    ) {
      (self.name, self.kind, self.frame, self.fields) = (name, kind, frame, fields)
    }
  }

  /// `#RRGGBB`, as written.
  package let background: String?
  /// From bottom to top.
  package let zones: [Zone]

  package init(background: String?, _ zones: [Zone]) {
    (self.background, self.zones) = (background, zones)
  }
}

extension StageTemplate.Content {
  /// The key in a template that selects this content; `box` for none.
  package var kind: String {
    switch self {
    case .film: "film"
    case .signLanguage: "sign-language"
    case .empty: "box"
    case .text: "text"
    case .clock: "clock"
    case .image: "image"
    case .code: "code"
    case .table: "table"
    case .page: "page"
    case .video: "video"
    }
  }
}
