package import VitrineCanvas
internal import VitrineLinux
package import VitrinePictures
internal import VitrinePlans
internal import VitrineScenes
package import VitrineSchedules
package import VitrineStage
internal import VitrineTiming

/// A template and its data as a picture. The film is a grey area.
package struct TemplatePreview {
  private let drawings: [Drawing]
  private let size: PixelSize

  private static let film = Shape.box(Color(0x50565C))

  /// `size` is that of the upright display. A nil moment is now.
  package init(_ contents: StageContents, on size: PixelSize, at moment: Moment? = nil) {
    self.size = size
    let theme = Theme()
    let sheet = DrawingContext(
      theme: theme, metrics: Metrics(size: size, pixelsPerMillimetre: nil, theme: theme),
      now: .now())
    let machine = ClockReading.now()
    let moment = moment ?? machine.moment
    let reading = ClockReading(moment, machine.clock, hasEvidence: true)
    var scene = StageScene([:])
    // Without a zone, the film has the whole display.
    let film =
      contents.template?.filmArea(on: size) == nil ? [Drawing(Self.film, in: Rect(size))] : []
    drawings =
      film
      + scene.draw(sheet, contents, at: reading) { overlay, pattern in
        let clock = overlay.timeZone.flatMap { try? ZoneFiles.clock(named: $0) } ?? reading.clock
        let time = clock.time(at: moment.second)
        return DateText.text(pattern, at: time.seconds, in: overlay.language)
      }.below.flatMap { drawing in
        guard case .hole = drawing.shape else { return [drawing] }
        let side = min(drawing.frame.width, drawing.frame.height) / 4
        return [
          Drawing(Self.film, in: drawing.frame),
          Drawing(
            .icon(.play, Color(0xFFFFFF, alpha: 0.7)),
            in: Rect(center: drawing.frame.center, side: side)),
        ]
      }
  }

  /// Writes it as a PNG file.
  package func write(to path: String) throws(PNGFile.WriteError) {
    let pitch = size.width * 4
    var bytes = [UInt8](repeating: 0, count: pitch * size.height)
    let painter = Painter(panel: size, font: Theme().font)
    let result = unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe painter.paint(
        drawings, only: [PixelRect(size)], into: memory, pitch: pitch,
        pictures: { $0.pixels.map(PaintedPicture.init) })
      return Result { () throws(PNGFile.WriteError) in
        unsafe try PNGFile.write(memory, size: size, pitch: pitch, to: path)
      }
    }
    try result.get()
  }
}
