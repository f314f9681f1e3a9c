import VitrineEngine
import VitrineInputDevices
import VitrineKMS
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrineScanout
import VitrineSound
import VitrineVideoDecoders

/// The hardware of this machine, read once.
struct HardwareInventory: Encodable {
  struct Display: Encodable {
    let path: String
    let driver: String?
    /// The reason that the node is unusable; nil if it is usable.
    let refusal: String?
    var connectors: [ConnectorEntry] = []
    var planes: [PlaneEntry] = []
  }

  struct ConnectorEntry: Encodable {
    let name: String
    let isConnected, isWriteback: Bool
    let millimetres: String?
    /// The panel's orientation in its case; nil if the kernel does not know it.
    let panelOrientation: String?
    let modes: [String]
    let preferredMode: String?
    /// The route for full-screen video, and the refused ones with their reasons.
    var route: Route?
  }

  struct Route: Encodable {
    let mode: String?
    let videoPlane, interfacePlane: UInt32?
    let format: String?
    let refusals: [String]
  }

  struct PlaneEntry: Encodable {
    let id: UInt32
    let kind: String
    let crtcs: [Int]
    /// Each format with the kernel's numbers of its modifiers, if any.
    let formats: [String: [String]]
    let rotations, colorEncodings, colorRanges: [String]
    let zpos: String?
  }

  struct SoundEntry: Encodable {
    let card, name: String
    let isHDMI: Bool
    let devices: [String]
  }

  struct InputEntry: Encodable {
    let path, name, kind: String
  }

  /// An accelerometer, for `display.rotation: sensor`.
  struct AccelerometerEntry: Encodable {
    let path, name: String
    let mountMatrix: String?
  }

  /// A light sensor, for `display.brightness: sensor`.
  struct LightSensorEntry: Encodable {
    let path, name: String
  }

  /// A hardware decoder, with FFmpeg's names of its codecs.
  struct DecoderEntry: Encodable {
    let path, driver: String
    let codecs: [String]
  }

  struct Decoding: Encodable {
    let ffmpeg: String
    let devices: [DecoderEntry]
    let hardwareInterfaces, hardwareDecoders: [String]
  }

  let displays: [Display]
  let sound: [SoundEntry]
  let input: [InputEntry]
  let inputRefusals: [String]
  let accelerometers: [AccelerometerEntry]
  let lightSensors: [LightSensorEntry]
  let decoding: Decoding

  init() {
    displays = DRMDevice.cardPaths.map(Display.init(path:))
    sound = SoundCard.all().map {
      SoundEntry(
        card: $0.id, name: $0.name, isHDMI: $0.isHDMI, devices: $0.ports.flatMap(\.deviceNames))
    }
    let (devices, refusals) = surveyInputDevices()
    input = devices.map { InputEntry(path: $0.path, name: $0.name, kind: $0.kind.rawValue) }
    inputRefusals = refusals.map { "\($0.path): \($0.error)" }
    accelerometers = surveyAccelerometers().map {
      AccelerometerEntry(path: $0.path, name: $0.name, mountMatrix: $0.mount)
    }
    lightSensors = surveyLightSensors().map { LightSensorEntry(path: $0.path, name: $0.name) }
    decoding = Decoding(
      ffmpeg: FFmpegLibrary.version,
      devices: HardwareDecoder.all().filter { $0.openError == nil }.map {
        DecoderEntry(path: $0.path, driver: $0.driver, codecs: $0.codecs)
      },
      hardwareInterfaces: FFmpegLibrary.hardwareInterfaces,
      hardwareDecoders: FFmpegLibrary.hardwareDecoders)
  }
}

extension HardwareInventory.Display {
  init(path: String) {
    do throws(KMSError) {
      let device = try DRMDevice(path: path)
      self.init(path: path, driver: device.driver, refusal: nil)
      connectors = device.connectors().map { connector in
        var entry = HardwareInventory.ConnectorEntry(connector)
        if connector.isConnected, !connector.isWriteback {
          entry.route = HardwareInventory.Route(
            RouteReport(device: device, connector: connector.name))
        }
        return entry
      }
      planes = device.planes().map(HardwareInventory.PlaneEntry.init)
    } catch {
      self.init(path: path, driver: nil, refusal: error.description)
    }
  }
}

extension HardwareInventory.ConnectorEntry {
  init(_ connector: Connector) {
    name = connector.name
    (isConnected, isWriteback) = (connector.isConnected, connector.isWriteback)
    millimetres = connector.physicalSize?.description
    panelOrientation = connector.properties.panelOrientation?.rawValue
    modes = connector.modes.map(\.description)
    preferredMode = connector.modes.best(for: nil)?.description
  }
}

extension HardwareInventory.Route {
  init(_ report: RouteReport) {
    (mode, format, refusals) = (report.mode, report.format, report.refusals)
    (videoPlane, interfacePlane) = (report.videoPlane, report.interfacePlane)
  }
}

extension HardwareInventory.PlaneEntry {
  init(_ plane: Plane) {
    id = plane.id.rawValue
    kind = plane.kind.description
    crtcs = (0..<32).filter { plane.possibleCRTCs & (1 << UInt32($0)) != 0 }
    formats = Dictionary(
      uniqueKeysWithValues: plane.formats.map { format, modifiers in
        (format.description, modifiers.map { "0x" + String($0, radix: 16) })
      })
    rotations = plane.rotations
    colorEncodings = plane.properties["COLOR_ENCODING"]?.names.keys.sorted() ?? []
    colorRanges = plane.properties["COLOR_RANGE"]?.names.keys.sorted() ?? []
    zpos = plane.properties["zpos"].map { property in
      if property.isImmutable { return "\(property.value), fixed" }
      return property.range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "\(property.value)"
    }
  }
}
