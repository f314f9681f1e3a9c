internal import VitrineLinux
package import VitrinePictures

extension PictureLimits {
  /// The limits for the memory that this process may use now.
  package static var ofThisMachine: PictureLimits {
    PictureLimits(memory: MemoryLimit.ofThisProcess().bytes)
  }
}
