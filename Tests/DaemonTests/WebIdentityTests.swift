import Testing
import VitrineCryptography
import VitrineFakes
import VitrineLinux
import VitrineSettings
import VitrineWeb

@testable import VitrineDaemon

/// The machine's own certificate, which phones compare with the one on the screen.
struct WebIdentityTests {
  /// The state folder of a service reachable from the network.
  private final class Scene {
    let files: TestFolder

    init() throws { files = try TestFolder("identity") }

    var folder: Folder { files.folder }

    func fingerprint(_ settings: ControlSettings.TLS = .init()) throws -> String {
      let address = try #require(WebAddress("0.0.0.0:8080"))
      let identity = try WebIdentity.of(settings, at: address, state: folder.path)
      return try #require(identity).fingerprint.grouped
    }
  }

  @Test("The identity is created once and does not change")
  func stays() throws {
    let scene = try Scene()
    #expect(try scene.fingerprint() == scene.fingerprint())
  }

  @Test(
    "No fault replaces the identity",
    arguments: ["missing issuers", "damaged issuers", "damaged certificate", "unmounted link"])
  func faults(_ fault: String) throws {
    let scene = try Scene()
    let before = try scene.fingerprint()
    let place = scene.folder.path(of: "web.pem")
    let kept = try FileDescriptor(reading: place).bytes(most: 1 << 20)
    var settings = ControlSettings.TLS()
    switch fault {
    case "missing issuers": settings.clientIssuers = scene.folder.path(of: "none.pem")
    case "damaged issuers":
      settings.clientIssuers = try scene.files.write("nonsense", to: "issuers")
    case "damaged certificate": try FileDescriptor(making: place).write(Array("nonsense".utf8))
    default:
      try scene.folder.move("web.pem", to: "elsewhere")
      try scene.folder.link("web.pem", to: "/nowhere/web.pem")
    }
    #expect(throws: WebError.self) { try scene.fingerprint(settings) }
    if fault.hasSuffix("issuers") {
      #expect(try scene.fingerprint() == before)
    } else {
      try scene.folder.remove("web.pem")
      try FileDescriptor(creating: place).write(kept)
      #expect(try scene.fingerprint() == before, "the key has not changed")
    }
  }

  @Test("The pair of files from earlier versions is used")
  func earlier() throws {
    let scene = try Scene()
    let before = try scene.fingerprint()
    let place = scene.folder.path(of: "web.pem")
    let text = String(
      decoding: try FileDescriptor(reading: place).bytes(most: 1 << 20), as: UTF8.self)
    // The two original files, from the combined one.
    if let key = text.firstRange(of: "-----BEGIN PRIVATE KEY-----") {
      try scene.folder.remove("web.pem")
      try scene.folder.write(String(text[..<key.lowerBound]), to: "web.pem")
      try scene.folder.write(String(text[key.lowerBound...]), to: "web.key")
    }
    #expect(try scene.fingerprint() == before)
    // After a power cut, only the key exists: it stays and gets another certificate.
    let key = try scene.folder.contents(of: "web.key", most: 1 << 20)
    try scene.folder.remove("web.pem")
    let after = try scene.fingerprint()
    #expect(try after != before && scene.fingerprint() == after)
    #expect(try scene.folder.contents(of: "web.key", most: 1 << 20) == key)
  }

  @Test(
    "A damaged key without a certificate stays, and the error names the command that removes it")
  func damagedKey() throws {
    let scene = try Scene()
    try scene.folder.write("nonsense", to: "web.key")
    let path = scene.folder.path(of: "web.key")
    let error = #expect(throws: WebError.self) { try scene.fingerprint() }
    #expect(
      error?.description.hasSuffix("delete it to create a new certificate: sudo rm '\(path)'")
        == true)
    #expect(try scene.folder.contents(of: "web.key", most: 100) == Array("nonsense".utf8))
  }
}
