// Decides whether a customer gets a product, by the receipt or the signed transaction that the app sent.
//
// usage: java -cp gson.jar Grant.java APP PRODUCT [OPTION]... <receipt      OPTION: more of `receipt-tool validate`
import com.google.gson.JsonParser;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

class Grant {
  /** Null if the product may be granted, or else why not. Whatever is not a clear yes is a no. */
  static String refusal(File receipt, String app, String product, List<String> options) {
    var words = new ArrayList<>(List.of("receipt-tool", "validate", "--bundle-id=" + app, "--product=" + product));
    words.addAll(options);
    try {
      var output = File.createTempFile("verdict", ".json");
      output.deleteOnExit();
      var run = new ProcessBuilder(words).redirectInput(receipt).redirectOutput(output)
          .redirectError(ProcessBuilder.Redirect.INHERIT).start();
      if (!run.waitFor(30, TimeUnit.SECONDS)) {
        run.destroyForcibly();
        return "no verdict: no answer in 30 seconds";
      }
      var document = new JsonParser().parse(Files.readString(output.toPath())).getAsJsonObject();
      var verdict = document.get("verdict").getAsString();
      if (run.exitValue() == 0 && verdict.equals("passed")) return null;
      return verdict + ", " + document.getAsJsonObject("authenticity").get("verdict").getAsString();
    } catch (Exception error) {
      return "no verdict: " + error;
    }
  }

  public static void main(String[] words) throws Exception {
    var receipt = File.createTempFile("receipt", null);
    receipt.deleteOnExit();
    Files.write(receipt.toPath(), System.in.readAllBytes());
    var reason = refusal(receipt, words[0], words[1], List.of(words).subList(2, words.length));
    System.out.println(reason == null ? "granted" : "refused: " + reason);
    System.exit(reason == null ? 0 : 1);
  }
}
