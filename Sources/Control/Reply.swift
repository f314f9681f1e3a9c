/// The answer to a request.
public enum Reply: Sendable {
  case success(JSONValue? = nil)
  case refused(Refusal)
  case picture(CapturedPicture, Request.ScreenshotForm)

  init(_ refusal: Refusal?) { self = refusal.map { .refused($0) } ?? .success() }
}
