import ArgumentParser

/// The script with which a shell completes command lines.
///
/// ArgumentParser offers nothing for a default command, although `receipt-tool FILE` is `receipt-tool decode FILE`. So
/// the script is made of commands that have the options of their default command as well, and each shell also offers
/// files where a command can stand.
enum CompletionScript {
  static func text(_ root: any ParsableCommand.Type, for shell: CompletionShell) -> String {
    let script = withDefaults(root).completionScript(for: shell)
    return switch shell {
    case .bash:
      script
        // Offers files if nothing else fits.
        .replacing("complete -o filenames", with: "complete -o filenames -o default")
        // A value belongs to the command that was named, and not to one above it that has an option of this name, too.
        // ArgumentParser's script sets `positional_number` to -2 if a word names a subcommand.
        .replacing(#"    case "${prev}" in"#, with: #"    [[ "${positional_number}" -eq -2 ]] || case "${prev}" in"#)
    case .zsh:
      // Offers files beside the commands, but only for the root command, whose list is the first in the script.
      script.replacing(
        "_describe -V subcommand subcommands && ret=0",
        with: "_describe -V subcommand subcommands && ret=0\n        _files && ret=0", maxReplacements: 1)
    default:
      // Offers files in the place of the command.
      script + "\ncomplete -c receipt-tool "
        + #"-n '__receipt-tool_should_offer_completions_for_positional "receipt-tool" -eq 1' -F"#
    }
  }

  private static func withDefaults<Root: ParsableCommand>(_ root: Root.Type) -> any ParsableCommand.Type {
    WithDefaults<Root, DecodeDefaults>.self
  }

  /// A command with the options of its default command. It is never run.
  private struct WithDefaults<Command: ParsableCommand, Options: ParsableArguments>: ParsableCommand {
    static var configuration: CommandConfiguration {
      var configuration = Command.configuration
      configuration.subcommands = configuration.subcommands.map {
        $0 == Mint.self ? WithDefaults<Mint, MintDefaults>.self : $0
      }
      return configuration
    }

    @OptionGroup var options: Options
  }

  private struct DecodeDefaults: ParsableArguments {
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var judging: JudgingOptions
    @OptionGroup var own: DecodeOptions
  }

  private struct MintDefaults: ParsableArguments {
    @OptionGroup var contents: MintContentOptions
    @OptionGroup var signing: MintSigningOptions
    @OptionGroup var output: MintOutputOptions
  }
}
