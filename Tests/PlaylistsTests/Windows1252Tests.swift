import Testing
import VitrinePlaylists

struct Windows1252Tests {
  @Test("Every byte has its own character and survives a round trip")
  func bytes() {
    let all = Array(UInt8.min...UInt8.max)
    let text = Windows1252.text(all)
    #expect(text.unicodeScalars.count == 256 && Set(text.unicodeScalars).count == 256)
    #expect(Windows1252.bytes(text) == all)
    #expect(Windows1252.text([0x80, 0xE9]) == "€é" && Windows1252.bytes("生") == nil)
  }
}
