import Testing

@testable import VitrineControl

struct ControlCallTests {
  @Test(
    "Options may be before, between and after the words",
    arguments: [
      (["status"], ControlCall(["status"])),
      (["--json", "status", "--follow"], ControlCall(["status"], json: true, follow: true)),
      (
        ["seek", "--socket", "/tmp/s", "-5", "--output", "DP-1"],
        ControlCall(["seek", "-5"], socket: "/tmp/s", output: "DP-1")
      ),
      (["volume", "-5%"], ControlCall(["volume", "-5%"])),
      (["screenshot", "-"], ControlCall(["screenshot", "-"])),
    ])
  func arguments(_ arguments: [String], _ call: ControlCall) {
    #expect(ControlCall(arguments: arguments) == call)
  }

  @Test(
    "Help, mistakes and rare forms are left to the argument parser",
    arguments: [
      [], ["--help"], ["status", "-h"], ["sattus"], ["--socket"], ["--socket", "--json", "status"],
      ["--socket=/tmp/s", "status"], ["--jsno", "status"], ["--json", "--json", "status"],
      ["play", "--follow"], ["observe"], ["screenshot"], ["screenshot", "base64"],
      ["--", "status"],
    ])
  func left(_ arguments: [String]) {
    #expect(ControlCall(arguments: arguments) == nil)
  }

  @Test("A socket that the configuration may name is left to the player")
  func path() {
    func path(
      _ variables: [String: String] = [:], exists: Bool = true, isConfigured: Bool = false
    ) -> String? {
      ControlPath.withoutConfiguration(
        environment: { variables[$0] }, exists: { exists && $0 == ControlPath.service },
        isConfigured: { isConfigured })
    }
    #expect(path() == ControlPath.service)
    #expect(path(exists: false) == nil)
    #expect(path(isConfigured: true) == nil)
    #expect(path(["VITRINE_SERVICE_SOCKET": "/tmp/a"]) == nil)
    #expect(path(["VITRINE_SOCKET": "/tmp/b"], exists: false, isConfigured: true) == "/tmp/b")
    #expect(path(["VITRINE_SOCKET": ""], isConfigured: true) == nil)
  }

  @Test(
    "Base64 text is that of RFC 4648, section 10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{3ff}\u{3ff}", "z7/Pvw=="),
    ])
  func base64(_ text: String, _ expected: String) {
    #expect(VitrineControl.base64(Array(text.utf8)) == expected)
  }
}
