import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePages
import VitrinePictures
import VitrineScenes
import VitrineStage
import VitrineTiming

/// The server with real clients on its socket.
@Suite("A page from a client", .serialized)
struct PageServerTests {
  private static let size = PixelSize(600, 300)
  private static let patience = Duration.seconds(30)
  private static let chromium = "/usr/bin/chromium"

  private enum News: Sendable {
    case picture
    case report(PageServer.Report)
  }

  /// A server whose interface draws each picture.
  private final class Scene {
    let server: PageServer
    let socket: String
    private let folder: TestFolder
    private let news = BoundedQueue<News>(limit: 1000)
    private(set) var picture: PagePicture?
    private(set) var pictures = 0

    init() throws {
      folder = try TestFolder("page")
      let news = news
      server = try PageServer(
        in: folder.folder, redraw: { news.force(.picture) },
        report: { news.force(.report($0)) })
      socket = folder.folder.path(of: PageServer.socket)
      server.show(StageTemplate.Page("https://example.org"))
      _ = server.picture(of: size)
      try #require(report() == .listening(socket))
    }

    deinit { server.close() }

    /// Draws until there is a report.
    func report() -> PageServer.Report? {
      let end = HostTime.now() + patience
      while let next = news.pop(until: end) {
        switch next {
        case .report(let report): return report
        case .picture: draw()
        }
      }
      return nil
    }

    func draw() {
      picture = server.picture(of: size)
      pictures += 1
    }

    /// Draws further pictures. Returns false if there are no more.
    @discardableResult
    func draw(pictures wanted: Int, within patience: Duration = patience) -> Bool {
      let end = HostTime.now() + patience
      while pictures < wanted {
        guard let next = news.pop(until: end) else { return false }
        if case .picture = next { draw() }
      }
      return true
    }

    /// Starts a client that reports to its socket.
    func start(_ colour: String, _ mode: String = "") throws -> ChildProcess {
      try ChildProcess(
        "/usr/bin/python3", arguments: ["tools/lab.d/page-client", socket, colour, mode],
        environment: ["REPORT": "3"])
    }
  }

  private static func colours(_ picture: PagePicture?) -> Set<UInt32> {
    // The last row changes with each picture.
    Set(picture?.tiles.flatMap { $0.pixels.pixels.dropLast($0.pixels.size.width) } ?? [])
  }

  @Test("A client's picture has the zone's size, and a change replaces its tiles only")
  func shown() throws {
    let scene = try Scene()
    let client = try scene.start("336699")
    #expect(scene.report() == .health(.shown))
    scene.draw(pictures: 1)
    let first = try #require(scene.picture)
    #expect(first.size == Self.size)
    #expect(Self.colours(first) == [0xFF33_6699])
    #expect(first.tiles.count == 6)
    scene.draw(pictures: 4)
    let later = try #require(scene.picture)
    let changed = zip(first.tiles, later.tiles).map { $0.pixels != $1.pixels }
    #expect(changed == [false, false, false, true, true, true])
    _ = consume client
    #expect(scene.report() == .health(.ended("the engine has ended; its last picture stays")))
    #expect(Self.colours(scene.server.picture(of: Self.size)) == [0xFF33_6699])
  }

  @Test("A client that is killed is replaced by the next one, and a second one is refused")
  func killed() throws {
    let scene = try Scene()
    for (number, colour) in ["336699", "996633", "669933"].enumerated() {
      // Killed at the end of the scope.
      let client = try scene.start(colour)
      let wanted = try #require(UInt32("FF" + colour, radix: 16))
      while Self.colours(scene.picture) != [wanted] { scene.draw(pictures: scene.pictures + 1) }
      if number == 0 {
        let second = try scene.start("FFFFFF")
        #expect(second.text(until: "closed") == "closed\n")
      }
      _ = client.processID
    }
  }

