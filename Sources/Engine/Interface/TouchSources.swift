internal import VitrineGestures
internal import VitrineInputDevices
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The touchscreens, of which one at a time is used: while it is touched, the others are ignored.
struct TouchSources {
  /// The display's current size.
  var panel: PixelSize
  /// The whole display in coordinates of the part that is used.
  var screen: PixelRect
  /// How that part moves.
  var shift: PixelShift
  private var active: String?
  private var matrices: [String: CalibrationMatrix] = [:]

  init(panel: PixelSize, screen: PixelRect, shift: PixelShift) {
    (self.panel, self.screen, self.shift) = (panel, screen, shift)
  }

  /// Converts a touchscreen's frame to pixels of the upright interface; returns nil while another
  /// touchscreen is used.
  mutating func frame(_ frame: NormalizedTouchFrame, _ rotation: Rotation) -> TouchFrame? {
    guard active == nil || active == frame.device else { return nil }
    active = frame.contacts.isEmpty ? nil : frame.device
    let mapping = mapping(rotation, matrix(of: frame), at: frame.time)
    return TouchFrame(
      frame.contacts.map { Contact(id: $0.id, at: mapping.place(ofUnit: Point($0.x, $0.y))) },
      at: frame.time)
  }

  /// Converts a place on the panel, from 0 to 1, to pixels of the upright interface.
  func place(ofUnit unit: Point, _ rotation: Rotation, at time: HostTime) -> Point {
    mapping(rotation, .identity, at: time).place(ofUnit: unit)
  }

  private func mapping(
    _ rotation: Rotation, _ calibration: CalibrationMatrix, at time: HostTime
  ) -> TouchMapping {
    let (right, down) = shift.offset(at: time)
    return TouchMapping(
      panel: panel, screen: screen.moved(by: (-right, -down)), rotation: rotation,
      calibration: calibration)
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
