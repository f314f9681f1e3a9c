import ArgumentParser
import Glibc
import VitrineContent
import VitrineCryptography
import VitrineDaemon
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineVideoDecoders

/// `vitrine decoders`: compares this machine's decoders with the CPU.
struct DecodersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decoders",
    abstract:
      "List video decoders, or compare them with the CPU.",
    discussion: """
      Without files, lists the hardware decoders. With files, decodes each with every hardware \
      decoder that supports its codec and with the CPU, and compares the frames sample by sample. \
      Needs no display.

      Exit status: 0 if all frames are identical, otherwise 65.

      Examples:
        vitrine decoders
        vitrine decoders film.mp4
        vitrine decoders --decoder /dev/video10 --pictures 0 film.mp4
        vitrine decoders --raw --decoder software film.mp4 | sha256sum
      """
  )

  @Argument(help: "Video files to compare.")
  var films: [String] = []

  @Option(
    help: ArgumentHelp(
      "Use only this decoder: a driver name, a path, or software. (default: all)", valueName: "name"
    ))
  var decoder: DecoderPreference?

  @Option(help: "Compare this many frames of each file; 0 means all.")
  var pictures = 300

  @Flag(help: "Write the decoded samples to standard output instead of comparing.")
  var raw = false

  func run() throws {
    let log = Log()
    let found = HardwareDecoder.all().filter { one in
      guard isWanted(one) else { return false }
      guard let error = one.openError else { return true }
      log.warning("\(error)")
      return false
    }
    guard !films.isEmpty else {
      for one in found {
        print("\(one.driver) (\(one.path)): \(one.codecs.joined(separator: ", "))")
      }
      for one in HardwareDecoder.withoutProgram() {
        log.info(
          "\(one.driver) (\(one.path)): not usable yet: sudo apt install vitrine-decoder"
        )
      }
      if found.isEmpty { log.info("no hardware decoder: the CPU decodes") }
      return
    }
    var isSame = true
    for film in films {
      do throws(OfflineDecoder.Fault) {
        isSame = try (raw ? write(film, found) : compare(film, found)) && isSame
      } catch {
        log.error("\(film): \(error)")
        isSame = false
      }
    }
    if !isSame { throw ExitCode(ExitStatus.data.rawValue) }
  }

  private func isWanted(_ one: HardwareDecoder) -> Bool {
    switch decoder {
    case nil, .automatic?: true
    case .software?: false
    case .named(let name)?: one.driver == name || one.path == name
    }
  }

  /// Uses the first decoder that supports the codec, or the CPU if requested.
  private func write(
    _ film: String, _ found: [HardwareDecoder]
  ) throws(OfflineDecoder.Fault) -> Bool {
    let decoders = Decoders(.automatic)
    let codec = try OfflineDecoder.codec(of: film)
    let device = decoder == .software ? nil : found.first { $0.codecs.contains(codec) }
    if decoder != .software, device == nil {
      throw .memory("no selected decoder supports \(codec)")
    }
    var decoding = try OfflineDecoder(path: film, by: device, of: decoders)
    let output = FileDescriptor(owning: dup(STDOUT_FILENO))
    var count = 0
    while pictures == 0 || count < pictures, let bytes = try decoding.next() {
      do throws(Errno) { try output.write(bytes) } catch {
        throw .memory("standard output: \(error)")
      }
      count += 1
    }
    return true
  }

  private func compare(
    _ film: String, _ found: [HardwareDecoder]
  ) throws(OfflineDecoder.Fault) -> Bool {
    let decoders = Decoders(.automatic)
    let codec = try OfflineDecoder.codec(of: film)
    let able = found.filter { $0.codecs.contains(codec) }
    guard !able.isEmpty else {
      print("\(film): no hardware decoder supports \(codec)")
      return true
    }
    var decoding = try OfflineDecoder(path: film, by: nil, of: decoders)
    let wanted = try digests(&decoding)
    var isSame = true
    for one in able {
      let name = "\(one.driver) (\(one.path))"
      do throws(OfflineDecoder.Fault) {
        var decoding = try OfflineDecoder(path: film, by: one, of: decoders)
        let seen = try digests(&decoding)
        let comparison = PictureComparison(wanted, seen)
        print("\(film): \(name): \(comparison.text)")
        isSame = isSame && comparison.isSame
      } catch {
        print("\(film): \(name): \(error)")
        isSame = false
      }
    }
    return isSame
  }

  private func digests(
    _ decoding: inout OfflineDecoder
  ) throws(OfflineDecoder.Fault) -> [Digest] {
    var digests: [Digest] = []
    while pictures == 0 || digests.count < pictures, let bytes = try decoding.next() {
      digests.append(Digest(of: bytes))
    }
    return digests
  }
}

/// The frames of two decoders.
private struct PictureComparison {
  let text: String
  let isSame: Bool

  init(_ wanted: [Digest], _ seen: [Digest]) {
    let different = zip(wanted, seen).enumerated().filter { $0.element.0 != $0.element.1 }
    isSame = different.isEmpty && wanted.count == seen.count
    if let first = different.first {
      text =
        "\(different.count) of \(wanted.count) frames differ, first frame \(first.offset)"
    } else if wanted.count != seen.count {
      text = "\(seen.count) of \(wanted.count) frames decoded"
    } else {
      text = "\(seen.count) frames, all identical to the CPU's"
    }
  }
}
