(() => {
  const { fill, make, plain, bdi, date, section, list, table } = shared;
  const { say, tell } = texts;
  const byID = (id) => document.getElementById(id);
  const [form, field, results, said] = ['form', 'receipt', 'results', 'said'].map(byID);
  let opened = null; // The bytes of files, while the field shows their names.
  let run = 0;

  const appleDate = (text) => (text ? plain(text).replace(' Etc/GMT', '') : '');

  /** Words of the server, which are English. */
  const theirs = (text) => make('span', { lang: 'en', dir: 'auto' }, plain(text));

  /** A moment of UTC in the reader's own time; nothing where that is the same. */
  function local(text) {
    const here = new Date(text.replace(' ', 'T').replace(/Z?$/, 'Z'));
    if (Number.isNaN(here.valueOf()) || here.getTimezoneOffset() === 0) return null;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return make('span', { class: 'local' }, ` (${here.toLocaleString(texts.tag, { dateStyle: 'medium', timeStyle: 'short' })}, ${zone})`);
  }

  /** The time since or until a moment, in the largest unit of which there are at least two, as `inspect` tells it. */
  function age(text) {
    const seconds = (Date.parse(text.replace(' ', 'T').replace(/Z?$/, 'Z')) - Date.now()) / 1000;
    const units = [['year', 31556952], ['month', 2629746], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
    const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= 2 * size) ?? units.at(-1);
    const number = unit === 'year' ? Math.trunc(seconds / length) : Math.round(seconds / length);
    return new Intl.RelativeTimeFormat(texts.tag).format(number, unit);
  }

  /** A moment in UTC, with the reader's time and its age beside it; Xcode writes the year 4001 for never. */
  function moment(text) {
    const time = make('time', {}, `${text} UTC`);
    if (/^4001-/.test(text)) return tell('never', { time });
    return Number.isNaN(Date.parse(text.replace(' ', 'T') + 'Z')) ? [bdi(text)] : [time, local(text), make('span', { class: 'soft age' }, `, ${age(text)}`)];
  }

  /** Advice without the sentences about commands: its reader has no terminal. */
  const forPeople = (text) => (text || '').split(/(?<=[.;]) /).filter((part) => !/receipt-tool |--[a-z]/.test(part)).join(' ')
    .replace(/;$/, '');

  /** The tokens of JSON text; layout that stands between them is left out. */
  const tokens = (text) => text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) || [];

  /** Reads JSON without rounding: integers that a JavaScript number cannot hold become strings. */
  function parse(text) {
    return JSON.parse(tokens(text).map((token) =>
      /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token).join(''));
  }

  /** Lays JSON out in lines, digit for digit. */
  function pretty(text) {
    const lines = [];
    let [line, depth] = ['', 0];
    const flush = () => { if (line.trim()) lines.push(line); line = '  '.repeat(depth); };
    const list = tokens(text);
    list.forEach((token, index) => {
      const next = list[index + 1];
      if (token === '{' || token === '[') {
        line += token;
        if (next !== '}' && next !== ']') { depth += 1; flush(); }
      } else if (token === '}' || token === ']') {
        const previous = list[index - 1];
        if (previous !== '{' && previous !== '[') { depth -= 1; flush(); }
        line += token;
      } else {
        line += token === ':' ? ': ' : token;
        if (token === ',') flush();
      }
    });
    flush();
    return lines.join('\n') + '\n';
  }

  // -- Asking the server that this page came from, and no other.

  async function ask(name, body, parameters = [], folder = 'v1', type = 'application/octet-stream') {
    const query = new URLSearchParams(parameters).toString();
    // The whole address: where that of the page has a token in it, fetch refuses what is relative to it.
    const response = await fetch(`${location.origin}/${folder}/${name}${query ? '?' + query : ''}`, {
      method: 'POST', body, headers: { 'Content-Type': type }, cache: 'no-store',
    });
    const text = await response.text();
    try { return { name, ok: response.ok, status: response.status, text, value: parse(text) }; } catch {
      throw new Error(say('no_json', { status: String(response.status) }));
    }
  }

  function expectations() {
    const parameters = [];
    for (const [name, value] of new FormData(form)) {
      // Now is what is meant where nothing is said.
      if (value.trim() && !(name === 'at' && /^(now|today)$/i.test(value.trim()))) parameters.push([name, value.trim()]);
    }
    return parameters;
  }

  /** The parameter that the server did not understand: what it says of it begins with the name. */
  const parameter = (detail) => /^[a-z-]*/.exec(detail)[0];
  const isAboutMoment = (detail) => parameter(detail) === 'at';
  const label = (name) => form.elements[name].parentElement.firstChild.textContent.trim();
  /** The same with the field's label for the name. */
  const labelled = (detail) => (form.elements[parameter(detail)] ? detail.replace(parameter(detail), (name) => `“${label(name)}”`) : detail);

  /** Says at its field what the server did not understand; answers whether there is such a thing. */
  function complain(answers) {
    for (const old of form.querySelectorAll('.wrong')) old.remove();
    for (const input of form.querySelectorAll('[aria-invalid]')) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
    const problems = new Map(answers.filter((answer) => answer.status === 400).map(({ value }) => [value.detail, value]));
    let first = null;
    for (const { detail, hint } of problems.values()) {
      const input = form.elements[parameter(detail)];
      const told = isAboutMoment(detail) ? say('at_form') : theirs([labelled(detail), hint].filter(Boolean).join('; '));
      const words = make('span', { class: 'wrong', id: `wrong-${input?.name}`, role: 'alert' }, told);
      form.querySelector('details').open = true;
      if (!input) { form.querySelector('.fields').append(words); continue; }
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', words.id);
      input.after(words);
      first ??= input;
    }
    first?.focus();
    return problems.size > 0;
  }

  // -- One input, or several.

  /** The items of what was pasted: signed data line by line, JSON or base64 with empty lines in between; else it is one item. */
  function items(text) {
    const isWhole = (part) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(part) || /^\{[^]*\}$/.test(part) || /^[A-Za-z0-9+/\s]{200,}={0,2}$/.test(part);
    const isLine = (line) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(line) || /^\{.*\}$/.test(line) || /^[A-Za-z0-9+/]{1000,}={0,2}$/.test(line);
    const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    if (lines.length > 1 && lines.every(isLine)) return lines;
    const parts = text.split(/\r?\n\s*\n/).map((part) => part.trim()).filter(Boolean);
    return parts.length > 1 && parts.every(isWhole) ? parts : [text];
  }

  /** A file as text: as it is, or as base64 if it is none. */
  function text(bytes) {
    try { return new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch {
      let octets = '';
      for (const octet of new Uint8Array(bytes)) octets += String.fromCharCode(octet);
      return btoa(octets);
    }
  }

  async function read(focus) {
    const given = opened ?? items(field.value).map((one) => ({ text: one }));
    if (!opened && !field.value.trim()) {
      show([section('warn', say('nothing_title'), make('p', {}, say('nothing_words')))]);
      field.focus();
      return;
    }
    const mine = ++run;
    results.setAttribute('aria-busy', 'true');
    said.textContent = say('reading');
    said.lang = texts.tag;
    let sections;
    try {
      const report = (isDated) => (given.length > 1 ? together(given.map((one) => one.text ?? text(one.bytes)), isDated)
        : single(given[0].bytes ?? given[0].text, isDated));
      sections = await report(true);
      const undated = sections.problems.filter(({ status, value }) => status === 400 && isAboutMoment(value.detail));
      if (undated.length) {
        const now = await report(false);
        sections = Object.assign([notUnderstood(), ...now], { problems: [...undated, ...now.problems] });
      }
    } catch (error) {
      sections = [section('bad', say('no_answer'), make('p', {}, bdi(error.message)), make('p', { class: 'soft' }, say('no_answer_words')))];
    }
    if (mine !== run) return;
    const isComplaint = complain(sections.problems ?? []);
    show(sections);
    if (focus && !isComplaint) results.focus();
  }

  /** Said before everything else: the report is not of the moment that was asked for. */
  const notUnderstood = () => part('undated', section('warn', say('undated'),
    make('p', {}, ...tell('undated_words', { field: bdi(label('at')), value: bdi(form.elements.at.value.trim()) })), make('p', {}, say('at_form'))));

  /** What was expected: apps, the moment of the question if it was understood, and everything else with the apps. */
  function asked(isDated) {
    const given = expectations();
    return {
      at: given.filter(([name]) => isDated && name === 'at'), apps: given.filter(([name]) => name === 'bundle-id'),
      // The moment is for subscriptions. Certificates are judged at the receipt's own date, as Apple judges them: later they have expired
      // under every receipt.
      wanted: given.filter(([name]) => name !== 'at'),
    };
  }

  async function single(body, isDated) {
    const { at, apps, wanted } = asked(isDated);
    const then = at.length ? wanted.filter(([name]) => name === 'active') : [];
    const [summary, ...answers] = await Promise.all([
      ask('summary', body, [...at, ...apps, ['language', texts.tag]], 'page'),
      ask('decode', body), ask('status', body, at), ask('validate', body, wanted.filter((one) => !then.includes(one))), ask('diagnose', body, apps),
      ...(then.length ? [ask('validate', body, [...then, ...at])] : []),
    ]);
    // The words of reports are the server's, which prints them on terminals as well.
    const [inspected, told, compared] = await Promise.all([
      answers[0].ok && answers[0].value.jws ? ask('inspect', body, [], 'page') : null,
      answers[1].ok ? ask('status', body, at, 'page') : null,
      byID('other').value.trim() ? beside.read(ask, typeof body === 'string' ? body : text(body), byID('other').value.trim(), at) : null,
    ]);
    for (const answer of [inspected, told]) if (answer && !answer.ok) throw new Error(answer.value.detail);
    const [decoded, status, checked, diagnosed, checkedThen] = answers;
    const validated = checkedThen ? asOf(checked, checkedThen) : checked;
    if (checkedThen) checkedThen.name += ' --at';
    const found = facts(decoded, status, validated, wanted, isDated);
    const { kind } = mark(found);
    return Object.assign([
      ...(compared ? beside.sections(compared) : []),
      ...unread(decoded, status),
      ...answer(summary, kind),
      ...verdict(decoded, status, found, diagnosed),
      ...(summary.ok ? [reply.section(summary.value.facts, kind === 'bad', at[0]?.[1])] : []),
      ...(inspected ? report('inspect', say('signed_data'), inspected.value, decoded) : receipt(decoded)),
      ...subscriptions(decoded, status, told),
      ...(hasParts(decoded, status) ? report('status', say('history'), told.value.rest, status) : []),
      ...purchases(decoded),
      ...checks(decoded, validated, wanted, at[0]?.[1]),
      ...forecast(decoded, diagnosed),
      ...signers(decoded),
      save.section(results, answers),
      ...documents(answers),
    ], { problems: [summary, ...answers] });
  }

  /**
   * The checks as of now, but whether a subscription is active as of the moment of the question. Only that is asked with the moment: it is
   * the clock of all checks, and certificates may have expired by then.
   */
  function asOf(now, then) {
    if (!now.ok || !then.ok) return now.ok ? then : now;
    const active = then.value.checks.find(({ check }) => check === 'active_subscription');
    const verdict = { failed: 'failed', skipped: now.value.verdict === 'passed' ? 'incomplete' : now.value.verdict }[active.outcome] ?? now.value.verdict;
    return { ...now, value: { ...now.value, verdict, checks: now.value.checks.map((one) => (one.check === active.check ? active : one)) } };
  }

  /** Several items of one customer as one history. */
  async function together(inputs, isDated) {
    const { at, apps, wanted } = asked(isDated);
    const body = JSON.stringify({ inputs });
    const query = [['together', 'true'], ...at];
    const [summary, status] = await Promise.all([
      ask('summary', body, [...query, ...apps, ['language', texts.tag]], 'page', 'application/json'),
      ask('status', body, query, 'v1', 'application/json'),
    ]);
    if (!status.ok) {
      return Object.assign([section('bad', say('not_together'), make('p', {}, say('not_together_words')), make('p', {}, theirs(status.value.detail)),
        status.value.hint ? make('p', { class: 'soft' }, theirs(forPeople(status.value.hint))) : null)], { problems: [status] });
    }
    const told = await ask('status', body, query, 'page', 'application/json');
    if (!told.ok) throw new Error(told.value.detail);
    // What is not asked of a history may not make it look better.
    const isAskedMore = wanted.length > apps.length;
    const none = { ok: false, status: 422, value: {} };
    return Object.assign([
      ...unread(none, status),
      ...answer(summary, isAskedMore || !isDated || isMixed(status) ? 'warn' : 'good'),
      ...combined(status, inputs.length, isAskedMore),
      reply.section(summary.value.facts, false, at[0]?.[1]),
      ...subscriptions(none, status, told),
      ...report('status', say('history'), told.value.rest, status),
      save.section(results, [status]),
      ...documents([status]),
    ], { problems: [summary, status] });
  }

  /** Who signed the items. */
  function combined(status, count, isAskedMore) {
    const { authenticity, unverified_because: because } = status.value;
    const [kind, title] = isMixed(status) ? ['warn', `! ${say('partly_proven')}`] : signedBy(authenticity?.verdict);
    return [part('verdict', section(kind, title,
      make('p', {}, say('items_together', { count })),
      ...(isMixed(status) ? proofs(status) : [make('p', {}, theirs(because ?? authenticity?.reason ?? ''))]),
      isAskedMore ? make('p', {}, say('items_not_asked')) : null))];
  }

  /** A verdict as a colour and words. */
  function signedBy(verdict) {
    const kind = verdict ? { authentic: 'good', 'test-signed': 'warn' }[verdict] ?? 'bad' : 'warn';
    return [kind, `${{ good: '✓', warn: '!', bad: '✗' }[kind]} ${say(`verdict_${verdict ?? 'none'}`)}`];
  }

  /** Whether some pieces of a history are proven, and others are not. */
  const isMixed = ({ value: { pieces = [] } }) => pieces.some(({ proven }) => proven) && !pieces.every(({ proven }) => proven);

  /** Which of several pieces are proven. */
  function proofs({ value: { pieces } }) {
    const list = make('ul', { class: 'checks' });
    const more = shared.pages(list, pieces, 50, ({ number, source, path, kind, verdict }) => {
      const [color, words] = signedBy(verdict);
      return make('li', {}, make('span', { class: `word ${color}` }, words),
        make('span', {}, say('piece', { number }), say('between'), theirs(`(${[source, path, kind.replaceAll('-', ' ')].filter(Boolean).join(', ')})`)));
    });
    return [make('p', {}, say('partly_words', { count: pieces.filter(({ proven }) => proven).length, all: pieces.length })), list, ...more];
  }

  /** A part of the report with a name: what is saved is chosen by it. */
  function part(name, element) {
    element.dataset.part = name;
    return element;
  }

  function show(sections) {
    results.replaceChildren(...sections);
    results.setAttribute('aria-busy', 'false');
    said.textContent = sections[0]?.querySelector('h2')?.textContent ?? '';
    said.lang = sections[0]?.lang || texts.tag;
  }

  // -- The parts of the report.

  // -- The mark: one colour and a few words for everything that the page found out.

  /** First of all: where one part of many was read, the rest of the page is true of that part only. */
  function unread(decoded, status) {
    const parts = [...(status.ok ? status.value.unread : []), ...(decoded.ok ? decoded.value.input.unread ?? [] : [])];
    if (!parts.length) return [];
    const words = [...new Set(parts.map((one) => `${one.count} × ${one.what.replace('-', ' ')} at ${one.path || 'its top'}`))];
    return [part('unread', section('warn', say('unread_title'), make('p', {}, say('unread_words')),
      make('ul', {}, ...words.map((one) => make('li', {}, theirs(one))))))];
  }

  /** Has the customer paid? In a language of the reader, as the server says it; never greener than the mark. */
  function answer(summary, limit) {
    if (!summary.ok) return [];
    const { language, lines, remarks } = summary.value.text;
    const kinds = ['good', 'caution', 'bad'];
    const atMost = { good: 0, warn: 1, bad: 2 }[limit];
    const [first, ...others] = lines.map(({ tone, text: words }) => {
      const kind = ['good', 'warn', 'bad'][Math.max(kinds.indexOf(tone), atMost)];
      return { kind, text: `${{ good: '✓', warn: '!', bad: '✗' }[kind]} ${plain(words)}` };
    });
    const element = section(first.kind, first.text,
      ...others.map(({ kind, text: words }) => make('p', { class: 'word ' + kind }, words)),
      ...remarks.map((words) => make('p', { class: 'soft' }, plain(words))));
    element.className = `answer ${first.kind}`;
    element.lang = language;
    for (const line of element.children) line.dir = 'auto';
    return [part('answer', element)];
  }

  /** What the mark is decided by. */
  function facts(decoded, status, validated, wanted, isDated) {
    const read = decoded.ok ? decoded.value : {};
    const found = status.ok ? status.value.subscriptions : null;
    // What is no subscription does not end.
    const lasts = (read.receipt?.in_app ?? []).some((one) => !one.expires_date);
    return {
      isReadable: decoded.ok,
      isHistory: status.ok,
      isMixed: isMixed(status),
      signature: read.authenticity?.verdict ?? null,
      checks: validated.ok ? validated.value.verdict : null,
      failed: validated.ok ? validated.value.checks.filter((check) => check.outcome === 'failed') : [],
      // What an iOS 6 receipt says of it stands outside of what was signed.
      environment: read.unsigned_entries ? null : read.environment ?? null,
      // Not known of a moment that was not understood.
      hasEnded: isDated ? found && found.length > 0 && !lasts && !found.some((one) => one.active) : null,
      hasApp: wanted.some(([name]) => name === 'bundle-id'),
    };
  }

  const signer = ({ signature }) => say(signature === 'authentic' ? 'signed_by_apple' : 'signed_by_test');
  const rest = ({ hasEnded, hasApp }) => [hasEnded && say('none_active'), !hasApp && say('no_app_asked')].filter(Boolean);
  const names = (found) => make('span', { lang: 'en' }, found.map(({ check }) => check.replaceAll('_', ' ')).join(', '));

  const failedBeyondProof = ({ failed }) => failed.filter(({ check }) => !checksOfProof.includes(check));

  /** From the worst to the best; the first that holds is the mark. Green is what somebody may act on, and stands in one row. */
  const marks = [
    [(it) => !it.isReadable && !it.isHistory, 'bad', 'unreadable', () => []],
    [(it) => it.isMixed && failedBeyondProof(it).length, 'bad', 'failed_check', (it) => [make('span', {}, ...tell('failed_words', { checks: names(failedBeyondProof(it)) }))]],
    [(it) => it.isMixed, 'warn', 'partly_proven', () => []],
    [(it) => !it.isReadable, 'warn', 'verdict_none', () => []],
    [(it) => it.signature === null, 'warn', 'verdict_none', () => [say('nothing_signed')]],
    [(it) => !vouched.includes(it.signature), 'bad', (it) => `verdict_${it.signature}`, () => [say('not_vouched')]],
    [(it) => it.failed.some(({ check }) => check === 'bundle_identifier'), 'bad', 'other_app', (it) => [signer(it), say('other_app_words')]],
    [(it) => it.signature === 'test-signed' && it.failed.length > 0 && it.failed.every(({ check }) => check === 'signature'), 'warn', 'verdict_test-signed',
      (it) => [signer(it), say('test_not_asked')]],
    [(it) => it.checks === 'failed', 'bad', 'failed_check', (it) => [signer(it), make('span', {}, ...tell('failed_words', { checks: names(it.failed) }))]],
    [(it) => it.checks !== 'passed', 'warn', 'not_checked', (it) => [signer(it), say('not_checked_words')]],
    [(it) => it.signature === 'test-signed', 'warn', 'verdict_test-signed', (it) => [signer(it), say('nothing_paid'), ...rest(it)]],
    [(it) => it.environment === 'Sandbox', 'warn', 'sandbox', (it) => [signer(it), say('sandbox_words'), ...rest(it)]],
    [(it) => it.environment !== 'Production', 'warn', 'not_production', (it) => [signer(it), say('not_production_words'), ...rest(it)]],
    [(it) => it.hasEnded === null, 'warn', 'currency_unknown', (it) => [signer(it), say('currency_unknown_words'), ...rest(it)]],
    [(it) => it.hasEnded, 'warn', 'nothing_current', (it) => [signer(it), say('from_production'), ...rest(it)]],
    [() => true, 'good', 'verdict_authentic', (it) => [signer(it), say(it.hasApp ? 'good_for_app' : 'good'), ...rest(it)]],
  ];

  function mark(found) {
    const [, kind, title, words] = marks.find(([holds]) => holds(found));
    const key = typeof title === 'string' ? title : title(found);
    return { kind, title: `${{ good: '✓', warn: '!', bad: '✗' }[kind]} ${say(key)}`, words: words(found).flatMap((one) => [one, say('between')]) };
  }

  /** Whether the advice of `diagnose` is for developers: what signed data means for the customer stands in its own part. */
  const isForDevelopers = ({ value }) => value.jws && vouched.includes(value.authenticity?.verdict);

  function whatToDo(diagnosed) {
    if (!diagnosed.ok) return [];
    const { findings, next_steps: all } = diagnosed.value;
    const told = all.map((step) => {
      const cause = findings.find(({ action }) => action === step)?.cause;
      return { cause, step: forPeople(step), words: texts.cause(cause)?.action };
    });
    // What belongs to no cause is said in English alone, and more precisely what is said already.
    const isTold = told.some(({ words }) => words);
    const steps = told.filter(({ cause, step, words }) => words || step && (cause || !isTold)).map(({ step, words }) => words ?? theirs(step));
    return steps.length ? [make('h3', {}, say('what_to_do')), make('ul', {}, ...steps.map((step) => make('li', {}, step)))] : [];
  }

  function verdict(decoded, status, found, diagnosed) {
    const { kind, title, words } = mark(found);
    const reason = decoded.ok ? decoded.value.authenticity?.reason
      : status.ok ? status.value.unverified_because : decoded.value.detail;
    const isEmpty = !decoded.ok && status.ok && !reason;
    const means = diagnosed.ok ? diagnosed.value.findings.map(({ cause }) => texts.cause(cause)?.means).find(Boolean) : null;
    const advice = isForDevelopers(decoded) ? [] : whatToDo(diagnosed);
    const hint = found.isReadable || found.isHistory ? '' : forPeople(decoded.value.hint);
    return [part('verdict', section(kind, title, words.length ? make('p', {}, ...words) : null,
      ...(found.isMixed ? proofs(status) : []),
      means ? make('p', {}, means) : null,
      // Of what cannot be read, the reason says where and how much.
      reason ? (means && found.isReadable ? null : make('p', { class: words.length || means ? 'soft' : null }, theirs(reason))) : isEmpty ? make('p', {}, say('no_receipt')) : null,
      ...(found.signature === 'authentic' || found.isHistory && !found.isReadable ? []
        : advice.length ? advice : hint ? [make('p', {}, theirs(hint))] : [])))];
  }

  function receipt(decoded) {
    if (!decoded.ok) return [];
    const { receipt: claims, input, environment } = decoded.value;
    const repairs = input.repairs.map((repair) => repair.what).join('; ');
    const named = ['Production', 'Sandbox', 'Xcode'].includes(environment) ? [say(`environment_${environment}`), say(`environment_${environment}_words`)].join(': ') : environment;
    const platforms = { 2: 'macOS', 3: 'iOS' };
    const isOfSandbox = environment === 'Sandbox';
    return [part('receipt', section(null, say('receipt'), claim(decoded), list([
      [say('app'), claims.bundle_id ?? claims.bid],
      [say('version'), claims.application_version ?? claims.bvrs],
      [say('first_version'), claims.original_application_version && !(isOfSandbox && claims.original_application_version === '1.0') ? claims.original_application_version : null],
      [say('store_id'), claims.app_item_id ? String(claims.app_item_id) : null],
      [say('environment'), ['Production', 'Sandbox', 'Xcode'].includes(environment) ? make('span', {}, named) : named],
      [say('type'), claims.receipt_type],
      [say('platform'), platforms[claims.platform] ?? null],
      [say('made'), claims.receipt_creation_date && moment(appleDate(claims.receipt_creation_date))],
      // Sandbox receipts all have the same date, which is meaningless.
      [say('first_bought'), claims.in_app && claims.original_purchase_date && !isOfSandbox ? moment(appleDate(claims.original_purchase_date)) : null],
      [say('expires'), claims.expiration_date && moment(appleDate(claims.expiration_date))],
      [say('found_inside'), input.layers.length ? make('span', { lang: 'en' }, input.layers.join(', in ')) : null],
      [say('mended'), repairs ? theirs(repairs) : null],
      [say('copies'), input.copies ? theirs(`${input.copies.count}, the first at ${input.copies.path}`) : null],
    ]), ...irregularities(decoded.value.irregularities)))];
  }

  /** The report of a command, laid out as HTML; what stands before its first heading gets a title here. */
  const report = (command, first, { sections }, source) => sections.map(({ title, remark, groups }, index) =>
    make('section', { class: claim(source) ? 'told claimed' : 'told', 'data-of': command, 'data-part': command },
      make('h2', {}, ...(title ? [make('span', { lang: 'en' }, ...rich(title))] : [first]), ...(remark ? [' ', make('span', { class: 'remark', lang: 'en' }, ...rich(remark))] : [])),
      index ? claim(source) : null, make('div', { lang: 'en' }, ...groups.flatMap(lines))));

  /** Whether there is more to tell of a history than of the one thing in it. */
  const hasParts = (decoded, status) => status.ok && (!decoded.ok || status.value.pieces?.length > 0
    || ['verifyReceipt-response', 'notification-v1'].includes(status.value.input.kind));

  /** Text with what its parts are: `good`, `warning`, … */
  const rich = (pieces) => pieces.flatMap(({ text: words, role }) => {
    const parts = plain(words).split(/(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC)/)
      .flatMap((one, index) => (index % 2 && !one.startsWith('4001-') ? [make('time', {}, one), local(one.slice(0, -4))] : [one]));
    return role === 'plain' ? parts : [make('span', { class: role }, ...parts)];
  });

  /** Lines one below the other: names with their values are lists, and what has lines of its own is a list in a list. */
  function lines(group) {
    const parts = [];
    for (const { name, text, lines: inner, columns, rows } of group) {
      if (columns) {
        // As on a terminal, columns without anything in them are left out.
        const used = columns.map((_, index) => rows.some(({ cells }) => cells[index].text.length));
        const all = rows.map(({ cells }) => cells.map((cell) => rich(cell.text)).filter((_, index) => used[index]));
        parts.push(...table(columns.filter((_, index) => used[index]), all));
        continue;
      }
      if (!name) { parts.push(make('p', { dir: 'auto' }, ...rich(text))); continue; }
      if (parts.at(-1)?.tagName !== 'DL') parts.push(make('dl'));
      // A value without a name is another one of the name before it.
      fill(parts.at(-1), {}, [name.length ? make('dt', {}, ...rich(name)) : null,
        make('dd', { class: inner ? 'inner' : null, dir: inner ? null : 'auto' }, ...(inner ? lines(inner) : rich(text)))]);
    }
    return parts;
  }

  /** Said beside what Apple did not sign: at each part that somebody may read alone. */
  function claim(source) {
    const { authenticity, unverified_because: because, pieces = [] } = source.value;
    const words = isMixed(source)
      ? [say('partly_claims'), ...(pieces.some(({ verdict }) => verdict === 'test-signed') ? [say('between'), say('says')] : [])]
      : because ? [theirs(because)]
        : authenticity?.verdict === 'authentic' ? [] : [say(authenticity?.verdict === 'test-signed' ? 'says' : 'claims')];
    return words.length ? make('p', { class: 'claim warn' }, make('span', { class: 'word' }, ...words)) : null;
  }

  const irregularities = (found) => (found && found.length
    ? [make('h3', {}, say('irregularities')), make('ul', {}, ...found.map((one) => make('li', {}, theirs(one.message))))] : []);

  function purchases(decoded) {
    const claims = decoded.ok ? decoded.value.receipt : null;
    const found = claims ? claims.in_app ?? (claims.product_id ? [claims] : []) : [];
    if (!claims) return [];
    if (!found.length) return [part('purchases', section(null, say('purchases', { number: 0 }), make('p', {}, say('no_purchases'))))];
    const offer = (one) => [one.is_trial_period === 'true' && say('trial'), one.is_in_intro_offer_period === 'true' && say('introductory'),
      one.promotional_offer_id && bdi(one.promotional_offer_id),
      one.cancellation_date && make('span', { class: 'word bad' }, ...tell('refunded_at', { time: make('time', {}, `${appleDate(one.cancellation_date)} UTC`) })),
      one.quantity && one.quantity !== '1' && bdi(`× ${one.quantity}`)].filter(Boolean).flatMap((one, index) => (index ? [', ', one] : [one]));
    const when = (text) => (!text ? [] : /^4001-/.test(text) ? tell('never', { time: make('time', {}, text) }) : [make('time', {}, text), local(text)]);
    // Dates of one receipt have one form, in which later texts sort behind earlier ones.
    const newest = [...found].sort((left, right) => (left.purchase_date ?? '') < (right.purchase_date ?? '') ? 1 : -1);
    const rows = newest.map((one) => [one.product_id, one.transaction_id, when(appleDate(one.purchase_date)),
      when(appleDate(one.expires_date_formatted ?? one.expires_date)), offer(one)]);
    return [part('purchases', section(null, say('purchases', { number: found.length }), claim(decoded),
      make('p', { class: 'soft' }, say('newest_first')),
      ...table(['product', 'transaction', 'bought_at', 'expires_at', 'offer'].map((key) => say(key)), rows)))];
  }

  function subscriptions(decoded, status, told) {
    // What cannot be read at all, the verdict says.
    if (!status.ok && !decoded.ok && status.status !== 400) return [];
    if (!status.ok) {
      return [section('warn', say('no_subscriptions'), make('p', {}, theirs(status.value.detail)),
        make('p', { class: 'soft' }, theirs(forPeople(status.value.hint))))];
    }
    const found = status.value.subscriptions;
    if (!found.length) return [];
    // Green is what somebody may act on.
    const kind = (role, isProven) => (role === 'bad' || role === 'good' && isProven ? role : 'warn');
    const until = status.value.known_until;
    // Of each: its name, its state, and then names with their values. A line alone is about those that are left out.
    const groups = told.value.subscriptions.sections[0].groups.filter((group) => group.length > 1);
    return [part('subscriptions', section(null, say('subscriptions', { number: found.length }), claim(status),
      until ? make('p', { class: 'soft' }, ...tell('known_until', { time: make('time', {}, `${date(until.time)} UTC`) })) : null,
      ...found.slice(0, groups.length).flatMap((one, index) => [
        make('h3', {}, bdi(one.products[one.products.length - 1] ?? say('no_product'))),
        make('p', { class: 'state ' + kind(groups[index][1].text.at(-1).role, one.proven) },
          make('span', { class: 'word' }, ...(one.proven ? [] : [say('claimed')]), make('span', { lang: 'en' }, ...rich([groups[index][1].text.at(-1)].map((words) => ({ ...words, role: 'plain' })))))),
        make('div', { lang: 'en', class: 'who' }, ...lines(groups[index].filter(({ name }) => name))),
        ...timeline(one.periods, status.value.as_of.time),
        make('details', { class: 'who' }, make('summary', {}, say('periods', { count: one.periods.length })),
          make('div', { lang: 'en' }, ...told.value.periods[index].sections[0].groups.flatMap(lines))),
      ]),
      ...(found.length > groups.length
        ? [make('p', {}, say('more_subscriptions', { count: found.length - groups.length }))] : []),
      ...(hasParts(decoded, status) ? [] : irregularities(status.value.irregularities))))];
  }

  const what = (period) => [say(`kind_${period.kind}`), period.cancelled && say(period.upgraded ? 'kind_upgraded' : 'kind_cut')].filter(Boolean).join(', ');

  function timeline(periods, now) {
    const moment = Date.parse(now);
    const isWithin = periods.some(({ start }) => Date.parse(start) < moment) && periods.some(({ end }) => Date.parse(end) > moment);
    return shared.timeline(
      periods.map((period) => ({
        start: period.start, end: period.end, hasGap: period.gap_before_seconds > 0,
        kind: period.cancelled && !period.upgraded ? 'cut' : period.kind,
        title: `${say('from_to', { start: date(period.start), end: date(period.end) })}, ${what(period)}, ${plain(period.product_id ?? '')}`,
      })),
      isWithin ? [{ at: now, kind: 'now', title: say('as_of', { time: date(now) }) }] : [],
      Object.fromEntries(['paid', 'trial', 'introductory', 'offer', 'unknown', 'cut'].map((one) => [one, say(`kind_${one}`)])));
  }

  /** Whether what was expected and what was found differ only in white space and in what cannot be seen. */
  const looksEqual = ({ expected, found }) => [expected, found].every(Boolean)
    && new Set([expected, found].map((value) => value.replace(/[\s\p{C}]/gu, ''))).size === 1;

  function checks(decoded, validated, wanted, at) {
    if (!decoded.ok) return [];
    if (!validated.ok) {
      return [section('warn', say('checks'), make('p', {}, theirs(labelled(validated.value.detail))),
        make('p', { class: 'soft' }, theirs(forPeople(validated.value.hint))))];
    }
    const isVouchedFor = vouched.includes(decoded.value.authenticity?.verdict);
    const isActive = wanted.some(([name]) => name === 'active');
    const item = (check) => {
      const isClaim = check.outcome === 'passed' && !isVouchedFor && !checksOfProof.includes(check.check);
      const [kind, word] = isClaim ? ['warn', `! ${say('only_claimed')}`] : outcome(check.outcome);
      const facts = check.outcome === 'failed' || check.outcome === 'warning'
        ? [['expected', check.expected], ['found', check.found]].filter(([, value]) => value)
          .map(([name, value]) => `${name} ${looksEqual(check) ? `“${value}”` : value}`).join('; ') : '';
      return make('li', {}, make('span', { class: 'word ' + kind }, word),
        theirs(check.check.replaceAll('_', ' ') + (check.reason ? `: ${forPeople(check.reason)}` : '')),
        at && isActive && check.check === 'active_subscription' ? make('span', { class: 'more' }, ...tell('checked_then', { time: bdi(at) })) : null,
        facts ? make('span', { class: 'more soft', lang: 'en', dir: 'auto' }, plain(facts)) : null);
    };
    const all = validated.value.checks;
    const told = all.filter((check) => check.outcome !== 'skipped');
    const skipped = all.filter((check) => check.outcome === 'skipped');
    // What failed is said above; that more could be asked for is no news beside it.
    const remark = validated.value.verdict !== 'failed' && !wanted.length ? say(validated.value.verdict === 'passed' ? 'checks_no_app' : 'checks_little') : null;
    return [part('checks', section(null, say(`checks_${['passed', 'failed'].includes(validated.value.verdict) ? validated.value.verdict : 'incomplete'}`),
      remark ? make('p', { class: 'soft' }, remark) : null,
      at ? make('p', { class: 'soft' }, ...tell(isActive ? 'checked_apart' : 'checked_now', { time: bdi(at) })) : null,
      make('ul', { class: 'checks' }, ...told.map(item)),
      skipped.length ? make('details', {}, make('summary', {}, say('skipped', { count: skipped.length })),
        make('ul', { class: 'checks' }, ...skipped.map(item))) : null))];
  }

  const vouched = ['authentic', 'test-signed'];
  /** The checks that are about the proof itself; all others are about what is proven. */
  const checksOfProof = ['signature', 'certificate_chain', 'marker_oids'];

  const outcome = (name) => ({
    passed: ['good', `✓ ${say('passed')}`], failed: ['bad', `✗ ${say('failed')}`], warning: ['warn', `! ${say('warning')}`],
    skipped: ['', `– ${say('not_done')}`],
  })[name] ?? ['bad', plain(name)];

  function forecast(decoded, diagnosed) {
    if (!diagnosed.ok || !diagnosed.value.verifyReceipt) return [];
    const { as_given: given, mended } = diagnosed.value.verifyReceipt;
    const rows = [];
    const add = (name, answers) => {
      for (const server of ['production', 'sandbox']) {
        const answer = answers?.[server];
        if (answer) rows.push([[name], [say(`server_${server}`)], answer.status ?? `HTTP ${answer.http_status}`, [theirs(answer.reason ?? '')]]);
      }
    };
    add(say('as_pasted'), given);
    add(say('as_mended'), mended);
    const findings = diagnosed.value.findings.filter((finding) => finding.severity !== 'note');
    return [part('forecast', section(null, say('forecast'),
      ...(findings.length ? [make('ul', {}, ...findings.map((finding) => make('li', {}, theirs(finding.message))))] : []),
      ...table(['sent', 'server', 'status', 'why'].map((key) => say(key)), rows),
      make('p', { class: 'soft' }, say('forecast_words')), ...(isForDevelopers(decoded) ? whatToDo(diagnosed) : [])))];
  }

  function signers(decoded) {
    const certificates = decoded.ok && decoded.value.authenticity ? decoded.value.authenticity.certificates : null;
    if (!certificates || !certificates.length) return [];
    return [part('signers', section(null, say('signers'),
      make('ul', { class: 'checks' }, ...decoded.value.authenticity.steps.map((step) => {
        const [kind, word] = outcome(step.outcome);
        return make('li', {}, make('span', { class: 'word ' + kind }, word),
          theirs(step.step.replaceAll('_', ' ') + (step.detail ? ': ' + step.detail : '')));
      })),
      make('details', {}, make('summary', {}, say('certificates', { count: certificates.length })),
        ...table(['subject', 'valid_from', 'valid_until', 'fingerprint'].map((key) => say(key)), certificates.map((one) =>
          [one.subject, date(one.not_before), date(one.not_after), one.sha256])))))];
  }

  function documents(answers) {
    const content = make('pre', { tabindex: '0', role: 'region', 'aria-label': say('json'), lang: 'en' });
    const choice = make('select', { 'aria-label': say('which_document'), lang: 'en' },
      ...answers.map((answer, index) => make('option', { value: index }, answer.name)));
    const button = make('button', { type: 'button', id: 'copy' });
    const pick = () => { content.textContent = pretty(answers[choice.value].text); button.textContent = say('copy_json'); };
    choice.addEventListener('change', pick);
    button.addEventListener('click', () => shared.copy(button, content, content.textContent));
    pick();
    return [part('json', section(null, say('json'), make('div', { class: 'row' }, choice, button), content))];
  }

  // -- What the person does.

  form.addEventListener('submit', (event) => { event.preventDefault(); read(true); });
  field.addEventListener('input', () => { opened = null; });
  field.addEventListener('paste', () => setTimeout(() => read(false)));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); read(true); }
  });
  byID('clear').addEventListener('click', () => {
    opened = null; run += 1; form.reset(); byID('file').value = ''; complain([]); show([]); field.focus();
  });

  async function open(files) {
    if (!files.length) return;
    opened = await Promise.all([...files].map(async (file) => ({ name: file.name, bytes: await file.arrayBuffer() })));
    field.value = opened.map(({ name, bytes }) => `(${plain(name)}, ${say('bytes', { count: bytes.byteLength })})`).join('\n');
    read(true);
  }
  byID('file').addEventListener('change', (event) => open(event.target.files));
  for (const [name, over] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
    field.addEventListener(name, (event) => {
      if (!event.dataTransfer || ![...event.dataTransfer.types].includes('Files')) return;
      event.preventDefault();
      field.classList.toggle('over', over);
      if (name === 'drop') open(event.dataTransfer.files);
    });
  }

  shared.themes(byID('theme'));

  // The choice is in this select and nowhere else.
  const language = byID('language');
  language.append(...tables.map((one) => make('option', { value: one.language, lang: one.language }, one.name)));
  language.value = texts.language(navigator.languages);
  language.addEventListener('change', () => {
    texts.choose(language.value);
    if (results.childElementCount) read(false);
  });
  const isOwn = ['localhost', '[::1]'].includes(location.hostname) || /^127\./.test(location.hostname);
  texts.choose(language.value);
  texts.follow(() => {
    language.ariaLabel = say('language');
    byID('where').replaceChildren(...(isOwn ? [say('where_here')] : tell('where_there', { host: bdi(location.host) })));
  });
  document.documentElement.style.visibility = '';
  document.documentElement.dataset.ready = '';
})();
