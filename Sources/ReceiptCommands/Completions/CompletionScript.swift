import ArgumentParser

/// Completions for a shell: commands, options, values, and files where accepted; few that would be rejected.
struct CompletionScript {
  let text: String

  init?(shell: String, of root: any ParsableCommand.Type) {
    let model = CommandModel(root)
    switch shell {
    case "bash": text = Self.tables(model) + Self.scan + Self.bash
    case "zsh": text = "#compdef receipt-tool\n\n" + Self.tables(model) + Self.scan + Self.zsh
    case "fish": text = FishCompletion(model).text
    default: return nil
    }
  }

  /// The arguments of the commands, as functions for both bash and zsh.
  private static func tables(_ model: CommandModel) -> String {
    func function(_ name: String, _ lines: [String]) -> String {
      "_receipt_tool_\(name)() {\n  case $1 in\n" + lines.map { "    \($0) ;;\n" }.joined() + "  esac\n}\n\n"
    }
    let commands = model.commands.filter { !$0.subcommands.isEmpty }.map { command in
      "'\(command.name)') echo '\(command.subcommands.map(\.name).joined(separator: " "))'"
    }
    // Marks after a name: * means that it may be repeated, ^ that it must precede the inputs.
    let options = model.commands.map { command in
      let names = command.options.map { $0.name + ($0.isRepeated ? "*" : "") + ($0.isBeforeInputs ? "^" : "") }
      return "'\(command.name)') echo '\(names.joined(separator: " "))'"
    }
    let values = model.commands.flatMap { command in
      command.options.compactMap { option in
        option.value.map { "'\(command.name) \(option.name)') echo '\(words($0))'" }
      }
    }
    let inputs = model.commands.compactMap { command in
      command.input.map { "'\(command.name)') echo '\(words($0))\(command.takesOneInput ? " once" : "")'" }
    }
    return function("commands", commands) + function("options", options) + function("value", values)
      + function("input", inputs)
  }

  private static func words(_ value: CommandModel.Value) -> String {
    switch value {
    case .any: "any"
    case .file: "file"
    case .directory: "directory"
    case .list(let list): "list " + list.joined(separator: " ")
    }
  }

  /// Examines the words between the tool's name and the one to complete.
  private static let scan = #"""
    # Sets command, kind (of what can stand next: any, file, directory, list …, or nothing), offers (words) and first.
    _receipt_tool_scan() {
      local word expected='' ended='' given=' ' input='' names help=''
      command='' kind='' offers='' first=yes
      while [ $# -gt 0 ]; do
        names=$(_receipt_tool_commands "$command")
        [ -n "$names" ] || break
        case " $names " in
          *" $1 "*) command="${command:+$command }$1" ;;
          *) [ "$1" = help ] && [ -z "$help" ] || break; help=yes ;;
        esac
        shift
      done
      if [ -n "$help" ]; then
        [ $# -gt 0 ] || offers=$(_receipt_tool_commands "$command")
        return 0
      fi
      for word in "$@"; do
        first=''
        if [ -n "$expected" ]; then
          [ "$word" = = ] || expected=''
          continue
        fi
        case $ended$word in
          --) ended=yes ;;
          --help | -help | -h | --version) return 0 ;;
          -?*)
            given="$given${word%%=*} "
            case $word in *=*) ;; *) expected=$(_receipt_tool_value "$command $word") ;; esac ;;
          *) input=yes ;;
        esac
      done
      if [ -n "$expected" ]; then
        kind=$expected
        return
      fi
      kind=$(_receipt_tool_input "$command")
      case $kind in *' once') kind=${kind% once}; [ -z "$input" ] || kind='' ;; esac
      [ -z "$ended" ] || return 0
      [ -z "$first" ] || offers="$(_receipt_tool_commands "$command") --help"
      while read -r word; do
        names=${word%^}
        names=${names%\*}
        case $word in *^) [ -z "$input" ] || continue ;; esac
        case $word in *\**) ;; *) case $given in *" $names "*) continue ;; esac ;; esac
        offers="$offers $names"
      done <<END
    $(_receipt_tool_options "$command" | tr ' ' '\n')
    END
    }


    """#

  private static let bash = #"""
    _receipt_tool() {
      local command kind offers first word=${COMP_WORDS[COMP_CWORD]} list='' line
      # A word with = comes in three pieces.
      [ "$word" != = ] || word=''
      COMPREPLY=()
      _receipt_tool_scan "${COMP_WORDS[@]:1:COMP_CWORD-1}"
      case $word in
        -*) list=$offers kind='' ;;
        *) for line in $offers; do case $line in -*) ;; *) list="$list $line" ;; esac; done ;;
      esac
      case $kind in
        'list '*) list="$list ${kind#list }" ;;
      esac
      while IFS= read -r line; do
        [ -z "$line" ] || COMPREPLY+=("$line")
      done < <(
        compgen -W "$list" -- "$word"
        case $kind in
          file) compgen -f -- "$word" ;;
          directory) compgen -d -- "$word" ;;
        esac
      )
      case $kind in file | directory) compopt -o filenames 2>/dev/null ;; esac
      return 0
    }

    complete -F _receipt_tool receipt-tool

    """#

  private static let zsh = #"""
    _receipt_tool() {
      local command kind offers first word=$words[CURRENT] option
      local -a list
      if [[ $word == --*=* ]]; then
        option=${word%%=*}
        _receipt_tool_scan "${(@)words[2,CURRENT-1]}" "$option"
        compset -P '*='
      else
        _receipt_tool_scan "${(@)words[2,CURRENT-1]}"
      fi
      if [[ $word == -* && -z $option ]]; then
        list=(${(M)${=offers}:#-*})
        compadd -- $list
        return
      fi
      list=(${${=offers}:#-*})
      case $kind in
        'list '*) list+=(${=kind#list }) ;;
      esac
      (( $#list )) && compadd -- $list
      case $kind in
        file) _files ;;
        directory) _files -/ ;;
      esac
    }

    if [ "$funcstack[1]" = _receipt-tool ]; then
      _receipt_tool "$@"
    else
      compdef _receipt_tool receipt-tool
    fi

    """#
}
