import CVitrineFFmpeg
import Glibc
import Testing
import VitrineLinux
import VitrinePictures

@testable import VitrineMedia

/// Frames that a libavcodec decoder returns directly as dma-bufs (DRM_PRIME), as vendors'
/// decoders do.
@Suite("A picture in shared memory")
struct SharedFrameTests {
  private static let size = PixelSize(64, 48)
  private static let invalid: UInt64 = 0x00FF_FFFF_FFFF_FFFF
  private typealias Plane = (object: Int, offset: Int, pitch: Int)

  /// The decoder's description.
  private struct Statement {
    var layers: [(format: StaticString, planes: [Plane])]
    var objects = [64 * 48 * 3 / 2]
    var modifier: UInt64 = 0
  }

  private static let whole = Statement(layers: [("NV12", [(0, 0, 64), (0, 64 * 48, 64)])])
  private static let apart = Statement(
    layers: [("R8  ", [(0, 0, 64)]), ("GR88", [(0, 64 * 48, 64)])])
  private static let pieces = Statement(
    layers: [("NV12", [(0, 0, 64), (1, 0, 64)])], objects: [64 * 48, 64 * 24])

  /// The frame and the owners of its memory.
  private func frame(_ statement: Statement) throws -> (frame: Frame, owners: [Piece]) {
    let owners = try statement.objects.map { try Piece(bytes: $0) }
    let frame = try #require(Frame(timebase: nil))
    let room = try #require(av_buffer_allocz(MemoryLayout<AVDRMFrameDescriptor>.size))
    room.pointee.data.withMemoryRebound(to: AVDRMFrameDescriptor.self, capacity: 1) {
      $0.pointee.nb_objects = CInt(owners.count)
      withUnsafeMutableBytes(of: &$0.pointee.objects) { bytes in
        let objects = bytes.bindMemory(to: AVDRMObjectDescriptor.self)
        for (index, owner) in owners.enumerated() {
          objects[index].fd = owner.file.rawValue
          objects[index].size = owner.count
          objects[index].format_modifier = statement.modifier
        }
      }
      $0.pointee.nb_layers = CInt(statement.layers.count)
      withUnsafeMutableBytes(of: &$0.pointee.layers) { bytes in
        let layers = bytes.bindMemory(to: AVDRMLayerDescriptor.self)
        for (index, layer) in statement.layers.enumerated() {
          layers[index].format = UInt32(fourCharacters: layer.format)
          layers[index].nb_planes = CInt(layer.planes.count)
          withUnsafeMutableBytes(of: &layers[index].planes) { bytes in
            let planes = bytes.bindMemory(to: AVDRMPlaneDescriptor.self)
            for (place, plane) in layer.planes.enumerated() {
              planes[place].object_index = CInt(plane.object)
              planes[place].offset = plane.offset
              planes[place].pitch = plane.pitch
            }
          }
        }
      }
    }
    frame.raw.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
    (frame.raw.pointee.width, frame.raw.pointee.height) = (64, 48)
    frame.raw.pointee.data.0 = room.pointee.data
    frame.raw.pointee.buf.0 = room
    return (frame, owners)
  }

  private final class Piece {
    let file: FileDescriptor
    let count: Int

    init(bytes: Int) throws {
      file = try FileDescriptor(inMemory: "piece")
      count = bytes
      guard ftruncate(file.rawValue, bytes) == 0 else { throw Errno.last }
    }
  }

  @Test(
    "A picture has one format and size with any arrangement of layers",
    arguments: [whole, apart, pieces].indices)
  func layers(_ index: Int) throws {
    let (frame, owners) = try frame([Self.whole, Self.apart, Self.pieces][index])
    let memory = try #require(frame.memory)
    #expect(memory.place.format == .nv12 && memory.place.size == Self.size)
    let (held, layout) = try memory.hold()
    #expect(held.count == owners.count && held.map(\.byteCount) == owners.map(\.count))
    #expect(layout.planes.map(\.pitch) == [64, 64] && layout.isLinear)
    #expect(layout.planes.map(\.object) == (index == 2 ? [0, 1] : [0, 0]))
    #expect(layout.planes.map(\.offset) == (index == 2 ? [0, 0] : [0, 64 * 48]))
  }

  @Test("Frames in one buffer have the same place, and other buffers have others")
  func places() throws {
    let (first, owners) = try frame(Self.whole)
    let (second, others) = try frame(Self.whole)
    let place = try #require(first.memory?.place)
    #expect(first.memory?.place == place && second.memory?.place != place)
    #expect(owners.count + others.count == 2)
  }

  @Test("An explicit modifier is preserved")
  func modifiers() throws {
    for (said, passed) in [(0, 0), (Self.invalid, nil), (5, 5)] as [(UInt64, UInt64?)] {
      var statement = Self.whole
      statement.modifier = said
      let (frame, owners) = try frame(statement)
      #expect(try frame.memory?.hold().layout.modifier == passed)
      #expect(owners.count == 1)
    }
  }

  @Test(
    "A picture with an offset in memory or unknown layers is unsuitable for a display")
  func refused() throws {
    let (cropped, owners) = try frame(Self.whole)
    cropped.raw.pointee.crop_left = 2
    #expect(cropped.memory == nil)
    let (odd, others) = try frame(
      Statement(layers: [("R8  ", [(0, 0, 64)]), ("R16 ", [(0, 64 * 48, 64)])]))
    #expect(odd.memory == nil)
    #expect(owners.count + others.count == 2)
  }

  @Test(
    "A picture outside its memory is refused when it is held",
    arguments: [(64 * 48 * 3 / 2 - 1, 64), (64 * 48 * 3 / 2, 63), (0, 64)])
  func outside(bytes: Int, pitch: Int) throws {
    let statement = Statement(
      layers: [("NV12", [(0, 0, pitch), (0, 64 * 48, pitch)])], objects: [bytes])
    let (frame, owners) = try frame(statement)
    let memory = try #require(frame.memory)
    #expect(throws: MediaError.self) { try memory.hold() }
    #expect(owners.count == 1)
  }
}
