package import VitrinePictures

/// The content of one plane: a part of a framebuffer, its position on the CRTC, and its colours.
package struct PlaneState: Hashable, Sendable {
  package var framebuffer: ObjectID<Framebuffer>
  package var crtc: ObjectID<CRTC>
  package var source: FixedRect
  package var destination: PixelRect
  /// For YUV pictures; nil for RGB.
  package var color: ColorDescription?
  /// The z-position, if the planes can be ordered.
  package var zpos: UInt64?
  /// The plane's clockwise rotation of the picture. The destination has the rotated size.
  package var rotation: Rotation

  package init(
    framebuffer: ObjectID<Framebuffer>, crtc: ObjectID<CRTC>, source: FixedRect,
    destination: PixelRect, color: ColorDescription?, zpos: UInt64? = nil,
    rotation: Rotation = .none
  ) {
    self.framebuffer = framebuffer
    self.crtc = crtc
    self.source = source
    self.destination = destination
    self.color = color
    self.zpos = zpos
    self.rotation = rotation
  }
}

extension AtomicRequest {
  /// Shows a picture on a plane and sets all other properties as well: defaults differ between
  /// drivers (vkms and tidss start with full range), and the previous DRM master may have left any
  /// value.
  package mutating func show(_ state: PlaneState, on plane: Plane) throws(KMSError) {
    try setGeometry(state, on: plane)
    func optional(_ name: String, _ value: UInt64?) {
      guard let value else { return }
      setIfPresent(name, of: plane.properties, object: plane.id.rawValue, to: value)
    }
    optional("rotation", plane.value(of: state.rotation))
    optional("alpha", plane.properties["alpha"]?.range?.upperBound)
    optional("pixel blend mode", plane.properties["pixel blend mode"]?.names["Pre-multiplied"])
    optional("zpos", state.zpos)
    if let color = state.color.map({ plane.nearest(to: $0) }) {
      // If not set, these would stay as for the previous picture.
      optional("COLOR_ENCODING", plane.value(of: color.matrix))
      optional("COLOR_RANGE", plane.value(of: color.range))
    }
  }

  /// Replaces only the framebuffer, as a page flip needs.
  package mutating func flip(
    to framebuffer: ObjectID<Framebuffer>, on plane: Plane
  ) throws(KMSError) {
    try set(
      "FB_ID", of: plane.properties, object: plane.id.rawValue, to: UInt64(framebuffer.rawValue))
  }

  /// Turns a plane off.
  package mutating func disable(_ plane: Plane) throws(KMSError) {
    try set("FB_ID", of: plane.properties, object: plane.id.rawValue, to: 0)
    try set("CRTC_ID", of: plane.properties, object: plane.id.rawValue, to: 0)
  }

  /// Sets the changed parts of a plane's framebuffer, in its pixels (`FB_DAMAGE_CLIPS`).
  package mutating func setDamage(
    _ blob: PropertyBlob, on plane: Plane
  ) throws(KMSError) {
    try set(
      "FB_DAMAGE_CLIPS", of: plane.properties, object: plane.id.rawValue, to: blob)
  }

  private mutating func setGeometry(_ state: PlaneState, on plane: Plane) throws(KMSError) {
    let (source, destination) = (state.source, state.destination)
    let values: [(String, UInt64)] = [
      ("FB_ID", UInt64(state.framebuffer.rawValue)),
      ("CRTC_ID", UInt64(state.crtc.rawValue)),
      ("SRC_X", UInt64(source.x)), ("SRC_Y", UInt64(source.y)),
      ("SRC_W", UInt64(source.width)), ("SRC_H", UInt64(source.height)),
      ("CRTC_X", UInt64(bitPattern: Int64(destination.x))),
      ("CRTC_Y", UInt64(bitPattern: Int64(destination.y))),
      ("CRTC_W", UInt64(destination.width)), ("CRTC_H", UInt64(destination.height)),
    ]
    for (name, value) in values {
      try set(name, of: plane.properties, object: plane.id.rawValue, to: value)
    }
  }
}

extension Plane {
  /// The property value of a rotation; nil if the plane does not support it. The kernel counts
  /// counterclockwise (`DRM_MODE_ROTATE_90` in drm_mode.h).
  package func value(of rotation: Rotation) -> UInt64? {
    properties["rotation"]?.names["rotate-\(rotation.inverse.rawValue)"]
  }

  /// Whether it supports a rotation. No rotation works without the property.
  package func turns(by rotation: Rotation) -> Bool {
    rotation == .none || value(of: rotation) != nil
  }
}
