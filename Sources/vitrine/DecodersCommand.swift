import ArgumentParser
import Glibc
import VitrineContent
import VitrineCryptography
import VitrineDaemon
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineVideoDecoders

/// `vitrine decoders`: whether this machine's decoders make the same pictures as the processor.
struct DecodersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decoders",
    abstract:
      "List what decodes video here; with films, compare its pictures with the processor's.",
    discussion: """
      For each film, each device that has its codec decodes it, and so does the processor: one line \
      says how many pictures are the same, sample by sample. No display is needed. Ends with 0 where \
      all are.
      """
  )

  @Argument(help: "Films.")
  var films: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only this one: by its driver's name or its path, or software.", valueName: "name"))
  var decoder: DecoderWish?

  @Option(help: "How many pictures of each film; 0 for all.")
  var pictures = 300

  @Flag(help: "Write the samples to standard output, for checksums, and compare nothing.")
  var raw = false

  func run() throws {
    let log = Log()
    let found = MachineDecoder.all().filter { one in
      guard isWanted(one) else { return false }
      guard let trouble = one.trouble else { return true }
      log.warning("\(trouble)")
      return false
    }
    guard !films.isEmpty else {
      for one in found {
        print("\(one.driver) (\(one.path)): \(one.codecs.joined(separator: ", "))")
      }
      for one in MachineDecoder.withoutProgram() {
        log.info(
          "\(one.driver) (\(one.path)) would, with a program more: sudo apt install vitrine-decoder"
        )
      }
      if found.isEmpty { log.info("no device decodes here: the processor does") }
      return
    }
    var isSame = true
    for film in films {
      do throws(FilmDecoding.Fault) {
        isSame = try (raw ? write(film, found) : compare(film, found)) && isSame
      } catch {
        log.error("\(film): \(error)")
        isSame = false
      }
    }
    if !isSame { throw ExitCode(ExitStatus.data.rawValue) }
  }

  private func isWanted(_ one: MachineDecoder) -> Bool {
    switch decoder {
    case nil, .automatic?: true
    case .software?: false
    case .named(let name)?: one.driver == name || one.path == name
    }
  }

  /// By the first of them that has the codec, or by the processor where that is wanted.
  private func write(
    _ film: String, _ found: [MachineDecoder]
  ) throws(FilmDecoding.Fault) -> Bool {
    let decoders = Decoders(.automatic)
    let codec = try FilmDecoding.codec(of: film)
    let device = decoder == .software ? nil : found.first { $0.codecs.contains(codec) }
    if decoder != .software, device == nil {
      throw .memory("no decoder that is asked for has \(codec)")
    }
    var decoding = try FilmDecoding(path: film, by: device, of: decoders)
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
    _ film: String, _ found: [MachineDecoder]
  ) throws(FilmDecoding.Fault) -> Bool {
    let decoders = Decoders(.automatic)
    let codec = try FilmDecoding.codec(of: film)
    let able = found.filter { $0.codecs.contains(codec) }
    guard !able.isEmpty else {
      print("\(film): no device has \(codec)")
      return true
    }
    var decoding = try FilmDecoding(path: film, by: nil, of: decoders)
    let wanted = try digests(&decoding)
    var isSame = true
    for one in able {
      let name = "\(one.driver) (\(one.path))"
      do throws(FilmDecoding.Fault) {
        var decoding = try FilmDecoding(path: film, by: one, of: decoders)
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
    _ decoding: inout FilmDecoding
  ) throws(FilmDecoding.Fault) -> [Digest] {
    var digests: [Digest] = []
    while pictures == 0 || digests.count < pictures, let bytes = try decoding.next() {
      digests.append(Digest(of: bytes))
    }
    return digests
  }
}

/// Two decoders' pictures of one film.
private struct PictureComparison {
  let text: String
  let isSame: Bool

  init(_ wanted: [Digest], _ seen: [Digest]) {
    let different = zip(wanted, seen).enumerated().filter { $0.element.0 != $0.element.1 }
    isSame = different.isEmpty && wanted.count == seen.count
    if let first = different.first {
      text =
        "\(different.count) of \(wanted.count) pictures differ, the first is picture \(first.offset)"
    } else if wanted.count != seen.count {
      text = "\(seen.count) pictures of \(wanted.count)"
    } else {
      text = "\(seen.count) pictures, all as the processor's"
    }
  }
}
