import Testing
import VitrineAddresses
import VitrineFakes
import VitrineFleet
import VitrineSettings

@testable import VitrineDaemon

@Suite("A service in its fleet")
struct FleetServicesTests {
  @Test("Each output has its own valid name")
  func names() {
    var settings = FleetSettings()
    settings.id = "lobby-7"
    #expect(FleetServices.identity(nil, settings).id == "lobby-7")
    #expect(FleetServices.identity("HDMI-A-2", settings).id == "lobby-7-HDMI-A-2")
    settings.id = String(repeating: "x", count: 40)
    let long = FleetServices.identity("HDMI-A-2", settings).id
    #expect(FleetTopic.isName(long) && long.hasSuffix("-HDMI-A-2"))
    settings.id = nil
    #expect(FleetTopic.isName(FleetServices.identity(nil, settings).id))
    #expect(
      FleetServices.identity(nil, settings).boot != FleetServices.identity(nil, settings).boot)
  }

  @Test("The credentials are those of the broker's section, with or without its usual port")
  func credentials() throws {
    let folder = try TestFolder("fleet-access")
    var row = AccessSettings()
    (row.user, row.authorityFile) = ("screen", "/ca.pem")
    row.passwordFile = try folder.write("word\n", to: "password")
    (row.certificateFile, row.keyFile) = ("/c.pem", "/k.pem")
    let access = ["mqtts://b.example": row, "https://b.example": AccessSettings()]
    let broker = try #require(BrokerAddress("mqtts://b.example:8883"))
    let found = FleetAccess.credentials(for: broker, access, Log())
    #expect(found.user == "screen" && found.password == "word" && found.authorities == "/ca.pem")
    #expect(found.certificate == "/c.pem" && found.key == "/k.pem")
    let other = try #require(BrokerAddress("mqtt://b.example"))
    #expect(FleetAccess.credentials(for: other, access, Log()) == BrokerCredentials())
  }
}
