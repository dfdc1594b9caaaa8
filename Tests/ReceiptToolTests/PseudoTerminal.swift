import Foundation
import Testing

/// The tool on a terminal of its own, which Python's `pty` makes and plays (Tests/Fixtures/terminal.py).
enum PseudoTerminal {
  static let missing: Comment = "python3 has no pty here"
  static let canRun = (try? PosixShell.run("python3 -c 'import pty, termios'", environment: [:]))?.status == 0

  /// How a scene ended, what the terminal showed, and its modes before, afterwards and where they were noted.
  struct Scene: Decodable {
    let status: Int32?
    let before, after, shown, stdout: String
    let noted: [String]
  }

  /// Plays the steps once the prompt is there.
  ///
  /// - Parameters:
  ///   - showsOutput: whether standard output is the terminal, too, rather than a pipe.
  ///   - size: rows and columns; 0 is a terminal that does not know.
  static func play(
    _ steps: [[Any]], _ arguments: [String], prompt: String? = nil, showsOutput: Bool = false,
    size: (rows: Int, columns: Int) = (0, 0), environment: [String: String] = [:]
  ) throws -> Scene {
    let first: [[Any]] = prompt.map { [["await", $0]] } ?? []
    let input = try JSONSerialization.data(withJSONObject: [
      "steps": first + steps, "size": [size.rows, size.columns], "environment": environment,
    ])
    let run = try Python.run(
      [Package.root.appendingPathComponent("Tests/Fixtures/terminal.py").path]
        + (showsOutput ? ["--show-output"] : []) + [ToolRun.program(because: "a terminal of its own").path] + arguments,
      input: Array(input))
    let scene = try JSONDecoder().decode(Scene.self, from: Data(run.stdout.utf8))
    #expect(scene.status != nil, "it did not end: \(scene.shown)")
    // On every way out.
    #expect(scene.after == scene.before)
    #expect(scene.shown.contains("\u{1B}[?2004h") == scene.shown.contains("\u{1B}[?2004l"))
    return scene
  }
}
