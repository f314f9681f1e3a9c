internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// How an output shows what another output of the same device shows: the same framebuffers, in
/// the places that they have there, as large as this display can have them.
extension KMSDisplay {
  /// Shows `layers` of an output that is `size` large. False while the one before waits for its
  /// vblank, and where there is nothing that a device can read.
  func reflect(_ layers: Layers, from size: PixelSize) throws(PlaybackError) -> Bool {
    guard isLit, !isBusy, layers.picture.buffer.framebuffer != nil else { return false }
    var plan: ScanoutPlan
    do throws(KMSError) {
      plan = try routes.adopt(layers.picture.plan.reflected(from: size, to: self.size))
    } catch {
      throw PlaybackError(error)
    }
    plan.epoch = epoch
    epochs.mirrored = layers.picture.buffer.epoch
    // What lies over the picture was drawn for a display of that size.
    return try show(
      Layers(
        ScanoutPicture(reflecting: layers.picture, plan),
        interface: size == self.size ? layers.interface : nil),
      capture: false)
  }
}

extension ScanoutPlan {
  /// The same picture on a display of another size, whole, and in its middle.
  func reflected(from size: PixelSize, to other: PixelSize) -> ScanoutPlan {
    guard size != other else { return self }
    let place = Fit.contain.placement(of: size, pixelAspect: (1, 1), on: other).destination
    var plan = self
    plan.planeDestination = planeDestination.scaled(with: PixelRect(size), onto: place)
    return plan
  }
}
