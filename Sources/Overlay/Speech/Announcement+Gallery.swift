internal import VitrinePlayback
internal import VitrineTiming

// The gallery and its pages.
extension Catalogue {
  var announcement: Announcement {
    var announcement = Announcement()
    if let page = openPage {
      announcement.place = Announcement.joined([
        page.entry.title, page.facts, page.entry.description,
      ])
      if isFocusVisible {
        announcement.focus =
          page.focus == .play ? page.label : wording.back
      }
      return announcement
    }
    announcement.place = placeText
    if contents.count == 0 {
      announcement.focus = wording.nothingToPlay
    } else if isFocusVisible {
      announcement.focus = focusedText
    }
    return announcement
  }

  private var placeText: String {
    guard let query = contents.search?.query else {
      return heading.isEmpty ? wording.videos : heading
    }
    // Spaces make the synthesiser spell.
    let letters = query.map { $0.uppercased() }.joined(separator: " ")
    return Announcement.joined([wording.search, letters, "\(wording.videos): \(contents.count)"])
  }

  private var focusedText: String {
    switch focus {
    case .card(let position):
      guard position < contents.count else { return "" }
      let entry = contents[position]
      let duration = entry.duration.flatMap { $0.seconds >= 1 ? timeText($0, nil) : nil }
      return Announcement.joined([
        entry.title, entry.subtitle, duration, entry.watched == nil ? nil : wording.resume,
        wording.place(position + 1, of: contents.count),
      ])
    case .chip(let chip):
      return Announcement.joined([
        chip.spokenName(wording), chip == contents.selectedChip ? wording.selected : nil,
      ])
    case .language(let index):
      guard languages.titles.indices.contains(index) else { return "" }
      let isSelected = languages.chip(of: contents.language) == index
      return Announcement.joined([
        languages.languages[index].nativeName, isSelected ? wording.selected : nil,
      ])
    }
  }
}

extension Wording {
  /// The place of an item in its list, counted from 1.
  func place(_ number: Int, of count: Int) -> String {
    let words = placeInList.split(separator: "#", omittingEmptySubsequences: false)
    guard words.count == 3 else { return "\(number)/\(count)" }
    return "\(words[0])\(number)\(words[1])\(count)\(words[2])"
  }
}
