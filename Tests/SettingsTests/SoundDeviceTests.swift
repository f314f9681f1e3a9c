import Testing
import VitrineSettings

/// The sound devices of several outputs.
@Suite struct SoundDeviceTests {
  private static let other = "outputs: {DP-1: {playlist: /a, audio: "

  @Test(
    "Two outputs on one device are refused, unless it mixes",
    arguments: [
      ("audio: {device: 'hw:CARD=A'}", "'hw:CARD=A'", true),
      ("audio: {device: 'hw:CARD=A,DEV=0'}", "'plughw:A'", true),
      ("audio: {device: 'hw:DEV=3,CARD=A'}", "'plughw:A,3'", true),
      ("audio: {device: 'hw:CARD=A,DEV=3'}", "'hw:CARD=A,DEV=7'", false),
      ("audio: {device: 'hw:CARD=A'}", "'hw:CARD=B'", false),
      ("audio: {device: 'hdmi:CARD=A'}", "'hdmi:CARD=A,DEV=0'", true),
      ("audio: {device: 'hdmi:CARD=A'}", "'hdmi:CARD=A,DEV=1'", false),
      ("audio: {device: 'dmix:CARD=A'}", "'dmix:CARD=A'", false),
      ("audio: {device: default}", "default", false),
      ("", "auto", false), ("audio: {device: auto}", "auto", false),
      ("audio: {device: none}", "none", false), ("audio: {device: 'hw:'}", "'hw:='", false),
    ])
  func conflicts(main: String, own: String, isRefused: Bool) throws {
    let text = "\(main)\n\(Self.other)\(own)}}\n"
    do {
      _ = try Configuration(bytes: Array(text.utf8), file: "v.yaml")
      #expect(!isRefused, "\(text)")
    } catch {
      #expect(isRefused, "\(error)")
      #expect(
        error.description.hasPrefix("v.yaml:2: outputs.DP-1.audio: ")
          && error.description.contains("is also the device of audio.device"), "\(error)")
    }
  }

  @Test("Outputs without a playlist have no player, and the main one uses its connector's device")
  func players() throws {
    let text = """
      audio: {device: "hw:CARD=A", delay: 0.1}
      display: {connector: DP-1}
      outputs:
        DP-1: {audio: "hw:CARD=B", audio-delay: 0.2}
        DP-2: {audio: "hw:CARD=B"}
        DP-3: {playlist: /a}
      """
    let settings = try Configuration(bytes: Array(text.utf8), file: "v.yaml")
    #expect(settings.soundDevice(at: nil) == "hw:CARD=B" && settings.soundDevice(at: "DP-3") == nil)
    #expect(settings.soundDelay(at: nil) == .milliseconds(200))
    #expect(settings.soundDelay(at: "DP-3") == .milliseconds(100))
    #expect(!settings.hasSoundElsewhere)
  }
}
