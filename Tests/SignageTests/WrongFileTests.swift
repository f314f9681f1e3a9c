import Testing
import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineFakes
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineTiming

@testable import VitrineSignage

/// Files that do not match their manifest, on servers and in folders.
@Suite("Wrong files are not fetched repeatedly", .timeLimit(.minutes(2)))
struct WrongFileTests {
  private func at(_ seconds: Int64) -> HostTime { HostTime(nanoseconds: seconds * 1_000_000_000) }

  private let film = VerificationBackoff.Source(Digest(of: "film"), on: "http://a/film.mp4")
  private let fault = ContentUpdateError.invalid("film.mp4", cause: "not it")

  @Test("A wrong file is retried after a minute, then twice as long each time, up to a day")
  func pauses() {
    var (files, now): (VerificationBackoff, Int64) = (VerificationBackoff(), 1000)
    var pauses: [Int64] = []
    for _ in 0..<20 {
      #expect(files.error(for: film, at: at(now)) == nil)
      files.record(fault, for: film, at: at(now))
      let pause = (1...100_000).first { files.error(for: film, at: at(now + $0)) == nil } ?? 0
      #expect(files.error(for: film, at: at(now)) == fault)
      pauses.append(pause)
      now += pause + 300
    }
    #expect(pauses.prefix(4) == [60, 120, 240, 480])
    #expect(pauses.suffix(9).allSatisfy { $0 == 86_400 })
  }

  @Test(
    "Manual requests, correct files and other sources do not wait")
  func forgets() {
    var files = VerificationBackoff()
    files.record(fault, for: film, at: at(0))
    let others = [
      VerificationBackoff.Source(Digest(of: "other"), on: film.place),
      VerificationBackoff.Source(film.digest, on: "http://b/film.mp4"),
    ]
    for other in others { #expect(files.error(for: other, at: at(1)) == nil) }
    files.reset(film)
    #expect(files.error(for: film, at: at(1)) == nil)
    for source in others + [film] { files.record(fault, for: source, at: at(0)) }
    files.retryAll(at: at(1))
    for source in others + [film] { #expect(files.error(for: source, at: at(1)) == nil) }
  }

  @Test("Repeated requests by an operator still wait, longer each time")
  func impatience() {
    var files = VerificationBackoff()
    var tries: [Int64] = []
    for second in Int64(0)..<1000 {
      files.retryAll(at: at(second))
      guard files.error(for: film, at: at(second)) == nil else { continue }
      files.record(fault, for: film, at: at(second))
      tries.append(second)
    }
    #expect(tries == (0...16).map { $0 * 60 })
    // Without requests, the delay is that of as many failures.
    #expect(files.error(for: film, at: at(80_000)) == fault)
  }

  @Test("The faults due first are forgotten if there are too many")
  func many() {
    var files = VerificationBackoff()
    for number in 0..<1000 {
      let source = VerificationBackoff.Source(Digest(of: "\(number)"), on: film.place)
      files.record(fault, for: source, at: at(Int64(number) / 100))
    }
    let known = (0..<1000).filter { number in
      let source = VerificationBackoff.Source(Digest(of: "\(number)"), on: film.place)
      return files.error(for: source, at: at(30)) != nil
    }
    #expect(known.count == 64 && known.allSatisfy { $0 >= 900 })
  }

  /// A server whose file does not match its manifest until it is corrected.
  private final class Server {
    let origin: ScriptedServer
    private let isRight = Shared(false)
    static let size = 200_000

    init() throws {
      let (right, isRight) = ([UInt8](repeating: 1, count: Self.size), isRight)
      let manifest = try ReleaseManifest(
        number: 1,
        [ReleaseManifest.File(try #require(ReleasePath("a.bin")), size: 200_000, Digest(of: right))]
      ).json
      origin = try ScriptedServer { request, line in
        guard request.path == "/a.bin" else {
          line.answer("200 OK", [], manifest)
          return true
        }
        let bytes = isRight.value ? right : [UInt8](repeating: 2, count: Self.size)
        return ScriptedServer.giving(bytes)(request, line)
      }
    }

    func putRight() { isRight.update { $0 = true } }

    func asked(for path: String) -> Int { origin.requests.count { $0.path == path } }
  }

  @Test("A server's wrong file is fetched once, counted, and fetched again on request")
  func server() throws {
    let (scene, server) = (try ContentUpdaterTests.Scene(), try Server())
    let url = try RemoteURL(server.origin.url("/manifest.json"))
    try scene.start { plan in
      (plan.folder, plan.manifest, plan.period) = (nil, url, .milliseconds(50))
    }
    #expect(scene.waits { $0.trouble?.contains("a.bin: SHA-256 mismatch") == true })
    #expect(scene.waits { _ in server.asked(for: "/manifest.json") > 10 })
    #expect(server.asked(for: "/a.bin") == 1)
    #expect(scene.waits { $0.written == Int64(Server.size) })
    #expect(scene.supply?.report.trouble != nil)
    server.putRight()
    scene.supply?.checkNow()
    #expect(scene.waits { $0.shown != nil && $0.trouble == nil })
    #expect(server.asked(for: "/a.bin") == 2)
    #expect(scene.supply?.report.written == Int64(Server.size * 2))
  }

  @Test("A folder's wrong file is copied once, and again when it changes")
  func folder() throws {
    let scene = try ContentUpdaterTests.Scene()
    try scene.put("right", "a.txt")
    try Publication(of: scene.folder.path, number: 1, expiry: nil, play: nil).write(
      signing: SigningKey.make())
    try scene.put("wrong", "a.txt")
    try scene.start { $0.folderPeriod = .milliseconds(50) }
    #expect(scene.waits { $0.trouble?.contains("a.txt: SHA-256 mismatch") == true })
    // Many checks later.
    #expect(!scene.waits(for: .seconds(2)) { $0.trouble == nil || $0.written > 5 })
    #expect(scene.supply?.report.written == 5)
    try scene.put("right", "a.txt")
    #expect(scene.waits { $0.shown != nil && $0.trouble == nil })
    #expect(scene.supply?.report.written == 10)
  }

  @Test(
    "On a nearly full disk, a partial file continues, since its space is allocated"
  )
  func room() throws {
    let scene = try ContentUpdaterTests.Scene()
    // A sparse file.
    let (size, lacking): (Int64, Int64) = (1 << 42, 1000)
    let digest = Digest(of: "sparse film")
    let file = ReleaseManifest.File(try #require(ReleasePath("a.bin")), size: size, digest)
    let manifest = try ReleaseManifest(number: 1, [file]).json
    let server = try ScriptedServer { request, line in
      if request.path == "/a.bin" {
        line.answer("404 Not Found")
      } else {
        line.answer("200 OK", [], manifest)
      }
      return true
    }
    let parts = scene.store.folder("parts")
    try parts.make()
    try FileDescriptor(making: parts.path(of: digest.hex)).write([0], at: size - lacking - 1)
    let url = try RemoteURL(server.url("/manifest.json"))
    try scene.start { plan in (plan.folder, plan.manifest, plan.keepFree) = (nil, url, 1_000_000) }
    #expect(scene.waits { $0.trouble?.contains("404") == true })
    #expect(
      server.requests.first { $0.path == "/a.bin" }?.range?.first == Int(size - lacking))
  }
}
