# Scripts/package fills in the values. The address is the one of the release's source archive.
class ReceiptTool < Formula
  desc "@SUMMARY@"
  homepage "@HOMEPAGE@"
  url "@RELEASES@/@VERSION@/receipt-tool-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "@LICENSE@"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on macos: :tahoe
  depends_on "openssl@3"
  depends_on "zstd"

  uses_from_macos "swift" => :build
  uses_from_macos "curl"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    ENV["PREFIX"] = prefix
    # SwiftPM cannot make a sandbox inside of Homebrew's.
    ENV["SWIFT_BUILD_FLAGS"] = "--disable-sandbox"
    system "./Scripts/release"
    system "./Scripts/install"
  end

  test do
    assert_match "receipt-tool #{version}", shell_output("#{bin}/receipt-tool --version")
    # A minted receipt can be read, and the connected program is found.
    system "#{bin}/receipt-tool mint --template subscription > receipt.b64"
    assert_match '"bundle_id"', shell_output("#{bin}/receipt-tool receipt.b64")
    assert_match "ledger add", shell_output("#{bin}/receipt-tool ledger --help")
  end
end
