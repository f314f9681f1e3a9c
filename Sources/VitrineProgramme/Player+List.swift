public import VitrineKit

extension Player {
  /// Creates a player that plays a list; see `follow(list:)`.
  ///
  /// ```swift
  /// let player = try Player(list: "/srv/list.yaml")
  /// try await player.run()
  /// ```
  ///
  /// The parameters other than the list are those of the other initialiser. `PlayerOptions.loop`
  /// is the default for lists that do not set it; with `none`, they repeat. If the interface has a
  /// gallery, the list's items fill it instead of the queue.
  ///
  /// - Throws: `PlayerError` if a thread cannot be created.
  public convenience init(
    list path: String, on screen: Screen = .automatic, options: PlayerOptions = PlayerOptions(),
    sources: [ItemSource] = []
  ) throws(PlayerError) {
    self.init([], on: screen, options: options, sources: sources)
    try follow(list: path)
  }

  /// Plays a list from its beginning, and follows its changes.
  ///
  /// The list is a file in a format that the service reads (YAML, M3U, PLS, XSPF), a folder or a URL.
  /// docs/use/playlists.md in Vitrine's repository describes lists. If it has a schedule, the player
  /// carries it out by this machine's clock.
  ///
  /// A changed list takes effect at the end of the current item. An invalid list changes nothing;
  /// its errors are sent as `PlayerEvent.warning`. If there is no valid list yet, a card on screen
  /// shows the first error.
  ///
  /// Files are read on a separate thread, from the start of `run` on. The list then replaces the
  /// queue; a paused player remains paused, at the beginning of the list. If your program changes the
  /// queue, its loop or its shuffling meanwhile, that change remains.
  ///
  /// Other items that your program plays remain until the list or its schedule brings a change; the
  /// current one then plays to its end. To return to the list, call `removeAll` and then `play`.
  ///
  /// Before you follow another list, close the follower of the first one.
  ///
  /// - Parameter path: The path of a list or a folder, or a URL.
  /// - Returns: The follower, which the player retains until it ends.
  /// - Throws: `PlayerError` if a thread cannot be created, or if the player has ended.
  @discardableResult
  public func follow(list path: String) throws(PlayerError) -> ListFollower {
    try ListFollower(self, list: path)
  }
}
