import CVitrineDRM

/// The properties of one KMS object: their names, values and ranges.
package struct Properties: Hashable, Sendable {
  package struct Property: Hashable, Sendable {
    package let id: UInt32
    package let value: UInt64
    package let isImmutable: Bool
    /// The names of the values of an enum or a bit mask.
    package let names: [String: UInt64]
    /// The minimum and maximum of a range.
    package let range: ClosedRange<UInt64>?

    package init(
      id: UInt32, value: UInt64, isImmutable: Bool = false, names: [String: UInt64] = [:],
      range: ClosedRange<UInt64>? = nil
    ) {
      self.id = id
      self.value = value
      self.isImmutable = isImmutable
      self.names = names
      self.range = range
    }
  }

  package private(set) var all: [String: Property]

  package init(_ all: [String: Property] = [:]) {
    self.all = all
  }

  /// Names are case-sensitive and mixed: `FB_ID`, but `zpos`.
  package subscript(_ name: String) -> Property? { all[name] }
}

extension Properties {
  /// Queries the kernel. Wraps `drmModeObjectGetProperties` and `drmModeGetProperty`.
  init(of object: UInt32, type: UInt32, on descriptor: CInt) {
    self.init()
    guard let list = unsafe drmModeObjectGetProperties(descriptor, object, type) else { return }
    defer { unsafe drmModeFreeObjectProperties(list) }
    for index in unsafe 0..<Int(list.pointee.count_props) {
      guard let info = unsafe drmModeGetProperty(descriptor, list.pointee.props[index]) else {
        continue
      }
      defer { unsafe drmModeFreeProperty(info) }
      let name = unsafe string(of: info.pointee.name)
      all[name] = unsafe Property(info.pointee, value: list.pointee.prop_values[index])
    }
  }
}

extension DRMDevice {
  /// Only one call, while querying names and ranges takes one for each property. Wraps
  /// `drmModeObjectGetProperties`.
  package func values(of names: [String], _ crtc: CRTC) -> [String: UInt64] {
    let list = unsafe drmModeObjectGetProperties(
      descriptor, crtc.id.rawValue, UInt32(DRM_MODE_OBJECT_CRTC))
    guard let list = unsafe list else { return [:] }
    defer { unsafe drmModeFreeObjectProperties(list) }
    var values: [String: UInt64] = [:]
    for index in unsafe 0..<Int(list.pointee.count_props) {
      let id = unsafe list.pointee.props[index]
      guard let name = names.first(where: { crtc.properties[$0]?.id == id }) else { continue }
      values[name] = unsafe list.pointee.prop_values[index]
    }
    return values
  }
}

extension Properties.Property {
  fileprivate init(_ info: drmModePropertyRes, value: UInt64) {
    var names: [String: UInt64] = [:]
    let isMask = unsafe info.flags & UInt32(DRM_MODE_PROP_BITMASK) != 0
    for index in unsafe 0..<Int(info.count_enums) {
      let entry = unsafe info.enums[index]
      names[string(of: entry.name)] = isMask ? 1 << entry.value : entry.value
    }
    var range: ClosedRange<UInt64>?
    if unsafe info.flags & UInt32(DRM_MODE_PROP_RANGE) != 0, unsafe info.count_values == 2,
      unsafe info.values[0] <= info.values[1]
    {
      range = unsafe info.values[0]...info.values[1]
    }
    unsafe self.init(
      id: info.prop_id, value: value,
      isImmutable: info.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0, names: names, range: range)
  }
}

/// The text in a C array of characters, which Swift imports as a tuple.
func string<Characters>(of characters: Characters) -> String {
  unsafe withUnsafeBytes(of: characters) { bytes in
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
