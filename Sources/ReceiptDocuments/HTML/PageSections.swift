/// The sections that only the pages have. Classes are those of `page.css`.
extension HTMLWriter {
  /// Writes a section that shows its heading, and the rest when it is asked for.
  private mutating func writeFoldedSection(_ name: String, _ title: Message, _ content: (inout HTMLWriter) -> Void) {
    element("section", ["data-part": name, "lang": language.rawValue]) { writer in
      writer.element("details") { writer in
        writer.element("summary") { $0.element("h2") { $0.text(title) } }
        content(&writer)
      }
    }
    raw("\n")
  }

  /// Writes a button that copies the text that its part shows. The class hides it where no script can do so.
  private mutating func writeCopyButton(_ title: Message) {
    let attributes: KeyValuePairs<StaticString, String> = [
      "type": "button", "class": "copy", "data-copy": title.text(in: language),
      "data-copied": ("Copied ✓" as Message).text(in: language),
      "data-selected": ("Selected: press Ctrl C" as Message).text(in: language),
    ]
    element("button", attributes) { $0.text(title) }
  }

  /// Writes the options of a choice of languages, each in its own language.
  package mutating func writeLanguages() {
    for one in SummaryLanguage.allCases {
      let attributes: KeyValuePairs<StaticString, String> =
        one == language
        ? ["value": one.rawValue, "lang": one.rawValue, "selected": ""] : ["value": one.rawValue, "lang": one.rawValue]
      element("option", attributes, text: one.ownName)
    }
  }

  /// Writes the part in which a reply is chosen, edited and copied. Each choice has its own field, of which one is
  /// shown: the one in the language of the page, without the names of products.
  mutating func writeReplies(_ replies: [ReplyText]) {
    guard !replies.isEmpty else { return }
    let label = ("Text of the reply" as Message).text(in: language)
    writeFoldedSection("reply", "Reply to the customer") { writer in
      writer.element("p", ["class": "hint"]) {
        $0.text(
          """
          It claims no more than is proven and contains no identifiers. Read it before you send it. If your app has no \
          button that sends the receipt, your developers can add one: see the guide for support.
          """)
      }
      for reply in replies {
        for namesProducts in [false, true] {
          let isShown = reply.language == writer.language && !namesProducts
          let visibility: StaticString = isShown ? "data-shown" : "hidden"
          let attributes: KeyValuePairs<StaticString, String> = [
            "class": "letter", "rows": "7", "dir": "auto", "lang": reply.language.rawValue, "aria-label": label,
            "data-named": "\(namesProducts)", visibility: "",
          ]
          // HTML drops the first line break of a field.
          writer.element("textarea", attributes) { $0.verbatim("\n" + reply.text(namesProducts: namesProducts)) }
        }
      }
      writer.element("div", ["class": "row scripted"]) { writer in
        writer.writeCopyButton("Copy the reply")
        let name = ("Language of the reply" as Message).text(in: writer.language)
        writer.element("select", ["aria-label": name]) { $0.writeLanguages() }
        writer.element("label", ["class": "check"]) { writer in
          writer.empty("input", ["type": "checkbox"])
          writer.raw(" ")
          writer.text("Name the products" as Message)
        }
      }
    }
  }

  /// Writes the documents of the commands as they are, each below its name.
  mutating func writeDocuments(_ documents: [(name: String, bytes: [UInt8])]) {
    guard !documents.isEmpty else { return }
    writeFoldedSection("json", "JSON") { writer in
      for document in documents {
        writer.element("details") { writer in
          writer.element("summary", ["lang": "en"], text: document.name)
          writer.element("div", ["class": "row scripted"]) { $0.writeCopyButton("Copy the JSON") }
          let attributes: KeyValuePairs<StaticString, String> = [
            "tabindex": "0", "role": "region", "aria-label": document.name, "lang": "en",
          ]
          writer.element("pre", attributes) { $0.verbatim(String(decoding: document.bytes, as: UTF8.self)) }
        }
      }
    }
  }
}

extension SummaryLanguage {
  /// The name of the language in itself: "Deutsch". In the catalog, that is the translation of "English".
  fileprivate var ownName: String { ("English" as Message).text(in: self) }
}
