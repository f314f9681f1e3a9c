internal import VitrineGestures
internal import VitrineInputDevices
internal import VitrinePictures
internal import VitrineScanout

/// The touchscreens, of which one at a time is used: while it is touched, the others are ignored.
struct TouchSources {
  /// The display's current size.
  var panel: PixelSize
  /// The whole display in coordinates of the part that is used.
  var screen: PixelRect
  private var active: String?
  private var matrices: [String: CalibrationMatrix] = [:]

  init(panel: PixelSize, screen: PixelRect) {
    (self.panel, self.screen) = (panel, screen)
  }

  /// Converts a touchscreen's frame to pixels of the upright interface; returns nil while another
  /// touchscreen is used.
  mutating func frame(_ frame: NormalizedTouchFrame, _ rotation: Rotation) -> TouchFrame? {
    guard active == nil || active == frame.device else { return nil }
    active = frame.contacts.isEmpty ? nil : frame.device
    let mapping = TouchMapping(
      panel: panel, screen: screen, rotation: rotation, calibration: matrix(of: frame))
    return TouchFrame(
      frame.contacts.map { Contact(id: $0.id, at: mapping.place(ofUnit: Point($0.x, $0.y))) },
      at: frame.time)
  }

  /// Converts a place on the panel, from 0 to 1, to pixels of the upright interface.
  func place(ofUnit unit: Point, _ rotation: Rotation) -> Point {
    TouchMapping(panel: panel, screen: screen, rotation: rotation).place(ofUnit: unit)
  }

  /// A button of a mouse was pressed or released. Returns false while a touchscreen is used.
  mutating func claim(_ device: String, isDown: Bool) -> Bool {
    guard active == nil || active == device else { return false }
    active = isDown ? device : nil
    return true
  }

  /// Removes a touchscreen. Returns true if it was being touched.
  mutating func remove(_ device: String) -> Bool {
    matrices[device] = nil
    guard active == device else { return false }
    active = nil
    return true
  }

  private mutating func matrix(of frame: NormalizedTouchFrame) -> CalibrationMatrix {
    guard let text = frame.calibration else { return .identity }
    if let known = matrices[frame.device] { return known }
    // An invalid matrix is ignored.
    let matrix = CalibrationMatrix(text) ?? .identity
    matrices[frame.device] = matrix
    return matrix
  }
}
