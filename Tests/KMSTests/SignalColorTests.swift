import Testing
import VitrineFakes
import VitrinePictures

@testable import VitrineKMS

@Suite("The signal's colours")
struct SignalColorTests {
  private typealias Property = Properties.Property

  private static let mastered: HDRMetadata = {
    var metadata = HDRMetadata(.pq)
    metadata.red = .init(x: 34_000, y: 16_000)
    metadata.green = .init(x: 13_250, y: 34_500)
    metadata.blue = .init(x: 7_500, y: 3_000)
    metadata.white = .init(x: 15_635, y: 16_450)
    (metadata.maxLuminance, metadata.minLuminance) = (1000, 50)
    (metadata.maxContentLight, metadata.maxFrameAverageLight) = (997, 180)
    return metadata
  }()

  private let capable = Properties([
    "HDR_OUTPUT_METADATA": Property(id: 1, value: 0),
    "Colorspace": Property(
      id: 2, value: 0, names: ["Default": 0, "BT2020_RGB": 9, "BT2020_YCC": 10]),
    "max bpc": Property(id: 3, value: 8, range: 8...12),
  ])

  private var television: MonitorCapabilities {
    var monitor = MonitorCapabilities()
    (monitor.supportsPQ, monitor.supportsBT2020RGB) = (true, true)
    return monitor
  }

  @Test("HDR metadata matches struct hdr_output_metadata byte for byte")
  func layout() {
    let bytes = Self.mastered.outputMetadata
    #expect(bytes.count == 32)
    // On a little-endian machine, as all boards in scope are.
    let documented: [UInt8] = [
      0, 0, 0, 0,  // metadata_type
      2, 0,  // eotf, metadata_type of the info frame
      0xD0, 0x84, 0x80, 0x3E,  // red
      0xC2, 0x33, 0xC4, 0x86,  // green
      0x4C, 0x1D, 0xB8, 0x0B,  // blue
      0x13, 0x3D, 0x42, 0x40,  // white
      0xE8, 0x03, 0x32, 0x00,  // mastering luminance, most and least
      0xE5, 0x03, 0xB4, 0x00,  // content light, frame average
      0, 0,
    ]
    #expect(bytes == documented)
    #expect(HDRMetadata(.hlg).outputMetadata[4] == 3)
  }

  @Test("An HDR display gets metadata, BT.2020 and ten bits")
  func hdr() throws {
    let color = try #require(SignalColor(for: Self.mastered, to: television, over: capable))
    #expect(color.wide == .rgb && color.bitsPerComponent == 10)
    var request = AtomicRequest()
    request.setColor(color, blob: .numbered(77), of: capable, object: 40)
    #expect(
      request.description == "object 40: HDR_OUTPUT_METADATA=77 Colorspace=9 max bpc=10")
  }

  @Test("Afterwards the signal is SDR, which every display accepts")
  func standard() {
    var request = AtomicRequest()
    request.setColor(.standard, blob: nil, of: capable, object: 40)
    #expect(request.description == "object 40: HDR_OUTPUT_METADATA=0 Colorspace=0")
  }

  @Test("YCbCr is used if RGB is not accepted, and the bit depth stays within its range")
  func lesser() throws {
    var monitor = television
    (monitor.supportsBT2020RGB, monitor.supportsBT2020YCC) = (false, true)
    let color = try #require(SignalColor(for: Self.mastered, to: monitor, over: capable))
    let narrow = Properties(["max bpc": Property(id: 3, value: 8, range: 6...8)])
    var request = AtomicRequest()
    request.setColor(color, blob: .numbered(1), of: narrow, object: 40)
    #expect(color.wide == .ycc && request.description == "object 40: max bpc=8")
  }

  @Test("Displays without HDR support and connectors without its property get no HDR")
  func refusals() {
    let monitor = television
    #expect(SignalColor(for: Self.mastered, to: MonitorCapabilities(), over: capable) == nil)
    #expect(SignalColor(for: HDRMetadata(.hlg), to: monitor, over: capable) == nil)
    #expect(SignalColor(for: Self.mastered, to: monitor, over: Properties()) == nil)
    var gray = monitor
    gray.supportsBT2020RGB = false
    #expect(SignalColor(for: Self.mastered, to: gray, over: capable) == nil)
  }

  @Test("A connector without the properties is left alone")
  func absent() {
    var request = AtomicRequest()
    request.setColor(.standard, blob: nil, of: Properties(), object: 40)
    #expect(request.assignments.isEmpty)
  }
}
