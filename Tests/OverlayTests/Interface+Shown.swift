import VitrinePictures
import VitrineTiming

@testable import VitrineOverlay

// Access for the tests: the visible screen, and the layers over the video.
extension Interface {
  var isListShown: Bool { screen.list != nil }

  /// The gallery, visible or not; nil if there is none.
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
