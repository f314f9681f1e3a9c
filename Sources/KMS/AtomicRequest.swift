/// A change to the display that takes effect completely, at one vblank, or not at all.
///
/// A plain value that can be built anywhere, compared in tests, and printed if the kernel rejects
/// it. Only `DRMDevice.commit` converts it to C.
package struct AtomicRequest: Hashable, Sendable {
  package struct Assignment: Hashable, Sendable {
    package let object: UInt32
    package let property: UInt32
    package let value: UInt64
    package let name: String
  }

  package private(set) var assignments: [Assignment] = []
  /// Retains the blobs for as long as the request may be committed.
  private var blobs: [PropertyBlob] = []

  package init() {}

  /// Sets a property that the object must have.
  package mutating func set(
    _ name: String, of properties: Properties, object: UInt32, to value: UInt64
  ) throws(KMSError) {
    guard let property = properties[name] else {
      throw .missingProperty(name, object: "object \(object)")
    }
    append(name, property, object: object, value)
  }

  /// Sets a property that the object must have to a blob, or to none.
  package mutating func set(
    _ name: String, of properties: Properties, object: UInt32, to blob: PropertyBlob?
  ) throws(KMSError) {
    try set(name, of: properties, object: object, to: blob.map { UInt64($0.id) } ?? 0)
    if let blob { blobs.append(blob) }
  }

  /// Sets a property to a blob, or to none, if the object has it and it is mutable.
  package mutating func setIfPresent(
    _ name: String, of properties: Properties, object: UInt32, to blob: PropertyBlob?
  ) {
    guard let property = properties[name], !property.isImmutable else { return }
    append(name, property, object: object, blob.map { UInt64($0.id) } ?? 0)
    if let blob { blobs.append(blob) }
  }

  /// Sets a property if the object has it and it is mutable.
  package mutating func setIfPresent(
    _ name: String, of properties: Properties, object: UInt32, to value: UInt64
  ) {
    guard let property = properties[name], !property.isImmutable else { return }
    append(name, property, object: object, value)
  }

  /// The request without the matching assignments.
  package func without(_ isLeftOut: (Assignment) -> Bool) -> AtomicRequest {
    var rest = self
    rest.assignments.removeAll(where: isLeftOut)
    return rest
  }

  private mutating func append(
    _ name: String, _ property: Properties.Property, object: UInt32, _ value: UInt64
  ) {
    assignments.append(
      Assignment(object: object, property: property.id, value: value, name: name))
  }
}

extension AtomicRequest: CustomStringConvertible {
  /// Such as `object 31: FB_ID=90 CRTC_ID=35`, for the log message of a rejected commit.
  package var description: String {
    var objects: [UInt32] = []
    for assignment in assignments where !objects.contains(assignment.object) {
      objects.append(assignment.object)
    }
    return objects.map { object in
      let values = assignments.filter { $0.object == object }.map { "\($0.name)=\($0.value)" }
      return "object \(object): " + values.joined(separator: " ")
    }.joined(separator: "; ")
  }
}
