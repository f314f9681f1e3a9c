#if !canImport(NIOCore)
  #error("this needs swift-nio: enable the trait Web of the package Vitrine, or its default traits")
#endif
