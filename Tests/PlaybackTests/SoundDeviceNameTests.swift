import Testing
import VitrinePlayback

/// Names of sound devices, as clients send them.
struct SoundDeviceNameTests {
  @Test(
    "Clients may choose devices of cards, and names that the machine's operator has defined",
    arguments: [
      ("hw:CARD=vc4hdmi0,DEV=0", true), ("plughw:1,0", true), ("hdmi:CARD=PCH,DEV=1", true),
      ("sysdefault:CARD=Hall-2", true), ("dmix:CARD=A", true), ("default", true), ("my_amp", true),
      // ALSA writes files and runs commands for these.
      ("file:FILE=x,FORMAT=raw", false), ("file:'|reboot',raw", false), ("tee:hw,x,raw", false),
      ("plug:SLAVE='file:x'", false), ("{type file file /x}", false), ("hw:{type file}", false),
      ("hw:CARD=A;x", false), ("hw:CARD=/x", false), ("hw:", false), (":0", false), ("", false),
      ("a b", false), ("a\nb", false), ("hw:é", false), ("a.b", false), ("hw:0:1", false),
      (String(repeating: "a", count: 256), true), (String(repeating: "a", count: 257), false),
    ])
  func safe(name: String, isSafe: Bool) {
    #expect(SoundDeviceName(name).isSafe == isSafe)
  }
}
