import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineThumbnails
import VitrineTiming

/// `vitrine thumbnails`: a strip of pictures along a file's timeline, as the slider shows it.
struct ThumbnailsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Make small pictures along a file's timeline, and print where they are.",
    discussion: """
      One line for each picture as soon as it is ready: its time in seconds and its file. They \
      stay in the cache and cost nothing the next time.
      """
  )

  @Argument(help: "Files, one after the other.")
  var sources: [Item]

  @Option(help: "How many pictures.")
  var count = 20

  @Option(help: "How wide they are, in pixels.")
  var width = 200

  @Option(help: "Where they are kept.")
  var cache = "/var/cache/vitrine/thumbnails"

  func run() throws {
    let news = BoundedQueue<ThumbnailNews>(limit: .max)
    let thumbnailer = Thumbnailer(cache: cache) { news.push($0) }
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
      thumbnailer.want(request)
      waiting: while let one = news.pop() {
        switch one {
        case .ready(_, let thumbnail): print(thumbnail.time.seconds, thumbnail.path)
        case .elsewhere: break
        case .finished(_, let count):
          if count == 0 {
            log.error("\(source.location): no picture could be made of it")
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
