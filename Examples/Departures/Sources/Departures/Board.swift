import VitrineKit

/// The departures from a file with lines such as `14:05 | Harbour | 3 | !5 min late`. The last
/// field is optional; an exclamation mark highlights it.
struct Board {
  struct Row {
    let time, destination, platform, note: String
    let isUrgent: Bool
  }

  /// At most eight.
  let rows: [Row]

  init(_ text: String) {
    let rows = text.split(separator: "\n").compactMap { line -> Row? in
      let words = line.split(separator: "|", omittingEmptySubsequences: false).map { word in
        String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard words.count >= 3 else { return nil }
      let note = words.count > 3 ? words[3] : ""
      return Row(
        time: words[0], destination: words[1], platform: words[2],
        note: note.hasPrefix("!") ? String(note.dropFirst()) : note, isUrgent: note.hasPrefix("!"))
    }
    self.rows = Array(rows.prefix(8))
  }

  /// Draws the board along the lower edge.
  func draw(on canvas: inout Drawing.Canvas) {
    let (margin, line) = (24.0, 40.0)
    let height = line * Double(rows.count) + 56
    let board = Rect(
      x: margin, y: canvas.size.height - height - margin, width: canvas.size.width - 2 * margin,
      height: height)
    canvas.box(board, Color(0x0B1020, alpha: 0.82), radius: 12)
    canvas.text(
      "Departures", in: Rect(x: board.x + 20, y: board.y + 8, width: 300, height: 36), size: 22,
      weight: .bold, color: Color(0xFFC400))
    for (place, row) in rows.enumerated() {
      let top = board.y + 48 + Double(place) * line
      if place % 2 == 0 {
        let stripe = Rect(x: board.x, y: top, width: board.width, height: line)
        canvas.box(stripe, Color(0xFFFFFF, alpha: 0.06))
      }
      // The start of each column, relative to the board's width.
      let note = row.isUrgent ? Color(0xFF8A65) : Color(0xFFFFFF, alpha: 0.7)
      let columns = [
        (row.time, 0.02, Color.white), (row.destination, 0.14, .white),
        (row.platform, 0.62, .white), (row.note, 0.7, note),
      ]
      for (text, start, color) in columns where !text.isEmpty {
        let x = board.x + start * board.width
        canvas.text(
          text, in: Rect(x: x, y: top, width: board.width * 0.46, height: line), size: 20,
          color: color, isTabular: true)
      }
    }
  }
}
