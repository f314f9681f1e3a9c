import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineThumbnails
import VitrineTiming

/// `vitrine thumbnails`: makes thumbnails along a file's timeline, as on the slider.
struct ThumbnailsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Make thumbnails along a video's timeline.",
    discussion: """
      Prints one line per thumbnail as soon as it is ready: its time in seconds and its file. \
      Thumbnails are cached, so the next run is fast.

      Examples:
        vitrine thumbnails film.mp4
        vitrine thumbnails --count 5 --width 320 --cache /tmp/thumbs film.mp4
      """
  )

  @Argument(help: "Video files.")
  var sources: [Item]

  @Option(help: "Make this many thumbnails per file (1-500).")
  var count = 20

  @Option(help: "Make thumbnails this many pixels wide (16-1024).")
  var width = 200

  @Option(help: ArgumentHelp("Cache thumbnails in this folder.", valueName: "folder"))
  var cache = "/var/cache/vitrine/thumbnails"

  func run() throws {
    let events = BoundedQueue<ThumbnailEvent>(limit: .max)
    let thumbnailer = Thumbnailer(cache: cache) { events.push($0) }
    defer { thumbnailer.close() }
    let log = Log()
    var status = ExitStatus.success
    for source in sources {
      let request = ThumbnailRequest(item: source, count: count, width: width)
      if let refusal = request.refusal {
        log.error(refusal)
        status = .data
        continue
      }
      thumbnailer.enqueue(request)
      waiting: while let one = events.pop() {
        switch one {
        case .ready(_, let thumbnail): print(thumbnail.time.seconds, thumbnail.path)
        case .elsewhere: break
        case .finished(_, let count):
          if count == 0 {
            log.error("\(source.location): no thumbnail created")
            status = .data
          }
          break waiting
        case .failed(_, let error):
          log.error("\(source.location): \(error.message)")
          status = error.exitStatus
          break waiting
        }
      }
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
