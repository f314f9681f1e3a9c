import Testing
import VitrineKMS
import VitrinePictures

/// Planes for videos above another one.
struct PlaneStackTests {
  private typealias Property = Properties.Property

  private static func plane(
    _ id: UInt32, _ kind: Plane.Kind = .overlay, z: Property? = nil,
    _ formats: [PixelFormat] = [.nv12, .argb8888]
  ) throws -> Plane {
    Plane(
      id: try #require(ObjectID(rawValue: id)), kind: kind, possibleCRTCs: 1,
      formats: Dictionary(uniqueKeysWithValues: formats.map { ($0, []) }),
      properties: Properties(z.map { ["zpos": $0] } ?? [:]))
  }

  /// Each stack as video, insets and interface with their z-positions.
  private static func stacks(
    _ planes: [Plane], withInterface: Bool, _ formats: [PixelFormat] = [.nv12]
  ) throws -> [String] {
    let search = PlaneSearch(planes: planes, crtcIndex: 0)
    let pair = try #require(search.candidates(format: .nv12).pairs.first)
    func word(_ plane: Plane?, _ z: UInt64?) -> String {
      (plane.map { "\($0.id.rawValue)" } ?? "-") + (z.map { "@\($0)" } ?? "")
    }
    return search.stacks(over: pair, formats, withInterface: withInterface).map { stack in
      ([word(stack.pair.video, stack.pair.videoZ)] + stack.insets.map { word($0.plane, $0.z) }
        + [word(stack.pair.interface, stack.pair.interfaceZ)]).joined(separator: " ")
    }
  }

  @Test("Planes in a fixed order: the interface moves up to make room")
  func implicit() throws {
    let planes = try [
      Self.plane(1, .primary), Self.plane(2), Self.plane(3), Self.plane(4, .cursor),
    ]
    #expect(try Self.stacks(planes, withInterface: true) == ["1 2 3"])
    #expect(try Self.stacks(planes, withInterface: false) == ["1 2 -", "1 3 -"])
  }

  @Test("Two planes carry an inset only without the interface")
  func two() throws {
    let planes = try [Self.plane(1, .primary), Self.plane(2)]
    #expect(try Self.stacks(planes, withInterface: true) == [])
    #expect(try Self.stacks(planes, withInterface: false) == ["1 2 -"])
  }

  @Test("Planes that can be ordered are put in order, and those that cannot limit the others")
  func ordered() throws {
    let free = Property(id: 9, value: 0, range: 0...3)
    let top = Property(id: 9, value: 2, isImmutable: true)
    let planes = try [
      Self.plane(1, .primary, z: free), Self.plane(2, z: free), Self.plane(3, z: top),
    ]
    #expect(try Self.stacks(planes, withInterface: true) == ["1@0 3 2@3", "1@0 2@1 3"])
    let bottom = Property(id: 9, value: 0, isImmutable: true)
    let fixed = try [
      Self.plane(1, .primary, z: free), Self.plane(2, z: bottom), Self.plane(3, z: free),
    ]
    #expect(try Self.stacks(fixed, withInterface: true) == [])
    #expect(try Self.stacks(fixed, withInterface: false) == ["1@0 3@1 -"])
    let low = Property(id: 9, value: 0, range: 0...1)
    let narrow = try [1, 2, 3].map { try Self.plane($0, $0 == 1 ? .primary : .overlay, z: low) }
    #expect(try Self.stacks(narrow, withInterface: true) == [])
  }

  @Test("A plane without the inset's format shows the interface")
  func formats() throws {
    let planes = try [
      Self.plane(1, .primary), Self.plane(2), Self.plane(3, .overlay, [.argb8888]),
      Self.plane(4, .overlay, [.nv12]),
    ]
    #expect(try Self.stacks(planes, withInterface: true) == ["1 2 3"])
  }

  @Test("Several videos have a plane each, in their order")
  func several() throws {
    let planes = try (1...5).map { try Self.plane($0, $0 == 1 ? .primary : .overlay) }
    let two = [PixelFormat.nv12, .nv12]
    #expect(
      try Self.stacks(planes, withInterface: true, two) == [
        "1 2 3 4", "1 2 3 5", "1 2 4 5", "1 3 4 5",
      ])
    #expect(try Self.stacks(planes, withInterface: true, two + [.nv12]) == ["1 2 3 4 5"])
    #expect(try Self.stacks(planes, withInterface: true, two + two) == [])
    #expect(try Self.stacks(planes, withInterface: false, two + two) == ["1 2 3 4 5 -"])
    let free = Property(id: 9, value: 0, range: 0...7)
    let ordered = try (1...4).map { try Self.plane($0, $0 == 1 ? .primary : .overlay, z: free) }
    #expect(
      try Self.stacks(ordered, withInterface: true, two)
        == [
          "1@0 3@1 4@2 2@3", "1@0 4@1 3@2 2@3", "1@0 2@1 4@2 3@3", "1@0 4@1 2@2 3@3",
          "1@0 2@1 3@2 4@3", "1@0 3@1 2@2 4@3",
        ])
    // Any number of planes is searched in a bounded time.
    let many = try (1...9).map { try Self.plane($0, $0 == 1 ? .primary : .overlay, z: free) }
    #expect(try Self.stacks(many, withInterface: true, two + two).count <= 64 * 8)
  }
}
