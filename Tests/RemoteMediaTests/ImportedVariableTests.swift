import Testing
import VitrineAddresses
import VitrineNetwork
import VitrineStreams

@testable import VitrineRemoteMedia

struct ImportedVariableTests {
  private static let variants = """
    #EXTM3U
    #EXT-X-DEFINE:NAME="cdn",VALUE="http://b/x"
    #EXT-X-DEFINE:QUERYPARAM="token"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="de",URI="de.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="de",URI="text.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",SUBTITLES="s"
    video.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="keys.m3u8"
    """

  private static func media(importing names: String...) -> [UInt8] {
    let imports = names.map { "#EXT-X-DEFINE:IMPORT=\"\($0)\"\n" }.joined()
    return Array(
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n\(imports)#EXTINF:5,\n{$cdn}/1.ts?t={$token}\n".utf8)
  }

  private static func sources() throws -> [SegmentListSource] {
    let playlist = try HLSPlaylist(Array(variants.utf8), from: RemoteURL("http://a/m?token=7"))
    guard case .multivariant(let list) = playlist else { return [] }
    let plan = try #require(SegmentPlan(list, scope: nil))
    return plan.main.map(\.source) + plan.keyFrames.map(\.source)
      + (plan.sounds + plan.texts).map(\.source)
  }

  @Test("A media playlist imports variables from its multivariant playlist")
  func imported() throws {
    let sources = try Self.sources()
    #expect(sources.count == 4)
    for source in sources {
      let list = try source.list(Self.media(importing: "cdn", "token"), nil)
      #expect(list.segments.map(\.url.text) == ["http://b/x/1.ts?t=7"])
    }
  }

  @Test("A variable that is not imported is undefined", arguments: ["cdn", "token"])
  func notImported(name: String) throws {
    for source in try Self.sources() {
      #expect {
        try source.list(Self.media(importing: name), nil)
      } throws: {
        "\($0)".contains("undefined")
      }
    }
  }

  @Test("An undefined import matters only if it is used")
  func unknown() throws {
    for source in try Self.sources() {
      let list = try source.list(Self.media(importing: "cdn", "token", "other"), nil)
      #expect(list.segments.count == 1)
    }
  }
}
