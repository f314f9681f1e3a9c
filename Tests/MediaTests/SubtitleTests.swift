import Foundation
import Testing
import VitrineMedia
import VitrinePictures
import VitrineTiming

/// Subtitles of every kind: made, decoded and drawn.
@Suite(.serialized)
struct SubtitleTests {
  private static let panel = PixelSize(640, 360)

  private static func layout(
    _ rotation: Rotation = .none, panel: PixelSize = panel, video: PixelRect? = nil
  ) -> SubtitleLayout {
    SubtitleLayout(
      panel: panel, rotation: rotation, video: video ?? PixelRect(rotation.upright(panel)),
      storage: PixelSize(1280, 720))
  }

  private func seconds(_ value: Double) -> MediaTime { MediaTime(Int64(value * 1000), 1000) }

  private func events(_ path: String) throws -> (SubtitleForm, [SubtitleEvent]) {
    let file = try SubtitleFile.load(path: path)
    var decoder = try SubtitleDecoder(
      of: file.track, video: PixelSize(1280, 720), encoding: file.encoding)
    var events: [SubtitleEvent] = []
    for packet in file.packets { events += try decoder.decode(packet) }
    return (decoder.form, events)
  }

  /// The drawing at a moment, in a frame of pixels that must stay untouched.
  private func draw(
    _ screen: inout SubtitleScreen, at time: Double, margin: Int = 8
  ) throws -> (rect: PixelRect?, pixels: PixelRect?, colors: Set<UInt32>) {
    let size = screen.layout.panel
    let (pitch, guardByte) = (4 * (size.width + margin), UInt8(0xA5))
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: pitch * (size.height + 2 * margin), alignment: 64)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: guardByte)
    let inner = UnsafeMutableRawBufferPointer(
      rebasing: bytes[(pitch * margin)..<(pitch * (margin + size.height))])
    for row in 0..<size.height {
      for byte in 0..<(4 * size.width) { inner[row * pitch + byte] = 0 }
    }
    let rect = screen.draw(at: seconds(time), into: inner, pitch: pitch)
    var (left, top, right, bottom, colors) = (Int.max, Int.max, -1, -1, Set<UInt32>())
    for row in -margin..<(size.height + margin) {
      for column in 0..<(size.width + margin) {
        let pixel = bytes.load(
          fromByteOffset: pitch * (row + margin) + 4 * column, as: UInt32.self)
        let isInside = (0..<size.height).contains(row) && column < size.width
        guard isInside else {
          try #require(pixel == 0xA5A5_A5A5, "a pixel outside the panel was written")
          continue
        }
        if pixel == 0 { continue }
        for shift in [0, 8, 16] as [UInt32] {
          try #require(pixel >> shift & 0xFF <= pixel >> 24, "not premultiplied")
        }
        (left, right) = (min(left, column), max(right, column))
        (top, bottom) = (min(top, row), max(bottom, row))
        colors.insert(pixel)
      }
    }
    guard right >= 0 else { return (rect, nil, colors) }
    let pixels = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    let touched = try #require(rect)
    #expect(pixels.x >= touched.x && pixels.y >= touched.y)
    #expect(pixels.x + pixels.width <= touched.x + touched.width)
    #expect(pixels.y + pixels.height <= touched.y + touched.height)
    return (rect, pixels, colors)
  }

  private func screen(_ path: String, _ layout: SubtitleLayout) throws -> SubtitleScreen {
    let (form, events) = try events(path)
    var screen = try SubtitleScreen(form: form, attachments: [], layout: layout)
    for event in events { screen.add(event) }
    return screen
  }

  /// The second line in a style, drawn in white, green and so on.
  private func styled(
    _ style: SubtitleStyle, sample: String? = nil, at time: Double = 2, path: String? = nil
  ) throws -> (rect: PixelRect?, colors: Set<UInt32>) {
    var layout = Self.layout()
    (layout.style, layout.sample) = (style, sample.map { SubtitleSample($0) })
    var screen = try screen(path ?? Sample.text("srt"), layout)
    let drawing = try draw(&screen, at: time)
    return (drawing.pixels, drawing.colors)
  }

  @Test("Plain text takes the viewer's colours, background, window, edges and position")
  func style() throws {
    func with(_ property: SubtitleStyle.Property, _ word: String) throws -> (
      rect: PixelRect, colors: Set<UInt32>
    ) {
      var style = SubtitleStyle()
      let isSet = style.set(property, to: word)
      #expect(isSet)
      let (rect, colors) = try styled(style)
      return (try #require(rect), colors)
    }
    let usual = try with(.weight, "regular")
    #expect(usual.colors.contains(0xFFFF_FFFF) && usual.colors.contains(0xFF00_0000))
    let yellow = try with(.color, "#FFFF00")
    #expect(yellow.colors.contains(0xFFFF_FF00) && !yellow.colors.contains(0xFFFF_FFFF))
    #expect(yellow.rect == usual.rect)
    #expect(try with(.background, "#0000FF").colors.contains(0xFF00_00FF))
    let window = try with(.window, "#FF000080")
    #expect(window.colors.contains(0x8080_0000))
    #expect(window.rect.width > usual.rect.width && window.rect.height > usual.rect.height)
    let plain = try with(.edge, "none")
    #expect(!plain.colors.contains(0xFF00_0000) && plain.rect.width < usual.rect.width)
    #expect(try with(.edgeColor, "#00FF00").colors.contains(0xFF00_FF00))
    let (shadow, depressed) = (try with(.edge, "shadow").rect, try with(.edge, "depressed").rect)
    #expect(shadow.x == plain.rect.x && shadow.width > plain.rect.width)
    #expect(depressed.x < plain.rect.x && depressed.y < plain.rect.y)
    #expect(try with(.weight, "bold").rect.width > usual.rect.width)
    #expect(try with(.font, "Monospace").rect.width > usual.rect.width)
    #expect(usual.rect.y > 300)
    #expect(try with(.position, "top").rect.y < 60)
  }

  @Test("A changed style can be undone, and scripts keep their own")
  func restyled() throws {
    var screen = try screen(Sample.text("srt"), Self.layout())
    let before = try draw(&screen, at: 2)
    var layout = screen.layout
    layout.style.color = 0xFF00_FF00
    (layout.style.edge, layout.style.background) = (.raised, 0xFF11_2233)
    (layout.style.font, layout.style.position) = ("Monospace", .top)
    screen.change(to: layout)
    let restyled = try draw(&screen, at: 2)
    #expect(restyled.colors != before.colors && restyled.pixels != before.pixels)
    screen.change(to: Self.layout())
    let after = try draw(&screen, at: 2)
    #expect(after.colors == before.colors && after.pixels == before.pixels)
    let script = try styled(layout.style, path: Sample.text("ass"))
    #expect(script.rect == (try styled(SubtitleStyle(), path: Sample.text("ass"))).rect)
  }

  @Test("A line on screen moves at once, and edges are above the background and fade with letters")
  func combined() throws {
    var screen = try screen(Sample.text("srt"), Self.layout())
    let below = try #require(try draw(&screen, at: 2).pixels)
    var layout = screen.layout
    layout.style.position = .top
    screen.change(to: layout)
    let above = try #require(try draw(&screen, at: 2).pixels)
    #expect(above.y < 60 && below.y > 300 && above.width == below.width)
    var style = SubtitleStyle()
    (style.background, style.edge, style.edgeColor) = (0xFFFF_FFFF, .raised, 0xFFFF_0000)
    style.color = 0xFF00_0000
    let boxed = try styled(style)
    #expect(boxed.colors.contains(0xFFFF_0000) && boxed.colors.contains(0xFF00_0000))
    #expect(boxed.colors.contains(0xFFFF_FFFF))
    (style.background, style.color) = (0, 0x8000_0000)
    #expect(try !styled(style).colors.contains(0xFFFF_0000))
  }

  @Test("Edges and windows are as large as the letters, not as the display")
  func portrait() throws {
    let panel = PixelSize(360, 640)
    var layout = Self.layout(
      panel: panel, video: PixelRect(x: 0, y: 218, width: 360, height: 203))
    let plain = try draw(Sample.text("srt"), layout)
    layout.style.window = 0xFF00_00FF
    let window = try draw(Sample.text("srt"), layout)
    #expect((6...9).contains(plain.x - window.x))
  }

  @Test(
    "A script stays on its video, whether that is beside bars or beyond the display",
    arguments: [(480, 120), (20, 120), (-200, 600), (0, 640), (-100, 840)])
  func scriptPlace(x: Int, width: Int) throws {
    let layout = Self.layout(video: PixelRect(x: x, y: 0, width: width, height: 360))
    let place = try draw(Sample.text("ass"), layout)
    let middle = min(max(x + width / 2, 0), 640)
    #expect(abs(place.x + place.width / 2 - middle) <= 4, "\(place)")
  }

  private func draw(_ path: String, _ layout: SubtitleLayout) throws -> PixelRect {
    var screen = try screen(path, layout)
    return try #require(try draw(&screen, at: 2).pixels)
  }

  @Test("A sample shows the style while there is no line")
  func sample() throws {
    var style = SubtitleStyle()
    style.color = 0xFF00_FFFF
    #expect(try styled(style, at: 3.5).rect == nil)
    let sample = try styled(style, sample: "A much longer sample {\\b1}of text", at: 3.5)
    #expect(sample.colors.contains(0xFF00_FFFF) && (sample.rect?.width ?? 0) > 150)
    var screen = try screen(Sample.text("srt"), Self.layout())
    var layout = screen.layout
    layout.sample = SubtitleSample("Left", covered: 0.5)
    screen.change(to: layout)
    let left = try #require(try draw(&screen, at: 3.5).pixels)
    #expect(abs(left.x + left.width / 2 - 160) < 4)
    let line = try styled(style, sample: "A much longer sample of text", at: 2)
    #expect(line.rect == (try styled(style, at: 2)).rect)
  }

  @Test(
    "Text of every kind is read with its times", arguments: ["srt", "ass", "vtt", "mp4", "mkv"])
  func text(kind: String) throws {
    let path = try Sample.text(kind)
    let (form, events) = try events(path)
    #expect(events.count == 2)
    #expect(events.map(\.start) == [seconds(1), seconds(4)])
    #expect(events.map(\.end) == [seconds(3), seconds(5)])
    guard case .line(let line)? = events.first?.content else {
      Issue.record("no line")
      return
    }
    #expect(String(decoding: line, as: UTF8.self).hasSuffix("Grüße"))
    switch form {
    case .script: #expect(kind == "ass")
    case .plainText(let header): #expect(kind != "ass" && !header.isEmpty)
    case .pictures: Issue.record("text was decoded as pictures")
    }
  }

  @Test(
    "Text is drawn between its start and its end, at the bottom centre", arguments: ["srt", "ass"])
  func drawing(kind: String) throws {
    var screen = try screen(try Sample.text(kind), Self.layout())
    let isEmpty = screen.isEmpty
    #expect(!isEmpty)
    for time in [0.0, 0.999, 3.0, 3.999, 5.0, 9.0] {
      let drawn = try draw(&screen, at: time)
      #expect(drawn.rect == nil && drawn.pixels == nil, "at \(time)")
    }
    for time in [1.0, 2.999, 4.0, 4.999] {
      let place = try #require(try draw(&screen, at: time).pixels)
      #expect(place.y > 280 && place.y + place.height < 360)
      #expect(abs(2 * place.x + place.width - 640) < 12)
    }
    #expect(screen.nextChange(after: .zero) == seconds(1))
    #expect(screen.nextChange(after: seconds(1)) == seconds(3))
    #expect(screen.nextChange(after: seconds(3.5)) == seconds(4))
    #expect(screen.nextChange(after: seconds(5)) == nil)
    screen.flush()
    let (isForgotten, next) = (screen.isEmpty, screen.nextChange(after: .zero))
    #expect(isForgotten && next == nil)
    #expect(try draw(&screen, at: 2).pixels == nil)
  }

  /// A box of 100x50 in the upper left corner of a script of the video's size.
  private func box(
    _ x: Int = 0, _ y: Int = 0, color: String = "H0000FF", tags: String = "", effect: String = "",
    order: Int = 0
  ) -> SubtitleEvent {
    let drawing = "m 0 0 l 100 0 100 50 0 50"
    let text =
      "\(order),0,Default,,0,0,0,\(effect),"
      + "{\\an7\\pos(\(x),\(y))\\bord0\\shad0\\1c&\(color)&\\p1\(tags)}\(drawing)"
    return SubtitleEvent(start: seconds(1), end: seconds(3), content: .line(Array(text.utf8)))
  }

  private static let header = Array(
    """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 640
    PlayResY: 360
    ScaledBorderAndShadow: yes

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, \
    Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, \
    Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,Sans,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,0,0,\
    2,10,10,10,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """.utf8)

  private func scriptScreen(_ layout: SubtitleLayout) throws -> SubtitleScreen {
    try SubtitleScreen(form: .script(header: Self.header), attachments: [], layout: layout)
  }

  private func near(_ a: PixelRect?, _ b: PixelRect, _ by: Int = 1) -> Bool {
    guard let a else { return false }
    let (aRight, aBottom) = (a.x + a.width, a.y + a.height)
    return abs(a.x - b.x) <= by && abs(a.y - b.y) <= by && abs(aRight - b.x - b.width) <= by
      && abs(aBottom - b.y - b.height) <= by
  }

  @Test("A script's box has its position at every rotation", arguments: Rotation.allCases)
  func rotation(_ rotation: Rotation) throws {
    let upright = PixelRect(x: 20, y: 10, width: 100, height: 50)
    let panel = rotation.isSideways ? PixelSize(360, 640) : Self.panel
    var screen = try scriptScreen(Self.layout(rotation, panel: panel))
    screen.add(box(20, 10))
    let drawn = try draw(&screen, at: 2)
    #expect(near(drawn.pixels, rotation.onPanel(upright, of: panel)))
    // The script writes blue, green, red.
    #expect(drawn.colors.contains(0xFFFF_0000))
  }

  @Test("A script is laid out within the video, and plain text may use the bars")
  func bars() throws {
    let video = PixelRect(x: 0, y: 60, width: 640, height: 240)
    var screen = try scriptScreen(Self.layout(video: video))
    screen.add(box(0, 0))
    let place = try #require(try draw(&screen, at: 2).pixels)
    #expect(place.x <= 1 && abs(place.y - 60) <= 1)
    var plain = try self.screen(try Sample.text("srt"), Self.layout(video: video))
    #expect(try #require(try draw(&plain, at: 2).pixels).y > 290)
    plain.change(
      to: Self.layout(
        panel: PixelSize(360, 640), video: PixelRect(x: 0, y: 220, width: 360, height: 200)))
    let near = try #require(try draw(&plain, at: 2).pixels)
    #expect(near.y > 360 && near.y + near.height <= 420, "text stays next to a small video")
  }

  @Test("Drawings beyond the panel's edges are clipped", arguments: Rotation.allCases)
  func clipping(_ rotation: Rotation) throws {
    var screen = try scriptScreen(Self.layout(rotation))
    for (order, place) in [(-50, -25), (590, 335), (-50, 335), (590, -25)].enumerated() {
      screen.add(box(place.0, place.1, order: order))
    }
    _ = try draw(&screen, at: 2)
    var pictures = try SubtitleScreen(
      form: .pictures, attachments: [],
      layout: Self.layout(rotation, video: PixelRect(x: -300, y: -300, width: 1300, height: 1300)))
    let whole = try #require(
      SubtitlePicture(
        place: PixelRect(x: 0, y: 0, width: 64, height: 64),
        pixels: [UInt32](repeating: 0xFF00_FF00, count: 64 * 64)))
    pictures.add(
      SubtitleEvent(
        start: .zero, end: nil, content: .pictures([whole], canvas: PixelSize(64, 64))))
    #expect(try draw(&pictures, at: 2).pixels == PixelRect(Self.panel))
  }

  @Test("Overlapping colours blend by their alpha")
  func blending() throws {
    var screen = try scriptScreen(Self.layout())
    screen.add(box(20, 20, order: 0))
    screen.add(box(20, 20, color: "H00FF00", tags: "\\1a&H80&", order: 1))
    let colors = try draw(&screen, at: 2).colors
    #expect(colors.contains { $0 == 0xFF80_7F00 || $0 == 0xFF81_7E00 }, "\(colors)")
  }

  @Test(
    "Moving lines are drawn thirty times a second while visible",
    arguments: [
      ("\\fad(200,200)", "", true), ("\\move(0,0,9,9)", "", true), ("\\t(\\fs40)", "", true),
      ("\\kf50", "", true), ("", "Banner;20", true), ("\\b1\\frz10", "", false),
    ])
  func animation(tags: String, effect: String, isAnimated: Bool) throws {
    var screen = try scriptScreen(Self.layout())
    screen.add(box(tags: tags, effect: effect))
    #expect(screen.nextChange(after: .zero) == seconds(1))
    let next = screen.nextChange(after: seconds(2))
    #expect(next == (isAnimated ? seconds(2) + MediaTime(1, 30) : seconds(3)))
    #expect(screen.nextChange(after: seconds(2.999)) == seconds(3))
    #expect(screen.nextChange(after: seconds(3)) == nil)
  }

  @Test("A repeated line is drawn once, and an overlong line not at all")
  func duplicates() throws {
    var screen = try scriptScreen(Self.layout())
    screen.add(box(tags: String(repeating: "\\b1", count: 30_000)))
    let isEmpty = screen.isEmpty
    #expect(isEmpty)
    for _ in 0..<2 { screen.add(box(20, 20, tags: "\\1a&H80&")) }
    #expect(try draw(&screen, at: 2).colors.contains { 0x7E...0x80 ~= $0 >> 24 })
    #expect(try draw(&screen, at: 2).colors.allSatisfy { $0 >> 24 <= 0x80 })
  }

  @Test("Picture subtitles of every kind are decoded", arguments: ["sup", "mkv", "ts", "dvd.mkv"])
  func pictures(kind: String) throws {
    let (form, events) = try events(try Sample.pictures(kind))
    #expect(form == .pictures)
    let shown = try #require(
      events.first {
        if case .pictures(let pictures, _) = $0.content { !pictures.isEmpty } else { false }
      })
    guard case .pictures(let pictures, let canvas) = shown.content else { return }
    #expect(canvas == PixelSize(720, 480))
    let place = try #require(pictures.first).place
    #expect(near(place, Sample.box, 4), "\(place)")
    // MPEG-TS starts its clock later; the distance is kept.
    if kind != "ts" { #expect(abs(shown.start.seconds - 1) < 0.1) }
    if let end = shown.end {
      // A broadcast states only its latest end.
      if kind == "dvd.mkv" { #expect(abs(end.seconds - 3) < 0.1) }
    } else {
      let next = events.first { $0.start > shown.start }
      #expect(abs(try #require(next).start.seconds - shown.start.seconds - 2) < 0.1)
    }
  }

  @Test(
    "A picture is scaled and rotated with the video",
    arguments: [Rotation.none, .clockwise, .upsideDown, .counterclockwise])
  func scaledPicture(_ rotation: Rotation) throws {
    let panel = rotation.isSideways ? PixelSize(800, 1600) : PixelSize(1600, 800)
    let video = PixelRect(x: 80, y: 0, width: 1440, height: 800)
    var screen = try screen(
      try Sample.pictures("sup"), Self.layout(rotation, panel: panel, video: video))
    let box = Sample.box
    let upright = PixelRect(
      x: 80 + 2 * box.x, y: box.y * 800 / 480, width: 2 * box.width, height: box.height * 800 / 480)
    #expect(near(try draw(&screen, at: 2).pixels, rotation.onPanel(upright, of: panel), 2))
    #expect(try draw(&screen, at: 0.9).pixels == nil)
    #expect(try draw(&screen, at: 3.1).pixels == nil)
    #expect(screen.nextChange(after: .zero) == seconds(1))
    #expect(screen.nextChange(after: seconds(1)) == seconds(3))
    #expect(screen.nextChange(after: seconds(3)) == nil)
  }

  @Test("A picture made for the uncropped video keeps its shape and covers the bar")
  func cutVideo() throws {
    let part = PixelRect(x: 100, y: 1000, width: 200, height: 60)
    let picture = try #require(
      SubtitlePicture(place: part, pixels: [UInt32](repeating: ~0, count: 200 * 60)))
    var screen = try SubtitleScreen(
      form: .pictures, attachments: [],
      layout: Self.layout(
        panel: PixelSize(1920, 1080), video: PixelRect(x: 0, y: 140, width: 1920, height: 800)))
    screen.add(
      SubtitleEvent(
        start: .zero, end: nil, content: .pictures([picture], canvas: PixelSize(1920, 1080))))
    #expect(try draw(&screen, at: 1).pixels == part)
  }

  @Test("A file in another character set is read as Western European")
  func encoding() throws {
    let path = try Sample.write(
      "latin.srt", Array("1\n00:00:01,000 --> 00:00:02,000\nGr".utf8) + [0xFC, 0xDF, 0x65, 0x0A])
    guard case .line(let line)? = try events(path).1.first?.content else {
      Issue.record("no line")
      return
    }
    #expect(String(decoding: line, as: UTF8.self).hasSuffix("Grüße"))
  }

  @Test("A file in memory is read like one on disk", arguments: ["srt", "ass", "vtt"])
  func bytes(kind: String) throws {
    let path = try Sample.text(kind)
    let (onDisk, inMemory) = (
      try SubtitleFile.load(path: path),
      try SubtitleFile.load(Array(try Data(contentsOf: URL(filePath: path))))
    )
    #expect(onDisk.packets.count == inMemory.packets.count && !onDisk.packets.isEmpty)
    #expect(onDisk.packets.indices.map(onDisk.time) == inMemory.packets.indices.map(inMemory.time))
    let latin = Array("1\n00:00:01,000 --> 00:00:02,000\nGr".utf8) + [0xFC, 0xDF, 0x65, 0x0A]
    #expect(try SubtitleFile.load(latin).encoding == "CP1252")
  }

  @Test("Files without subtitles and oversized files are refused")
  func refusals() throws {
    let text = try Sample.text("srt")
    #expect(throws: MediaError.self) { try SubtitleFile.load(path: text, limit: 10) }
    #expect(throws: MediaError.missing) { try SubtitleFile.load(path: text + ".not") }
    #expect(throws: MediaError.noTracks) { _ = try Demuxer(path: text, interrupter: .init()) }
  }
}
