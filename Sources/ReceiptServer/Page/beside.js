/** A receipt beside something else: a saved answer of verifyReceipt, or another receipt. */
const beside = (() => {
  const { make, plain, bdi, date, section, list, table } = shared;
  const { say } = texts;
  const theirs = (text) => make('span', { lang: 'en', dir: 'auto' }, plain(text));
  /** More of a value is no help to people; a receipt in an answer has thousands. */
  const longestValue = 120;

  const isAnswer = (text) => { try { return 'status' in JSON.parse(text); } catch { return false; } };

  /** What the server says of the two. */
  async function read(ask, receipt, other, at) {
    if (isAnswer(other)) return { compared: await ask('compare', JSON.stringify({ receipt, response: other }), [], 'v1', 'application/json') };
    const body = JSON.stringify({ first: receipt, second: other });
    const [difference, told] = await Promise.all([
      ask('diff', body, at, 'v1', 'application/json'), ask('diff', body, [...at, ['language', texts.tag]], 'page', 'application/json'),
    ]);
    return { difference, told };
  }

  function shown(value) {
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [bdi(text.length > longestValue ? `${text.slice(0, longestValue)}…` : text)];
  }

  const failed = ({ value }) => section('warn', say('compare_failed'), make('p', {}, theirs(value.detail)),
    value.hint ? make('p', { class: 'soft' }, theirs(value.hint)) : null);

  /** What `compare` says of a receipt and an answer. */
  function comparison(compared) {
    if (!compared.ok) return failed(compared);
    const { verdict, counts, findings, fields, another_receipt: another, status_agreement: status } = compared.value;
    const kind = { agrees: 'good', differs: 'bad' }[verdict] ?? 'warn';
    return section(kind, say(`compare_${verdict}`),
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
  }

  /** The dates of a purchase that only one of them has, and what changed of one that both have; in small print. */
  const members = (change) => change.members
    .filter(({ name }) => change.kind === 'changed' || ['purchased', 'expires', 'cancelled'].includes(name))
    .map(({ name, before, after }) => make('span', { class: 'soft line' }, theirs(`${name.replaceAll('_', ' ')}: `),
      { added: [after], changed: [before, after], gone: [before] }[change.kind].flatMap((value, index) => [index ? ' → ' : '', ...shown(value ?? '–')])));

  /** What `diff` says of two receipts of one customer: which is newer, and what was bought, changed or refunded in between. */
  function two({ difference, told }) {
    if (!difference.ok) return failed(difference);
    if (!told.ok) return failed(told);
    const { newer, apart_seconds: apart, changes, sides } = difference.value;
    const { language, sentence, doubts, before, after } = told.value;
    const words = (text, kind) => make('p', { class: kind, lang: language, dir: 'auto' }, plain(text));
    const answers = (key, lines) => [say(key), lines.length ? lines.map((line) => make('span', { lang: language, dir: 'auto', class: 'line' }, plain(line))) : null];
    const has = (test) => difference.value.doubts.some(({ kind }) => test(kind));
    const areTwo = has((kind) => kind.startsWith('two-'));
    const age = newer ?? (apart === 0 ? 'same' : 'unknown');
    return section(doubts.some(({ serious }) => serious) ? 'bad' : doubts.length ? 'warn' : null,
      say(areTwo ? 'beside_not_compared' : `beside_${age}${age !== 'unknown' && has((kind) => kind === 'not-proven') ? '_claims' : ''}_newer`),
      ...doubts.map(({ text, serious }) => words(`${serious ? '✗' : '!'} ${text}`, `word ${serious ? 'bad' : 'warn'}`)),
      areTwo ? null : words(sentence, null),
      list([answers(newer && !areTwo ? 'beside_before' : 'beside_first_says', before), answers(newer && !areTwo ? 'beside_now' : 'beside_second_says', after), ...sides.map(({ side, known_until: known }) =>
        [say(`beside_${side}`), known ? make('time', {}, `${date(known.time)} UTC`) : null])]),
      ...(areTwo ? [] : changes.length ? table([newer ? 'beside_change' : 'beside_change_second', 'product', 'transaction', 'compare_cause'].map((key) => say(key)),
        changes.map((one) => [[say(`beside_${one.kind}`)], one.product_id, one.transaction_id ?? one.original_transaction_id,
          [theirs(one.causes.map((cause) => cause.replaceAll('-', ' ')).join(', ') + (one.note ? `: ${one.note}` : '')), ...members(one)]]), 100)
        : [make('p', {}, say('beside_nothing'))]));
  }

  /** The part of the page about it. */
  function sections(found) {
    const element = found.compared ? comparison(found.compared) : two(found);
    element.dataset.part = 'beside';
    return [element];
  }

  return { read, sections };
})();
