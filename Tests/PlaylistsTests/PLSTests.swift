import Testing
import VitrineFakes
import VitrinePlaylists

@Suite("PLS")
struct PLSTests {
  private func read(_ text: String) -> [String] {
    summary(PLSList(bytes: Array(text.utf8), path: "/tv/menu.pls").contents)
  }

  @Test(
    "Files play in the order of their numbers",
    arguments: [
      ("[playlist]", []), ("[playlist]\nFile1=a\n", ["2 /tv/a"]),
      ("\u{FEFF}[playlist]\r\nFile1=a\r\n", ["2 /tv/a"]),
      ("[Playlist]\nFILE1=a\nfile2=b", ["2 /tv/a", "3 /tv/b"]),
      ("[playlist]\nFile2=b\nFile1=a", ["3 /tv/a", "2 /tv/b"]),
      ("[playlist]\nFile10=j\nFile9=i", ["3 /tv/i", "2 /tv/j"]),
      ("[playlist]\nFile0=a\nFile7=b", ["2 /tv/a", "3 /tv/b"]),
      ("[playlist]\n File1 = a b \n", ["2 /tv/a b"]),
      ("[playlist]\nFile1=a=b\n", ["2 /tv/a=b"]),
      ("[playlist]\nNumberOfEntries=9\nFile1=a\nVersion=2\n", ["3 /tv/a"]),
      ("[playlist]\nnumberofentries=x\nFile1=a\nversion=1\n", ["3 /tv/a"]),
      ("[playlist]\nTitle1=T\nFile1=a\n", ["3 /tv/a title=T"]),
      ("[playlist]\nTitle3=T\nFile1=a\n", ["3 /tv/a"]),
      ("[playlist]\nFile1=a.png\nLength1=5\n", ["2 /tv/a.png duration=5.0"]),
      ("[playlist]\nFile1=a.png\nLength1=-1\n", ["2 /tv/a.png"]),
      ("[playlist]\nFile1=a.mp4\nLength1=5\n", ["2 /tv/a.mp4"]),
      ("[playlist]\nFile1=a.png\nLength1=\n", ["2 /tv/a.png"]),
      ("; c\n\n# d\n[playlist]\n;e\nFile1=a\n", ["6 /tv/a"]),
      ("[playlist]\nX-GNOME-Title=Evening\nFile1=a", ["title=Evening", "3 /tv/a"]),
      ("[other]\nFile1=x\n[playlist]\nFile1=a\n[more]\nnonsense", ["4 /tv/a"]),
      ("[playlist]\nFile1=file:///x/a%20b\n", ["2 /x/a b"]),
      ("[playlist]\nFile1=sub\\a.mp4\n", ["2 /tv/sub/a.mp4"]),
      ("[playlist]\nFileName=x\nFile1=a\nFile=b\nBrowser=c", ["3 /tv/a"]),
      ("[playlist]\nFile1=ü\n", ["2 /tv/ü"]),
    ])
  func files(text: String, expected: [String]) { #expect(read(text) == expected) }

  @Test(
    "Impossible values are reported with their line",
    arguments: [
      ("", ["!1 missing [playlist]"]), ("\n\n; x", ["!1 missing [playlist]"]),
      ("File1=a", ["!1 \"File1=a\" before [playlist]"]), ("[other]\nx", ["!1 missing [playlist]"]),
      ("[playlist\nFile1=a", ["!1 \"[playlist\": missing ]"]),
      ("[playlist]\nFile1\n", ["!2 \"File1\": expected File1="]),
      ("[playlist]\nFile1=a\nfile1=b", ["2 /tv/a", "!3 \"file1\": already given in line 2"]),
      ("[playlist]\nFile1=a\nFile01=b", ["2 /tv/a", "!3 \"file01\": already given in line 2"]),
      (
        "[playlist]\nFile7=a\nTitle007=T\nTitle7=U",
        ["2 /tv/a title=T", "!4 \"title7\": already given in line 3"]
      ),
      ("[playlist]\nFile1=\n", ["!2 empty file name"]),
      ("[playlist]\nFile1=mms://x/y\nFile2=b", ["3 /tv/b", "!2 mms: is not supported"]),
      ("[playlist]\nFile1=a\nLength1=x", ["2 /tv/a", "!3 invalid length \"x\""]),
      ("[playlist]\nVersion=3", ["!2 unknown version \"3\""]),
      ("[playlist]\nFile99999999999999999999=a", ["!2 \"file999999"]),
      ("[playlist]\nFile1=C:\\a", ["!2 \"C:\\a\" is a Windows path"]),
      ("[playlist]\nFile1=\u{0}", ["!2 a NUL byte"]),
    ])
  func faults(text: String, expected: [String]) {
    let found = read(text)
    #expect(
      found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) },
      "\(found)")
  }

  @Test("Old Windows files are read")
  func windows() {
    let bytes = Array("[playlist]\nFile1=".utf8) + [0xE4, 0x2E, 0x74, 0x73]
    #expect(summary(PLSList(bytes: bytes, path: "m.pls").contents) == ["2 ä.ts"])
  }
}
