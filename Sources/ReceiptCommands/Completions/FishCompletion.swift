/// Completions for fish, which needs a rule for every word.
struct FishCompletion {
  let text: String

  init(_ model: CommandModel) {
    var lines = [Self.functions(model), "complete -c receipt-tool -e", "complete -c receipt-tool -f"]
    for command in model.commands {
      let here = "__receipt_tool_at \(Self.quoted(command.name))"
      for subcommand in command.subcommands {
        lines.append(
          "complete -c receipt-tool -n \(Self.quoted(here + " first")) -a \(Self.quoted(subcommand.name)) "
            + "-d \(Self.quoted(Self.short(subcommand.text)))")
      }
      lines.append("complete -c receipt-tool -n \(Self.quoted(here + " alone")) -l help -d 'Show help.'")
      for option in command.options {
        let rule = [here, "free", option.isRepeated ? "" : option.name, option.isBeforeInputs ? "front" : ""]
          .filter { !$0.isEmpty }.joined(separator: " ")
        lines.append(
          "complete -c receipt-tool -n \(Self.quoted(rule)) -l \(option.name.dropFirst(2))\(Self.arguments(option.value)) "
            + "-d \(Self.quoted(Self.short(option.text)))")
      }
      switch command.input {
      case .file?, .directory?:
        let rule = here + " input" + (command.takesOneInput ? " once" : "")
        lines.append("complete -c receipt-tool -n \(Self.quoted(rule))\(Self.arguments(command.input, isInput: true))")
      default: break
      }
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func arguments(_ value: CommandModel.Value?, isInput: Bool = false) -> String {
    switch value {
    case nil: ""
    case .any?: " -x"
    case .file?: isInput ? " -F" : " -r -F"
    case .directory?: (isInput ? "" : " -x") + " -a '(__fish_complete_directories)'"
    case .list(let list)?: " -x -a \(quoted(list.joined(separator: " ")))"
    }
  }

  /// The first sentence.
  private static func short(_ text: String) -> String {
    text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) + "." } ?? text
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  /// The context of the cursor: its command, and the words so far.
  private static func functions(_ model: CommandModel) -> String {
    let groups = model.commands.filter { !$0.subcommands.isEmpty }.map { command in
      "    case \(quoted(command.name))\n      echo \(quoted(command.subcommands.map(\.name).joined(separator: "\n")))"
    }
    let values = model.commands.map { command in
      let names = command.options.filter { $0.value != nil }.map(\.name)
      return "    case \(quoted(command.name))\n      echo \(quoted(names.joined(separator: "\n")))"
    }
    func table(_ name: String, _ cases: [String]) -> String {
      "function __receipt_tool_\(name)\n  switch $argv[1]\n" + cases.joined(separator: "\n") + "\n  end\nend\n"
    }
    return table("commands", groups) + "\n" + table("values", values) + "\n" + #"""
      # __receipt_tool_at COMMAND [first | alone | input [once] | free [OPTION] [front]]
      function __receipt_tool_at
        set -l words (commandline -opc)
        set -e words[1]
        set -l command ''
        set -l help no
        while set -q words[1]
          set -l names (__receipt_tool_commands $command)
          if contains -- $words[1] $names
            set command (string trim -- "$command $words[1]")
          else if test $words[1] = help; and test $help = no; and set -q names[1]
            set help yes
          else
            break
          end
          set -e words[1]
        end
        test "$command" = "$argv[1]"; or return 1
        if test $help = yes
          test "$argv[2]" = first; and not set -q words[1]
          return
        end
        set -l input no
        set -l ended no
        set -l given
        set -l expected no
        for word in $words
          if test $expected = yes
            set expected no
            continue
          end
          if test $ended = no; and string match -q -- '-?*' $word
            if test "$word" = --
              set ended yes
              continue
            end
            if contains -- $word --help -help -h --version
              return 1
            end
            set -a given (string split -m1 = -- $word)[1]
            if contains -- $word (__receipt_tool_values $command)
              set expected yes
            end
            continue
          end
          set input yes
        end
        # The value of the last option is completed: it is no second one, and no input.
        if test $expected = yes
          set -e given[-1]
          test "$argv[2]" = free; or return 1
        end
        switch "$argv[2]"
          case first alone
            test (count $words) -eq 0
          case input
            test "$argv[3]" != once; or test $input = no
          case free
            test $ended = no; or return 1
            if contains -- front $argv; and test $input = yes
              return 1
            end
            for option in $argv[3..-1]
              if contains -- $option $given
                return 1
              end
            end
            return 0
        end
      end

      """#
  }
}
