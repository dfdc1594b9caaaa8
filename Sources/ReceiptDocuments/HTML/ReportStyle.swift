extension Report {
  /// The style of a report, as CSS: on screens of any width, light and dark, and on paper. The pages have it, too.
  ///
  /// `.told` is the text of a report. `.claimed` is a part of it that nothing proves and that must not look good.
  package static let style: StaticString = """

    :root {
      color-scheme: light dark;
      --paper: light-dark(#fbfbfa, #16181b);
      --card: light-dark(#ffffff, #1f2226);
      --ink: light-dark(#1b1d20, #e8e9eb);
      --soft: light-dark(#5b6068, #a3a9b2);
      --line: light-dark(#d9dbde, #3a3f46);
      --link: light-dark(#0b57d0, #8ab4f8);
      --good: light-dark(#146c2e, #7fd694);
      --caution: light-dark(#8a5300, #f0b95b);
      --bad: light-dark(#b3261e, #f2948d);
      --paid: light-dark(#3367d6, #6c9bf5);
      --trial: light-dark(#2e7d4f, #62c08a);
      --offer: light-dark(#9b51c4, #c48ee6);
    }
    :root[data-theme="light"] { color-scheme: light; }
    :root[data-theme="dark"] { color-scheme: dark; }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
    }
    header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1rem; }
    footer { padding-bottom: 1rem; color: var(--soft); font-size: .9rem; }
    h1 { font-size: 1.5rem; margin: 0; }
    h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
    p { margin: .25rem 0; }
    summary { cursor: pointer; color: var(--link); }
    summary h2 { display: inline; }
    #results { overflow-wrap: anywhere; }
    section {
      background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0 0 1rem;
    }
    main > section:first-child { margin-top: 1rem; }
    #results > section:not(.answer):has(> details) { padding: .5rem 1rem; margin-bottom: .5rem; }
    #results > section:not(.answer) > details[open] > summary { margin-bottom: .5rem; }
    .answer { border-left-width: .5rem; }
    .answer :is(h1, h2) { font-size: 1.25rem; }
    .answer p { margin-block: .25rem; }
    .answer.good { border-left-color: var(--good); }
    .answer.caution { border-left-color: var(--caution); }
    .answer.bad { border-left-color: var(--bad); }
    .answer :is(details, details > summary, summary ~ p, p:not(.word)) { color: var(--soft); }
    .word { font-weight: 600; }
    .word.good, .told .good { color: var(--good); }
    .word.caution, .told .warning { color: var(--caution); }
    .word.bad, .told .bad { color: var(--bad); }
    .claimed .good { color: inherit; }
    .soft, .local, .told :is(.faint, small) { color: var(--soft); font-weight: 400; }
    .told .heading { font-weight: inherit; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
    dt { color: var(--soft); }
    dd { margin: 0; grid-column: 2; overflow-wrap: anywhere; }
    .told dl { grid-template-columns: fit-content(16rem) 1fr; }
    .told dt { min-width: 7rem; overflow-wrap: anywhere; }
    .inner { grid-column: 1 / -1; padding-left: 1rem; border-left: 2px solid var(--line); }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
    th, td {
      text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
    }
    th { color: var(--soft); font-weight: 500; white-space: nowrap; }
    /* Numbers stay whole; what is longer than a column is broken. */
    td { overflow-wrap: break-word; max-width: 22rem; }
    .told td:has(time) { white-space: nowrap; }
    td .local { display: block; white-space: normal; font-size: .85em; }
    svg { width: 100%; height: 2.5rem; display: block; }
    svg .now { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 4 3; }
    svg .gap { stroke: var(--soft); stroke-dasharray: 2 4; }
    svg .taken { stroke: var(--bad); stroke-width: 3; }
    .paid { fill: var(--paid); }
    .trial { fill: var(--trial); }
    .introductory, .offer { fill: var(--offer); }
    .grace { fill: var(--caution); }
    .unknown, svg .upgraded { fill: var(--soft); }
    svg .doubtful { fill: none; stroke: var(--soft); }
    svg .refunded { fill: var(--card); stroke: var(--bad); stroke-width: 2; vector-effect: non-scaling-stroke; }
    .ends { display: flex; justify-content: space-between; gap: 1rem; font-size: .8rem; color: var(--soft); }
    .legend {
      display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0;
      font-size: .85rem; color: var(--soft);
    }
    .legend svg { display: inline-block; width: .9rem; height: .9rem; vertical-align: -.1rem; margin-right: .3rem; }
    @media screen and (max-width: 40rem) {
      .answer :is(h1, h2) { font-size: 1.125rem; }
      dl { grid-template-columns: 1fr; gap: 0; }
      dd { margin-bottom: .4rem; grid-column: 1; }
      .told dl { grid-template-columns: fit-content(9rem) 1fr; column-gap: .5rem; }
      .told dt { min-width: 6.5rem; }
      .told dd { grid-column: 2; }
      .told .inner { grid-column: 1 / -1; }
      table.cards thead { position: absolute; left: -99rem; }
      table.cards, table.cards tbody, table.cards tr, table.cards td { display: block; }
      table.cards tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
      table.cards td { border: 0; padding: 0; max-width: none; overflow-wrap: anywhere; white-space: normal; }
      table.cards td::before { content: attr(data-name) " "; color: var(--soft); }
      table.cards td:empty { display: none; }
    }
    @media print {
      :root { color-scheme: light; }
      @page { margin: 16mm; }
      body { background: none; font-size: 10pt; }
      main, footer { max-width: none; padding: 0; }
      section { break-inside: avoid-page; }
      h2, h3 { break-after: avoid; }
      table { font-size: 8pt; }
      .scroll { overflow: visible; }
      details::details-content { display: block; content-visibility: visible; }
    }

    """
}