  @Test(
    "A client that breaks a rule is disconnected, and the next one is shown",
    arguments: [
      ("truncate", "its memory is shorter than its picture"),
      ("huge", "a picture beyond its memory (600x600)"),
      ("pipe", "its memory is not a file in memory"),
      ("objects", "too many objects (surface: 33)"),
      ("registries", "too many objects (registry: 17)"),
      ("noise", "the engine has ended"),
    ])
  func hostile(mode: String, cause: String) throws {
    let scene = try Scene()
    let hostile = try scene.start("FF0000", mode)
    var reports: [PageServer.Report] = []
    while let report = scene.report() {
      reports.append(report)
      if case .health(.ended) = report { break }
    }
    _ = hostile.processID
    let kept = mode == "truncate" ? "; its last picture stays" : ""
    #expect(reports.last == .health(.ended(cause + kept)))
    let next = try scene.start("00FF00")
    while Self.colours(scene.picture) != [0xFF00_FF00] { scene.draw(pictures: scene.pictures + 1) }
    _ = next.processID
  }

  @Test("A client that floods and never reads gets no more than 30 pictures a second")
  func flood() throws {
    let scene = try Scene()
    let client = try scene.start("0000FF", "flood")
    let start = HostTime.now()
    // The limit of callbacks ends the client earlier.
    while HostTime.now() - start < .seconds(1),
      scene.draw(pictures: scene.pictures + 1, within: .seconds(1))
    {}
    let seconds = (HostTime.now() - start).seconds
    #expect(Double(scene.pictures) <= 30 * seconds + 2)
    _ = client.processID
  }

  @Test(
    "Chromium draws its page", .enabled(if: FileManager.default.fileExists(atPath: chromium)))
  func browser() throws {
    let scene = try Scene()
    let profile = try Folder.temporary("page-profile").path
    defer { try? FileManager.default.removeItem(atPath: profile) }
    // Chromium's sandbox refuses root, and tests may run as root.
    let browser = try ChildProcess(
      Self.chromium,
      arguments: [
        "--no-sandbox", "--ozone-platform=wayland", "--kiosk", "--no-first-run", "--disable-gpu",
        "--hide-scrollbars", "--user-data-dir=\(profile)",
        "--app=data:text/html,<body style='background:rgb(51,102,153)'>",
      ],
      environment: ["WAYLAND_DISPLAY": scene.socket, "HOME": profile, "PATH": "/usr/bin:/bin"],
      isGroup: true)
    while Self.colours(scene.picture) != [0xFF33_6699],
      scene.draw(pictures: scene.pictures + 1)
    {}
    #expect(scene.picture?.size == Self.size)
    #expect(Self.colours(scene.picture) == [0xFF33_6699])
    _ = browser.processID
  }

  @Test("Another page ends the engine, and no page removes the picture, the socket and its file")
  func another() throws {
    let scene = try Scene()
    let client = try scene.start("336699")
    #expect(scene.report() == .health(.shown))
    scene.server.show(StageTemplate.Page("https://example.com"))
    #expect(client.text(until: "closed").hasSuffix("closed\n"))
    #expect(scene.report() == .listening(scene.socket))
    let place = URL(filePath: scene.socket).deletingLastPathComponent()
    let file = place.appending(path: PageServer.environment)
    #expect(try String(contentsOf: file, encoding: .utf8) == "VITRINE_PAGE=https://example.com\n")
    scene.server.show(nil)
    #expect(scene.report() == .removed)
    #expect(scene.server.picture(of: Self.size) == nil)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(!FileManager.default.fileExists(atPath: scene.socket))
  }

  @Test("Fingers reach the page in its pixels")
  func touches() throws {
    let scene = try Scene()
    let client = try scene.start("336699")
    #expect(scene.report() == .health(.shown))
    for touch: AreaTouch in [.down(Point(10, 20)), .moved(Point(30, 40)), .up, .up, .cancelled] {
      scene.server.receive(touch)
    }
    let output = client.text(until: "up")
    #expect(
      output.replacing("shown\n", with: "")
        == "drawn\ntouch down 10 20\ntouch moved 30 40\ntouch up 0 0\n")
  }
}

extension ChildProcess {
  /// Its reports up to a word, or to its end.
  fileprivate borrowing func text(until word: String) -> String {
    var text = ""
    var watched = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
    while !text.contains(word), poll(&watched, 1, 30_000) > 0,
      let received = try? socket.receive(count: 4096), !received.bytes.isEmpty
    {
      text += String(decoding: received.bytes, as: UTF8.self)
    }
    return text
  }
}
