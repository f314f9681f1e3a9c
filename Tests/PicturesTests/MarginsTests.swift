import Testing
import VitrinePictures

@Suite("The margins of a display")
struct MarginsTests {
  @Test(
    "Margins are one to four lengths, as in CSS",
    arguments: [
      ("0", "1920x1080+0+0"), ("40", "1840x1000+40+40"), ("5%", "1728x972+96+54"),
      ("2.5%", "1824x1024+48+28"), ("10 20", "1880x1060+20+10"),
      ("10 20 30", "1880x1040+20+10"), ("10  20 30 40", "1860x1040+40+10"),
      ("0 5% 0 0", "1824x1080+0+0"),
      // Odd margins are rounded up, and large ones limited.
      ("7 1 3 5", "1912x1068+6+8"), ("4096", "960x540+480+270"), ("25%", "960x540+480+270"),
    ])
  func read(text: String, area: String) throws {
    let margins = try #require(Margins(text))
    #expect(margins.area(of: PixelSize(1920, 1080)).description == area)
  }

  @Test(
    "Everything else is refused",
    arguments: [
      "", " ", "-1", "+1", "1.5", "26%", "25.1%", "%", "nan%", "1e1%", "0x1%", "4097", "5 %", "5px",
      "1 2 3 4 5", "1,2", "1 x", "99999999999999999999", "1.2.3%",
    ])
  func refused(text: String) { #expect(Margins(text) == nil) }

  @Test("A tiny display keeps a part of its size")
  func tiny() throws {
    let margins = try #require(Margins("25%"))
    for size in [PixelSize(0, 0), PixelSize(1, 1), PixelSize(8, 6)] {
      let area = margins.area(of: size)
      #expect(area.width >= 0 && area.height >= 0, "\(area)")
    }
  }
}
