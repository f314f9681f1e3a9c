import Testing

@testable import VitrineControl

struct ControlCallTests {
  private static func call(
    _ words: [String], socket: String? = nil, output: String? = nil, json: Bool = false,
    follow: Bool = false
  ) -> ControlCall {
    var call = ControlCall()
    call.words = words
    call.socket = socket
    call.output = output
    call.json = json
    call.follow = follow
    return call
  }

  @Test(
    "Options may be before, between and after the words",
    arguments: [
      (["status"], call(["status"])),
      (["--json", "status", "--follow"], call(["status"], json: true, follow: true)),
      (
        ["seek", "--socket", "/tmp/s", "-5", "--output", "DP-1"],
        call(["seek", "-5"], socket: "/tmp/s", output: "DP-1")
      ),
      (["volume", "-5%"], call(["volume", "-5%"])),
      (["screenshot", "-"], call(["screenshot", "-"])),
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
