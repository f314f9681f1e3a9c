/// Displays beside and above each other that show one picture together.
package struct Wall: Hashable, Sendable {
  /// The connectors, row by row, as a viewer sees the displays.
  private let rows: [[String]]
  package var bezels = Bezels.none

  /// The part of the picture that the frames of two neighbouring displays hide, as lengths of a display.
  package struct Bezels: Hashable, Sendable {
    fileprivate let across, down: Margins.Length

    package static let none = Bezels(across: .pixels(0), down: .pixels(0))

    private init(across: Margins.Length, down: Margins.Length) {
      (self.across, self.down) = (across, down)
    }

    /// One length, or two: between displays beside each other, and between those above each other.
    package init?(_ text: String) {
      let words = text.split(separator: " ").map(String.init)
      let lengths = words.compactMap(Margins.Length.init)
      guard (1...2).contains(words.count), lengths.count == words.count else { return nil }
      (across, down) = (lengths[0], lengths[lengths.count - 1])
    }
  }

  /// Rows of equal length, separated by `/`: `HDMI-A-1 HDMI-A-2 / HDMI-A-3 HDMI-A-4`. Each connector
  /// appears once; at most 16.
  package init?(_ text: String) {
    rows = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").map(String.init) }
    let all = rows.joined()
    guard (2...16).contains(all.count), Set(all).count == all.count,
      rows.allSatisfy({ $0.count == rows[0].count })
    else { return nil }
  }

  private init(_ rows: [[String]], _ bezels: Bezels) { (self.rows, self.bezels) = (rows, bezels) }

  /// All of them, the first one first.
  package var connectors: [String] { Array(rows.joined()) }

  /// The same displays as their panels see them, if the picture is rotated on each of them.
  package func onPanels(turnedBy rotation: Rotation) -> Wall {
    let (across, down) = (rows[0].count, rows.count)
    let size = rotation.isSideways ? PixelSize(down, across) : PixelSize(across, down)
    var turned = Array(
      repeating: Array(repeating: "", count: size.width), count: size.height)
    for (y, row) in rows.enumerated() {
      for (x, connector) in row.enumerated() {
        let place = rotation.onPanel(PixelRect(x: x, y: y, width: 1, height: 1), of: size)
        turned[place.y][place.x] = connector
      }
    }
    return Wall(turned, rotation.isSideways ? bezels.swapped : bezels)
  }

  /// The whole picture, in coordinates of a display with this mode; nil for a connector that is not
  /// part of the wall. All displays should have the same mode. The displays begin at even pixels of the
  /// picture, because of subsampled chroma.
  package func area(of mode: PixelSize, at connector: String) -> PixelRect? {
    for (y, row) in rows.enumerated() {
      guard let x = row.firstIndex(of: connector) else { continue }
      // bound: no mode is larger than 2^16, and there are 16 displays at most
      let step = PixelSize(
        mode.width + bezels.across.even(of: mode.width),
        mode.height + bezels.down.even(of: mode.height))
      return PixelRect(
        x: -x * step.width, y: -y * step.height,
        width: (row.count - 1) * step.width + mode.width,
        height: (rows.count - 1) * step.height + mode.height)
    }
    return nil
  }
}

extension Wall.Bezels {
  fileprivate var swapped: Self { Self(across: down, down: across) }
}
