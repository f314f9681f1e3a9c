internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// Mirroring another output of the same device: the same framebuffers at the same positions, scaled
/// to this display.
extension KMSDisplay {
  /// Shows `layers` of an output of this `size`. Returns false if the previous picture is still
  /// queued, or if the device cannot read the memory.
  func mirror(_ layers: Layers, from size: PixelSize) throws(PlaybackError) -> Bool {
    guard isLit, !isBusy, layers.picture.buffer.framebuffer != nil else { return false }
    var plan: ScanoutPlan
    do throws(KMSError) {
      plan = try routes.adopt(layers.picture.plan.mirrored(from: size, to: self.size))
    } catch {
      throw PlaybackError(error)
    }
    plan.epoch = epoch
    epochs.mirrored = layers.picture.buffer.epoch
    // The layers above the picture were drawn for a display of that size.
    return try show(
      Layers(
        ScanoutPicture(mirroring: layers.picture, plan),
        interface: size == self.size ? layers.interface : nil),
      capture: false)
  }
}

extension ScanoutPlan {
  /// The same picture, whole and centred on a display of another size.
  func mirrored(from size: PixelSize, to other: PixelSize) -> ScanoutPlan {
    guard size != other else { return self }
    let place = Fit.contain.placement(of: size, pixelAspect: (1, 1), on: other).destination
    var plan = self
    plan.planeDestination = planeDestination.scaled(with: PixelRect(size), onto: place)
    return plan
  }
}
