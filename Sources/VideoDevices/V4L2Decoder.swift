import CVitrineVideo
import Glibc
package import VitrineLinux
package import VitrinePictures

/// A decoder of the kernel, `/dev/videoN`. Thread-bound.
package final class V4L2Decoder: DecoderPort {
  package let path: String
  package let quirks: DecoderQuirks
  private let device: FileDescriptor
  private let codedType: UInt32
  private let pictureType: UInt32
  private var coded: [PacketBuffer] = []

  /// The memory for a packet.
  private final class PacketBuffer {
    let mapping: Mapping

    init(_ mapping: consuming Mapping) { self.mapping = mapping }
  }

  package init(_ info: DecoderInfo) throws(VideoDeviceError) {
    path = info.path
    quirks = DecoderQuirks(driver: info.driver)
    do throws(Errno) {
      device = try FileDescriptor(opening: info.path, O_RDWR | O_NONBLOCK)
    } catch {
      throw .cannotOpen(path: info.path, error)
    }
    codedType =
      (info.isMultiplanar ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE : V4L2_BUF_TYPE_VIDEO_OUTPUT).rawValue
    pictureType =
      (info.isMultiplanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE)
      .rawValue
    guard vitrine_video_subscribe(device.rawValue, UInt32(V4L2_EVENT_SOURCE_CHANGE)) == 0 else {
      throw .call("SUBSCRIBE_EVENT", path: info.path, .last)
    }
  }

  private func type(_ side: DecoderSide) -> UInt32 { side == .coded ? codedType : pictureType }

  private func call(_ body: () -> CInt) throws(Errno) { _ = try valueOrErrno(body) }

  package func setCoded(
    _ format: CodedFormat, size: PixelSize, room: Int
  ) throws(Errno) -> Int {
    var layout = vitrine_video_layout()
    try call {
      unsafe vitrine_video_set_layout(
        device.rawValue, codedType, format.rawValue, UInt32(size.width), UInt32(size.height),
        UInt32(room), &layout)
    }
    guard layout.pixels == format.rawValue else { throw .invalid }
    return Int(layout.size.0)
  }

  package func makeCodedBuffers(_ count: Int) throws(Errno) -> Int {
    let made = try request(codedType, count)
    coded = []
    for index in 0..<made {
      var buffer = vitrine_video_buffer()
      (buffer.type, buffer.index) = (codedType, UInt32(index))
      try call { unsafe vitrine_video_query(device.rawValue, &buffer) }
      let mapping = try Mapping(
        of: device, offset: Int(buffer.offset.0), count: Int(buffer.length.0))
      coded.append(PacketBuffer(mapping))
    }
    return made
  }

  private func request(_ type: UInt32, _ count: Int) throws(Errno) -> Int {
    var made = UInt32(count)
    try call { unsafe vitrine_video_request(device.rawValue, type, &made) }
    return Int(made)
  }

  package func fill(_ index: Int, with bytes: UnsafeRawBufferPointer) {
    let room = unsafe coded[index].mapping.bytes
    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(room.count)))
  }

  package func pictureFormats() -> [UInt32] {
    Self.formats(of: device, pictureType).map(\.code)
  }

  static func formats(
    of device: borrowing FileDescriptor, _ type: UInt32
  ) -> [(code: UInt32, isCompressed: Bool)] {
    var found: [(UInt32, Bool)] = []
    for index in 0..<UInt32(64) {
      var format = v4l2_fmtdesc()
      (format.index, format.type) = (index, type)
      guard unsafe vitrine_video_enumerate(device.rawValue, &format) == 0 else { break }
      found.append((format.pixelformat, format.flags & UInt32(V4L2_FMT_FLAG_COMPRESSED) != 0))
    }
    return found
  }

  package func pictureLayout() throws(Errno) -> DecodedLayout {
    var layout = vitrine_video_layout()
    try call { unsafe vitrine_video_layout_of(device.rawValue, pictureType, &layout) }
    return DecodedLayout(layout)
  }

  package func setPictureFormat(_ code: UInt32, size: PixelSize) throws(Errno) -> DecodedLayout {
    var layout = vitrine_video_layout()
    try call {
      unsafe vitrine_video_set_layout(
        device.rawValue, pictureType, code, UInt32(size.width), UInt32(size.height), 0, &layout)
    }
    return DecodedLayout(layout)
  }

  package func visiblePart() -> PixelRect? {
    var rect = v4l2_rect()
    guard unsafe vitrine_video_visible(device.rawValue, pictureType, &rect) == 0 else { return nil }
    return PixelRect(
      x: Int(rect.left), y: Int(rect.top), width: Int(rect.width), height: Int(rect.height))
  }

  package func leastPictures() -> Int { Int(vitrine_video_least_pictures(device.rawValue)) }

  package func makePictureBuffers(_ count: Int) throws(Errno) -> Int {
    try request(pictureType, count)
  }

  package func exportPicture(_ index: Int, pieces: Int) throws(Errno) -> [DMABuffer] {
    var memory: [DMABuffer] = []
    for piece in 0..<pieces {
      let number = vitrine_video_export(
        device.rawValue, pictureType, UInt32(index), UInt32(piece))
      guard number >= 0 else { throw .last }
      memory.append(try DMABuffer(owning: FileDescriptor(owning: number)))
    }
    return memory
  }

  package func stream(_ side: DecoderSide, _ isOn: Bool) throws(Errno) {
    try call { vitrine_video_stream(device.rawValue, type(side), isOn ? 1 : 0) }
  }

  package func queue(
    _ side: DecoderSide, _ index: Int, count: Int, token: UInt64
  ) throws(Errno) {
    var buffer = vitrine_video_buffer()
    (buffer.type, buffer.index, buffer.token) = (type(side), UInt32(index), token)
    buffer.planes = side == .coded ? 1 : 0
    buffer.used.0 = UInt32(count)
    try call { unsafe vitrine_video_queue(device.rawValue, &buffer) }
  }

  package func dequeue(_ side: DecoderSide) throws(Errno) -> DequeuedBuffer? {
    var buffer = vitrine_video_buffer()
    buffer.type = type(side)
    do throws(Errno) {
      try call { unsafe vitrine_video_dequeue(device.rawValue, &buffer) }
    } catch .tryAgain {
      return nil
    }
    let flags = buffer.flags
    return DequeuedBuffer(
      index: Int(buffer.index), token: buffer.token, isEmpty: buffer.used.0 == 0,
      isDamaged: flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
      isLast: flags & UInt32(V4L2_BUF_FLAG_LAST) != 0)
  }

  package func nextEvent() -> DecoderEvent? {
    var (kind, changes) = (UInt32(0), UInt32(0))
    guard unsafe vitrine_video_event(device.rawValue, &kind, &changes) == 0 else { return nil }
    let isChange =
      kind == UInt32(V4L2_EVENT_SOURCE_CHANGE)
      && changes & UInt32(V4L2_EVENT_SRC_CH_RESOLUTION) != 0
    return isChange ? .sourceChange : .other
  }

  package func stop() throws(Errno) {
    try call { vitrine_video_command(device.rawValue, UInt32(V4L2_DEC_CMD_STOP)) }
  }

  package func start() throws(Errno) {
    try call { vitrine_video_command(device.rawValue, UInt32(V4L2_DEC_CMD_START)) }
  }

  package func wait(isGiven: Bool, _ wakeup: Wakeup, milliseconds: Int) throws(Errno) {
    var watched = [pollfd(fd: wakeup.descriptor.rawValue, events: Int16(POLLIN), revents: 0)]
    if isGiven {
      watched.append(
        pollfd(
          fd: device.rawValue, events: Int16(POLLIN | POLLOUT | POLLPRI), revents: 0))
    }
    let count = watched.count
    try call { unsafe poll(&watched, nfds_t(count), CInt(milliseconds)) }
    wakeup.clear()
    guard isGiven, watched[1].revents & Int16(POLLERR | POLLNVAL | POLLHUP) != 0 else { return }
    // The device cannot recover.
    if watched[1].revents & Int16(POLLIN | POLLOUT | POLLPRI) == 0 { throw .inputOutput }
  }
}

extension DecodedLayout {
  fileprivate init(_ raw: vitrine_video_layout) {
    var copy = raw
    let pieces = (0..<Int(raw.planes)).map { index in
      let size = unsafe withUnsafeBytes(of: &copy.size) {
        unsafe $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      }
      let pitch = unsafe withUnsafeBytes(of: &copy.pitch) {
        unsafe $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      }
      return Piece(byteCount: Int(size), pitch: Int(pitch))
    }
    self.init(
      code: raw.pixels, size: PixelSize(Int(raw.width), Int(raw.height)), pieces: pieces,
      isInterlaced: raw.field != V4L2_FIELD_NONE.rawValue && raw.field != V4L2_FIELD_ANY.rawValue)
  }
}
