import VitrinePictures
import VitrineTiming

@testable import VitrineOverlay

// What the tests look at: the screen that is shown, and what is over the video.
extension Interface {
  var isListShown: Bool { screen.list != nil }

  /// The list, be it shown or not; nil where there is none.
  var list: ListScreen? {
    switch screen {
    case .list(let list): list
    case .video(_, let list): list
    }
  }

  var menu: TrackMenu? { screen.video?.menu }
  var pressed: Region? { screen.video?.pressed }
  var scrubbing: Scrubbing? { screen.video?.scrubbing }

  var focus: Control? {
    get { screen.video?.focus }
    set { screen.changeVideo { $0.focus = newValue } }
  }
}
