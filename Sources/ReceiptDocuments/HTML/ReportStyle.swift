extension HTMLReport {
  /// The style of a report, as CSS: on screens of any width, light and dark, and on paper.
  static let style: StaticString = """

    :root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #fff; --line: #d0d7de;
      --good: #116329; --good-back: #e7f6eb; --caution: #6f4400; --caution-back: #fff4d3; --bad: #a40e26; --bad-back: \
      #ffeceb; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #a3adb8; --paper: #0d1117; --line: #363d46;
      --good: #7ee2a0; --good-back: #10291a; --caution: #f0c05a; --caution-back: #2e2410; --bad: #ff9d96; --bad-back: \
      #34171a; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
    main, footer { max-width: 66rem; margin: 0 auto; padding: 1rem; }
    header { padding: 1rem 1.25rem; border-inline-start: .375rem solid; border-radius: .375rem; }
    header h1 { margin: 0; font-size: 1.375rem; line-height: 1.35; font-weight: 600; }
    header p { margin: .25rem 0 0; color: var(--ink); }
    header.good { background: var(--good-back); border-color: var(--good); }
    header.caution { background: var(--caution-back); border-color: var(--caution); }
    header.bad { background: var(--bad-back); border-color: var(--bad); }
    .line { display: flex; gap: .5rem; }
    .line + .line { margin-top: .25rem; }
    .mark { flex: none; }
    .good { color: var(--good); } .caution, .warning { color: var(--caution); } .bad { color: var(--bad); }
    .faint, .label, small, dt { color: var(--soft); }
    .heading { font-weight: 600; }
    section { margin-top: 1.75rem; }
    h2 { margin: 0 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.125rem; }
    h3, h4 { margin: .75rem 0 .25rem; font-size: 1rem; }
    small { font-size: .875rem; font-weight: 400; }
    p { margin: .25rem 0; }
    section > p { max-width: 46rem; }
    dl { margin: .75rem 0; }
    dl div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; column-gap: 1rem; padding: .125rem 0; }
    dd { margin: 0; grid-column: 2; }
    .group { padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); margin: .75rem 0; }
    table { width: 100%; border-collapse: collapse; margin: .75rem 0; font-size: .875rem; font-variant-numeric: \
    tabular-nums; }
    th, td { padding: .375rem .75rem .375rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid \
    var(--line); }
    th { color: var(--soft); font-size: .75rem; font-weight: 600; overflow-wrap: normal; }
    td { min-width: 6.2em; } td[data-name="TYPE"] { min-width: 7.5em; }
    td[data-name="PRODUCT"] { min-width: 10em; } td[data-name="TRANSACTION"], td[data-name="ORIGINAL"] { min-width: \
    10.5em; }
    footer { color: var(--soft); font-size: .875rem; }
    @media screen and (max-width: 64rem) {
      thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      table, tbody, tr, td { display: block; }
      tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
      td { display: grid; grid-template-columns: 8rem 1fr; gap: .75rem; padding: .125rem 0; border: 0; }
      td::before { content: attr(data-name); color: var(--soft); font-size: .75rem; line-height: 1.3125rem; }
      td.empty { display: none; }
    }
    @media screen and (max-width: 36rem) {
      header { padding: .75rem; }
      header h1 { font-size: 1rem; }
      dl div { display: block; padding: .25rem 0; }
    }
    @media print {
      :root { --ink: #000; --soft: #444; --paper: #fff; --line: #bbb; --good: #116329; --good-back: #fff; --caution: \
      #6f4400;
        --caution-back: #fff; --bad: #a40e26; --bad-back: #fff; }
      @page { margin: 16mm; }
      body { font-size: 10pt; }
      main, footer { max-width: none; padding: 0; }
      header { border: 1px solid; border-inline-start-width: .375rem; }
      header, tr, dl div { break-inside: avoid; }
      h2, h3, h4 { break-after: avoid; }
      table { font-size: 8pt; }
      thead { display: table-header-group; }
    }

    """
}
