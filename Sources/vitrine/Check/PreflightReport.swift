import FoundationEssentials
import Glibc
import VitrineDaemon
import VitrineDoctor
import VitrineEngine
import VitrineLinux
import VitrineMachine
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// Tests one item in its own process and sends the findings to the parent.
struct PreflightReport {
  private let item: Item
  private let plan: CheckPlan
  private let searchesFlashes: Bool

  init(_ item: Item, _ plan: CheckPlan, searchesFlashes: Bool) {
    (self.item, self.plan, self.searchesFlashes) = (item, plan, searchesFlashes)
  }

  /// The parent's socket.
  private static let line: CInt = 3
  /// A file may use three quarters of the memory, so that the machine stays usable.
  private static let (numerator, denominator) = (3, 4)
  private static let leastMemory = 512 << 20

  func send() {
    Self.limitMemory()
    var facts = ContentFacts(name: item.location)
    facts.isFile = false
    if case .file(let path) = item.source {
      facts.isFile = true
      facts.read(path)
    }
    let session = PreflightSession(
      plan.settings, on: plan.route, known: plan.known, isElsewhere: plan.isElsewhere, Log())
    facts.apply(session.check(item))
    if searchesFlashes, case .file(let path) = item.source {
      facts.flashes = FlashScan.passages(in: path) ?? []
    }
    // Encoding text and numbers does not fail.
    guard let bytes = try? JSONEncoder().encode(facts) else { return }
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(Self.line, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Allocations beyond the limit fail.
  private static func limitMemory() {
    let most = max(leastMemory, MemoryLimit.ofThisProcess().bytes / denominator * numerator)
    var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }
}

extension ContentFacts {
  /// Reads the container's headers. The preflight check reports open errors.
  fileprivate mutating func read(_ path: String) {
    let interrupter = Demuxer.Interrupter()
    interrupter.interrupt(at: .now() + VitrineEngine.Preflight.timeout / 4)
    do throws(MediaError) {
      var demuxer = try Demuxer(path: path, interrupter: interrupter)
      (container, duration) = (demuxer.format, demuxer.duration?.seconds)
      hasJumps = demuxer.hasJumps
      video = demuxer.video.flatMap { Video($0) }
      sound = demuxer.audio.flatMap { Sound($0) }
      if !demuxer.isSinglePicture { index = Index(demuxer.readIndex()) }
    } catch {
      preflight.failureKind = FailureKind(error)
      guard case .tooLarge(let size, let most, let memory) = error else { return }
      video = Video(codec: "pictures", size: size)
      video?.isStill = most == PictureLimits(memory: memory).still
    }
  }

  fileprivate mutating func apply(_ findings: PreflightResult) {
    if preflight.failureKind == .other, let error = findings.failure {
      preflight.failureKind = FailureKind(error, of: video)
    }
    let output = findings.output
    (preflight.failure, preflight.frames) = (findings.failure?.message, output.frames)
    (preflight.damaged, preflight.hasContent) = (output.damaged, !output.isEmpty)
    (preflight.hasSound, preflight.silence) = (output.sound > .zero, findings.silence)
    (preflight.subtitleFailure, preflight.damage) = (findings.subtitleError, findings.damage)
    preflight.decoding.decoder = findings.decoder
    preflight.decoding.isOnDevice = findings.isOnDevice
    preflight.decoding.decoded = output.decoded.seconds
    preflight.decoding.time = output.spent.seconds
    preflight.processing = findings.renderPath.map { Processing($0) }
    guard let description = findings.description else { return }
    // Remote items were opened only by the preflight check.
    if video == nil, let codec = findings.summary?.video?.split(separator: " ").first {
      var seen = Video(codec: String(codec), size: description.size)
      seen.rate = findings.summary?.frameDuration.map { 1 / $0.seconds }
      seen.isStill = findings.summary?.isStill == true
      video = seen
    }
    // Decoders know better than containers.
    video?.size = description.size
    video?.apply(description)
  }
}

extension ContentFacts.Video {
  fileprivate init?(_ track: Track) {
    guard let picture = track.picture else { return nil }
    self.init(codec: track.codec, size: picture.size)
    apply(picture)
    rate = track.frameDuration.flatMap { $0.seconds > 0 ? 1 / $0.seconds : nil }
    (isStill, isInterlaced) = (track.isStill, track.isInterlaced)
  }

  fileprivate mutating func apply(_ picture: PictureDescription) {
    depth = picture.depth
    chroma =
      switch picture.chroma {
      case .c420: "4:2:0"
      case .c422: "4:2:2"
      case .c444: "4:4:4"
      case .rgb: "rgb"
      }
    (isHDR, turned) = (picture.hdr != nil, picture.rotation.rawValue)
  }
}

extension ContentFacts.Sound {
  fileprivate init?(_ track: Track) {
    guard let sound = track.sound else { return nil }
    self.init(codec: track.codec, rate: sound.rate, channels: sound.channels)
  }
}

extension ContentFacts.Index {
  fileprivate init(_ index: FileIndex) {
    self.init()
    (isComplete, count, isCut) = (index.isComplete, index.count, index.isTruncated)
    (reach, longestGap) = (index.reach.seconds, index.longestGap.seconds)
  }
}

extension ContentFacts.Processing {
  fileprivate init(_ way: PreflightResult.RenderPath) {
    self.init()
    (isDirect, isScaled) = (way.isDirect, way.isScaled)
    (isTurned, mapsHDR) = (way.isRotated, way.mapsHDR)
  }
}

extension ContentFacts.FailureKind {
  fileprivate init(_ error: MediaError) {
    self =
      switch error {
      case .missing, .directory, .notAFile, .noPermission, .unavailable: .unreadable
      case .empty, .notMedia, .truncated, .namesFiles, .refused, .call: .damaged
      case .encrypted: .encrypted
      case .tooLarge: .size
      case .unknownCodec, .undecodable, .oddSound, .noAcceleration: .codec
      case .noTracks: .nothing
      case .interrupted: .hung
      }
  }

  /// The fault of an opened or remote item.
  fileprivate init(_ error: PlaybackError, of video: ContentFacts.Video?) {
    let pixels = video.map { $0.size.width * $0.size.height } ?? 0
    self =
      switch error.category {
      case .decode: pixels > PictureLimits.ofThisMachine.film ? .size : .codec
      case .source: .unreadable
      case .format: .damaged
      default: .other
      }
  }
}
