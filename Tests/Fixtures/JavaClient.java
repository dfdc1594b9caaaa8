import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Posts with the JDK's client and its defaults, one request after another, and prints the status of each answer. */
class JavaClient {
  public static void main(String[] arguments) throws Exception {
    var client = HttpClient.newHttpClient();
    for (int number = 0; number < 4; number++) {
      var request = HttpRequest.newBuilder(URI.create(arguments[0])).timeout(Duration.ofSeconds(15))
          .POST(HttpRequest.BodyPublishers.ofString("{}")).build();
      System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
    }
  }
}
