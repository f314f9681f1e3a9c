import Foundation
import Testing

/// The mixer of a sound card that boots muted.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct MixerTests {
  /// Adds controls to the loopback card like those of a PC after a boot: muted, at the minimum.
  private static let muted = """
    cat > /tmp/mixer <<'STATE'
    state.Loopback {
      control.90 {
        iface MIXER
        name 'Master Playback Switch'
        value.0 false
        value.1 false
        comment {
          access 'read write user'
          type BOOLEAN
          count 2
        }
      }
      control.91 {
        iface MIXER
        name 'Master Playback Volume'
        value.0 0
        value.1 0
        comment {
          access 'read write user'
          type INTEGER
          count 2
          range '0 - 95'
          tlv '0000000100000008ffffe6830000004b'
        }
      }
    }
    STATE
    alsactl -f /tmp/mixer restore Loopback 2> /tmp/alsactl.log
    amixer -c Loopback sget Master | grep Left:
    """

  private func play(_ mixer: String, before: String = "") throws -> String {
    let clip = try SyncTrace.clip(seconds: 2)
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"],
      """
      \(Self.muted)
      \(before)
      echo 'audio: {device: "hw:CARD=Loopback,DEV=0", mixer: \(mixer)}' > /tmp/v.yaml
      $VITRINE doctor --config /tmp/v.yaml
      $VITRINE play --config /tmp/v.yaml '\(clip)'
      amixer -c Loopback sget Master | sed -n 's/Front Left/after/p'
      """)
    #expect(result.output.contains("Playback 0 [0%] [-65.25dB] [off]"), "\(result.output)")
    return result.output
  }

  @Test("A muted card is unmuted and set to 0 dB, not to its maximum")
  func automatic() throws {
    let output = try play("auto")
    #expect(output.contains("mixer: Master unmuted, set to 0.0 dB"), "\(output)")
    #expect(output.contains("after: Playback 87 [92%] [0.00dB] [on]"), "\(output)")
    #expect(!output.contains("muted in the mixer"), "\(output)")
  }

  @Test("A card that its operator has set stays as it is")
  func operated() throws {
    let output = try play("auto", before: "amixer -q -c Loopback sset Master 40 unmute")
    #expect(!output.contains("mixer: "), "\(output)")
    #expect(output.contains("after: Playback 40 [42%] [-35.25dB] [on]"), "\(output)")
  }

  @Test("A level is set in decibels")
  func level() throws {
    let output = try play("-12")
    #expect(output.contains("after: Playback 71 [75%] [-12.00dB] [on]"), "\(output)")
  }

  @Test("keep leaves a card muted, and the doctor reports it with the command to unmute it")
  func keep() throws {
    let output = try play("keep")
    #expect(output.contains("after: Playback 0 [0%] [-65.25dB] [off]"), "\(output)")
    #expect(output.contains("muted in the mixer: Master"), "\(output)")
    #expect(output.contains("sset Master 0dB unmute"), "\(output)")
  }
}
