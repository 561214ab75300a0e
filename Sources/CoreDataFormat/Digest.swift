import CCrypto
import Foundation

/// The two hash functions that a store's metadata is made with.
enum Digest {
  static func sha256(_ bytes: Data) -> Data {
    digest(bytes, with: EVP_sha256())
  }

  static func sha512(_ bytes: Data) -> Data {
    digest(bytes, with: EVP_sha512())
  }

  private static func digest(_ bytes: Data, with function: OpaquePointer?) -> Data {
    var result = Data(count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    let isDone = result.withUnsafeMutableBytes { output in
      bytes.withUnsafeBytes { input in
        EVP_Digest(
          input.baseAddress, input.count, output.bindMemory(to: UInt8.self).baseAddress, &length,
          function, nil)
      }
    }
    // Every build of the library has SHA-2; all that can fail is the allocation of its context.
    precondition(isDone == 1, "libcrypto could not compute a SHA-2 digest.")
    return result.prefix(Int(length))
  }
}
