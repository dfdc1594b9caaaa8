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
    const [first, second] = await Promise.all([receipt, other].map(async (text) => ({
      status: await ask('status', text, at), summary: await ask('summary', text, [...at, ['language', texts.tag]], 'page'),
    })));
    return { first, second };
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

  /** Every purchase of a status document, by its transaction. */
  const purchases = ({ subscriptions, other_purchases: others }) => new Map(
    [...subscriptions.flatMap(({ periods }) => periods), ...others].filter((one) => one.transaction_id).map((one) => [one.transaction_id, one]));

  /** Two receipts of one customer: which is newer, and what the newer one says differently of purchases. */
  function two({ first, second }) {
    const wrong = [first, second].find(({ status, summary }) => !status.ok || !summary.ok);
    if (wrong) return failed(wrong.status.ok ? wrong.summary : wrong.status);
    const times = [first, second].map(({ status }) => Date.parse(status.value.known_until?.time ?? ''));
    const isFirstNewer = times[0] > times[1];
    const age = times.some(Number.isNaN) ? 'unknown' : times[0] === times[1] ? 'same' : isFirstNewer ? 'first' : 'second';
    const [older, newer] = isFirstNewer ? [second, first] : [first, second];
    const differ = (key) => first.status.value[key] !== second.status.value[key];
    const isProven = ({ status: { value } }) => ['authentic', 'test-signed'].includes(value.authenticity?.verdict) && !value.unverified_because && !value.unread.length;
    const doubts = [differ('bundle_id') && 'beside_other_app', differ('environment') && 'beside_other_environment',
      !(isProven(first) && isProven(second)) && 'beside_unproven'].filter(Boolean);
    const [before, after] = [older, newer].map(({ status }) => purchases(status.value));
    const told = (one) => [one.product_id, one.start ?? one.purchased, one.expires, one.cancelled, one.quantity].join('\n');
    const changes = [
      ...[...after].filter(([id]) => !before.has(id)).map(([id, one]) => ['beside_added', id, one]),
      ...[...after].filter(([id, one]) => before.has(id) && told(before.get(id)) !== told(one)).map(([id, one]) => ['beside_changed', id, one]),
      ...[...before].filter(([id]) => !after.has(id)).map(([id, one]) => ['beside_gone', id, one]),
    ];
    const sentence = ({ status, summary }) => [
      ...summary.value.text.lines.map(({ text }) => make('span', { lang: summary.value.text.language, dir: 'auto', class: 'line' }, plain(text))),
      status.value.known_until ? make('span', { class: 'soft line' }, make('time', {}, `${date(status.value.known_until.time)} UTC`)) : null];
    return section(doubts.length ? 'warn' : null, say(`beside_${age}_newer`),
      ...doubts.map((key) => make('p', { class: 'word warn' }, say(key))),
      list([[say('beside_first'), sentence(first)], [say('beside_second'), sentence(second)]]),
      ...(changes.length ? table(['beside_change', 'product', 'transaction', 'bought_at', 'expires_at', 'refunded_utc'].map((key) => say(key)),
        changes.map(([key, id, one]) => [[say(key)], one.product_id, id, date(one.start ?? one.purchased), date(one.expires), date(one.cancelled)]), 100)
        : [make('p', {}, say('beside_nothing'))]),
      changes.some(([key]) => key === 'beside_gone') ? make('p', { class: 'soft' }, say('beside_gone_words')) : null);
  }

  /** The part of the page about it. */
  function sections(found) {
    const element = found.compared ? comparison(found.compared) : two(found);
    element.dataset.part = 'beside';
    return [element];
  }

  return { read, sections };
})();
