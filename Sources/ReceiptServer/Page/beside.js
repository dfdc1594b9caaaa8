/** A receipt beside something else: a saved answer of verifyReceipt. */
const beside = (() => {
  const { make, plain, bdi, section, list, table } = shared;
  const { say, tell } = texts;
  const theirs = (text) => make('span', { lang: 'en', dir: 'auto' }, plain(text));

  /** What the server says of the two. */
  const read = (ask, receipt, other) => ask('compare', JSON.stringify({ receipt, response: other }), [], 'v1', 'application/json');

  const shown = (value) => (value === undefined ? [] : [bdi(typeof value === 'string' ? value : JSON.stringify(value))]);

  /** The parts of the page about it. */
  function sections(compared) {
    if (!compared.ok) {
      return [section('warn', say('compare_failed'), make('p', {}, theirs(compared.value.detail)),
        compared.value.hint ? make('p', { class: 'soft' }, theirs(compared.value.hint)) : null)];
    }
    const { verdict, counts, findings, fields, another_receipt: another, status_agreement: status } = compared.value;
    const kind = { agrees: 'good', differs: 'bad' }[verdict] ?? 'warn';
    const element = section(kind, say(`compare_${verdict}`),
      another ? make('p', {}, theirs(another)) : null,
      status?.reason ? make('p', {}, theirs(status.reason)) : null,
      make('p', {}, say('compare_counts', {
        equal: counts.equal, expected: counts.different_expected + counts.moved_expected + counts.only_apple_expected,
        unexpected: counts.different + counts.moved + counts.only_apple + counts.only_local,
      })),
      findings.length ? make('ul', {}, ...findings.map((one) => make('li', {}, theirs(one.message)))) : null,
      ...(fields.length ? table(['compare_place', 'compare_local', 'compare_apple', 'compare_cause'].map((key) => say(key)),
        fields.map((one) => [one.pointer, shown(one.local), shown(one.apple),
          [one.expected ? say('is_expected') : '', one.cause ? theirs(` ${one.cause.replaceAll('-', ' ')}`) : ''].filter(Boolean)]), 100)
        : [make('p', {}, say('compare_nothing'))]));
    element.dataset.part = 'beside';
    return [element];
  }

  return { read, sections };
})();
