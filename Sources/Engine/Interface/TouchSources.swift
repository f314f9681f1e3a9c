internal import VitrineGestures
internal import VitrineInputDevices
internal import VitrinePictures
internal import VitrineScanout

/// The touchscreens, and which of them is being touched. One person at a time: while there are
/// fingers on one, the others are not heard.
struct TouchSources {
  /// The display's present size.
  var panel: PixelSize
  private var active: String?
  private var matrices: [String: CalibrationMatrix] = [:]

  init(panel: PixelSize) {
    self.panel = panel
  }

  /// A touchscreen's frame in pixels of the upright interface; nil while another one is touched.
  mutating func frame(_ frame: UnitFrame, _ rotation: Rotation) -> TouchFrame? {
    guard active == nil || active == frame.device else { return nil }
    active = frame.contacts.isEmpty ? nil : frame.device
    let mapping = TouchMapping(
      panel: panel, rotation: rotation, calibration: matrix(of: frame))
    return TouchFrame(
      frame.contacts.map { Contact(id: $0.id, at: mapping.place(ofUnit: Point($0.x, $0.y))) },
      at: frame.time)
  }

  /// A touchscreen has gone. True when it was the one that is touched.
  mutating func remove(_ device: String) -> Bool {
    matrices[device] = nil
    guard active == device else { return false }
    active = nil
    return true
  }

  private mutating func matrix(of frame: UnitFrame) -> CalibrationMatrix {
    guard let text = frame.calibration else { return .identity }
    if let known = matrices[frame.device] { return known }
    // What is no matrix is none.
    let matrix = CalibrationMatrix(text) ?? .identity
    matrices[frame.device] = matrix
    return matrix
  }
}
