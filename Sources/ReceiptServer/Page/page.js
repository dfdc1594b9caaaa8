'use strict';
(() => {
  const { fill, make, plain, count, date, section, list, table } = shared;
  const byID = (id) => document.getElementById(id);
  const [form, field, results] = [byID('form'), byID('receipt'), byID('results')];
  let opened = null; // The bytes of a file, while the field shows its name.
  let run = 0;

  const appleDate = (text) => (text ? plain(text).replace(' Etc/GMT', '') : '');

  /** A moment in UTC, with the reader's time beside it; Xcode writes the year 4001 for never. */
  function moment(text) {
    if (/^4001-/.test(text)) return `never (${text} UTC)`;
    const [here, zone] = [new Date(text.replace(' ', 'T') + 'Z'), Intl.DateTimeFormat().resolvedOptions().timeZone];
    if (Number.isNaN(here.valueOf()) || here.getTimezoneOffset() === 0) return `${text} UTC`;
    return `${text} UTC, ${here.toLocaleString(navigator.language, { dateStyle: 'medium', timeStyle: 'short' })} in ${zone}`;
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

  async function ask(name, body, parameters = [], folder = 'v1') {
    const query = new URLSearchParams(parameters).toString();
    // The whole address: where that of the page has a token in it, fetch refuses what is relative to it.
    const response = await fetch(`${location.origin}/${folder}/${name}${query ? '?' + query : ''}`, {
      method: 'POST', body, headers: { 'Content-Type': 'application/octet-stream' }, cache: 'no-store',
    });
    const text = await response.text();
    try { return { name, ok: response.ok, status: response.status, text, value: parse(text) }; } catch {
      throw new Error(`the server answered HTTP ${response.status} with something that is no JSON`);
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
      // A detail begins with the name of the parameter.
      const input = form.elements[/^[a-z-]*/.exec(detail)[0]];
      const words = make('span', { class: 'wrong', id: `wrong-${input?.name}`, role: 'alert' }, plain([detail, hint].filter(Boolean).join('; ')));
      form.querySelector('details').open = true;
      if (!input) { form.querySelector('.fields').append(words); continue; }
      words.textContent = words.textContent.replace(input.name, `“${input.parentElement.firstChild.textContent.trim()}”`);
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', words.id);
      input.after(words);
      first ??= input;
    }
    first?.focus();
    return problems.size > 0;
  }

  async function read(focus) {
    const body = opened ?? field.value;
    if (!(opened ? opened.byteLength : field.value.trim())) {
      show([section('warn', '! Nothing to read yet', make('p', {}, 'Paste what the customer sent into the field above, or open a file.'))]);
      field.focus();
      return;
    }
    const mine = ++run;
    const given = expectations();
    const at = given.filter(([name]) => name === 'at');
    // The moment is for subscriptions. Certificates are judged at the receipt's own date, as Apple judges them: later they have expired
    // under every receipt.
    const wanted = given.filter(([name]) => name !== 'at');
    results.setAttribute('aria-busy', 'true');
    try {
      const apps = wanted.filter(([name]) => name === 'bundle-id');
      const languages = navigator.languages.map((language) => ['language', language]);
      const [summary, ...answers] = await Promise.all([
        ask('summary', body, [...at, ...apps, ...languages], 'page'),
        ask('decode', body), ask('status', body, at), ask('validate', body, wanted), ask('diagnose', body),
      ]);
      // The words of reports are the server's, which prints them on terminals as well.
      const [inspected, told] = await Promise.all([
        answers[0].ok && answers[0].value.jws ? ask('inspect', body, [], 'page') : null,
        answers[1].ok ? ask('status', body, at, 'page') : null,
      ]);
      for (const answer of [inspected, told]) if (answer && !answer.ok) throw new Error(answer.value.detail);
      if (mine !== run) return;
      if (complain(answers)) focus = false;
      const [decoded, status, validated, diagnosed] = answers;
      show([
        ...unread(decoded, status),
        ...answer(summary, mark(facts(decoded, status, validated, wanted)).kind),
        ...verdict(decoded, status, validated, diagnosed, wanted),
        ...(inspected ? report('inspect', 'Signed data', inspected.value, decoded) : receipt(decoded)),
        ...subscriptions(decoded, status, told),
        ...(hasParts(decoded, status) ? report('status', 'History', told.value.rest, status) : []),
        ...purchases(decoded),
        ...checks(decoded, validated, wanted, at),
        ...forecast(diagnosed),
        ...signers(decoded),
        ...documents(answers),
      ]);
    } catch (error) {
      if (mine !== run) return;
      show([section('bad', '✗ No answer', make('p', {}, plain(error.message)),
        make('p', { class: 'soft' }, 'Is the server that this page came from still running?'))]);
    }
    if (focus) results.focus();
  }

  function show(sections) {
    results.replaceChildren(...sections);
    results.setAttribute('aria-busy', 'false');
  }

  // -- The parts of the report.

  // -- The mark: one colour and a few words for everything that the page found out.

  /** First of all: where one part of many was read, the rest of the page is true of that part only. */
  function unread(decoded, status) {
    const parts = [...(status.ok ? status.value.unread : []), ...(decoded.ok ? decoded.value.input.unread ?? [] : [])];
    if (!parts.length) return [];
    const words = [...new Set(parts.map((part) => `${part.count} × ${part.what.replace('-', ' ')} at ${part.path || 'its top'}`))];
    return [section('warn', '! Not all of it was read', make('p', {}, 'What follows is true of one part only. Not read:'),
      make('ul', {}, ...words.map((one) => make('li', {}, plain(one)))))];
  }

  /** Has the customer paid? In a language of the reader, as the server says it; never greener than the mark. */
  function answer(summary, limit) {
    if (!summary.ok) return [];
    const { language, lines, remarks } = summary.value;
    const kinds = ['good', 'caution', 'bad'];
    const atMost = { good: 0, warn: 1, bad: 2 }[limit];
    const [first, ...others] = lines.map(({ tone, text }) => {
      const kind = ['good', 'warn', 'bad'][Math.max(kinds.indexOf(tone), atMost)];
      return { kind, text: `${{ good: '✓', warn: '!', bad: '✗' }[kind]} ${plain(text)}` };
    });
    const element = section(first.kind, first.text,
      ...others.map(({ kind, text }) => make('p', { class: 'word ' + kind }, text)),
      ...remarks.map((text) => make('p', { class: 'soft' }, plain(text))));
    element.className = `answer ${first.kind}`;
    element.lang = language;
    return [element];
  }

  /** What the mark is decided by. */
  function facts(decoded, status, validated, wanted) {
    const read = decoded.ok ? decoded.value : {};
    const found = status.ok ? status.value.subscriptions : null;
    // What is no subscription does not end.
    const lasts = (read.receipt?.in_app ?? []).some((one) => !one.expires_date);
    return {
      isReadable: decoded.ok,
      isHistory: status.ok,
      signature: read.authenticity?.verdict ?? null,
      checks: validated.ok ? validated.value.verdict : null,
      failed: validated.ok ? validated.value.checks.filter((check) => check.outcome === 'failed') : [],
      // What an iOS 6 receipt says of it stands outside of what was signed.
      environment: read.unsigned_entries ? null : read.environment ?? null,
      hasEnded: found && found.length > 0 && !lasts && !found.some((one) => one.active),
      hasApp: wanted.some(([name]) => name === 'bundle-id'),
    };
  }

  const signer = ({ signature }) => (signature === 'authentic' ? 'Apple signed it' : 'A test authority that this server trusts signed it, not Apple');
  const rest = ({ hasEnded, hasApp }) => [hasEnded && 'No subscription in it is active.',
    !hasApp && 'No app was asked for: that it is of yours is not proven.'].filter(Boolean).join(' ');

  /** From the worst to the best; the first that holds is the mark. Green is what somebody may act on, and stands in one row. */
  const marks = [
    [(it) => !it.isReadable && !it.isHistory, 'bad', '✗ This cannot be read as a receipt', () => ''],
    [(it) => !it.isReadable, 'warn', '! not verified', () => ''],
    [(it) => it.signature === null, 'warn', '! not verified',
      () => 'Nothing in it is signed.'],
    [(it) => !['authentic', 'test-signed'].includes(it.signature), 'bad', (it) => '✗ ' + it.signature.replaceAll('-', ' '),
      () => 'Apple does not vouch for it: nothing that it says is proven.'],
    [(it) => it.failed.some(({ check }) => check === 'bundle_identifier'), 'bad', '✗ of another app',
      (it) => `${signer(it)}; it is of another app than the one asked for.`],
    [(it) => it.signature === 'test-signed' && it.failed.some(({ check }) => check === 'signature'), 'bad', '✗ test-signed',
      (it) => `${signer(it)}. Test authorities were not asked to count.`],
    [(it) => it.checks === 'failed', 'bad', '✗ failed a check',
      (it) => `${signer(it)}; what it had to be, it is not: ${it.failed.map(({ check }) => check.replaceAll('_', ' ')).join(', ')}.`],
    [(it) => it.checks !== 'passed', 'warn', '! not checked',
      (it) => `${signer(it)}; whether it is what was asked for could not be checked.`],
    [(it) => it.signature === 'test-signed', 'warn', '! test-signed', (it) => `${signer(it)}: nothing was paid. ${rest(it)}`],
    [(it) => it.environment === 'Sandbox', 'warn', '! sandbox',
      (it) => `Apple signed it, in the sandbox: nothing was paid. ${rest(it)}`],
    [(it) => it.environment !== 'Production', 'warn', '! not from production',
      (it) => `Apple signed it; that it is from production is not proven. ${rest(it)}`],
    [(it) => it.hasEnded === null, 'warn', '! not known whether it is current',
      (it) => `Apple signed it, in production; whether anything in it is current could not be told. ${rest(it)}`],
    [(it) => it.hasEnded, 'warn', '! nothing current', (it) => `Apple signed it, in production. ${rest(it)}`],
    [() => true, 'good', '✓ authentic',
      (it) => `Apple signed it, in production${it.hasApp ? ', for the app that was asked for' : ''}, and no check failed. ${rest(it)}`],
  ];

  function mark(found) {
    const [, kind, title, words] = marks.find(([holds]) => holds(found));
    return { kind, title: typeof title === 'string' ? title : title(found), words: words(found).trim() };
  }

  function verdict(decoded, status, validated, diagnosed, wanted) {
    const found = facts(decoded, status, validated, wanted);
    const { kind, title, words } = mark(found);
    const reason = decoded.ok ? decoded.value.authenticity?.reason
      : status.ok ? status.value.unverified_because ?? 'There is no receipt in it.' : decoded.value.detail;
    const steps = (diagnosed.ok ? diagnosed.value.next_steps || [] : []).map(forPeople).filter(Boolean);
    const advice = steps.length ? [make('h3', {}, 'What to do'), make('ul', {}, ...steps.map((step) => make('li', {}, plain(step))))] : [];
    const hint = found.isReadable || found.isHistory ? '' : forPeople(decoded.value.hint);
    return [section(kind, title, words ? make('p', {}, plain(words)) : null,
      reason ? make('p', { class: words ? 'soft' : null }, plain(reason)) : null,
      ...(found.signature === 'authentic' || found.isHistory && !found.isReadable ? []
        : advice.length ? advice : hint ? [make('p', {}, plain(hint))] : []))];
  }

  function receipt(decoded) {
    if (!decoded.ok) return [];
    const { receipt: claims, input, environment } = decoded.value;
    const repairs = input.repairs.map((repair) => repair.what).join('; ');
    const environments = {
      Sandbox: 'Sandbox: a test account, TestFlight or App Review', Production: 'Production: a customer',
    };
    return [section(null, 'Receipt', claim(decoded), list([
      ['App', claims.bundle_id ?? claims.bid],
      ['Version', claims.application_version ?? claims.bvrs],
      ['First bought as', claims.original_application_version],
      ['Environment', environments[environment] ?? environment],
      ['Type', claims.receipt_type],
      ['Made', claims.receipt_creation_date && moment(appleDate(claims.receipt_creation_date))],
      ['Expires', claims.expiration_date && moment(appleDate(claims.expiration_date))],
      ['Found inside', input.layers.join(', in ')],
      ['Mended', repairs],
      ['Copies not used', input.copies && `${input.copies.count}, the first at ${input.copies.path}`],
    ]), ...irregularities(decoded.value.irregularities))];
  }

  /** The report of a command, laid out as HTML; what stands before its first heading gets a title here. */
  const report = (command, first, { sections }, source) => sections.map(({ title, remark, groups }, index) =>
    make('section', { class: claim(source) ? 'told claimed' : 'told', 'data-of': command },
      make('h2', {}, ...(title ? rich(title) : [first]), ...(remark ? [' ', make('span', { class: 'remark' }, ...rich(remark))] : [])),
      index ? claim(source) : null, ...groups.flatMap(lines)));

  /** Whether there is more to tell of a history than of the one thing in it. */
  const hasParts = (decoded, status) => status.ok && (!decoded.ok || status.value.pieces?.length > 0);

  /** Text with what its parts are: `good`, `warning`, … */
  const rich = (pieces) => pieces.map(({ text, role }) => (role === 'plain' ? plain(text) : make('span', { class: role }, plain(text))));

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
      if (!name) { parts.push(make('p', {}, ...rich(text))); continue; }
      if (parts.at(-1)?.tagName !== 'DL') parts.push(make('dl'));
      // A value without a name is another one of the name before it.
      fill(parts.at(-1), {}, [name.length ? make('dt', {}, ...rich(name)) : null,
        make('dd', { class: inner ? 'inner' : null }, ...(inner ? lines(inner) : rich(text)))]);
    }
    return parts;
  }

  /** Said beside what Apple does not vouch for: at each part that somebody may read alone. */
  const claim = ({ value }) => (value.authenticity?.verdict === 'authentic' && !value.unverified_because ? null
    : make('p', { class: 'claim warn' }, make('span', { class: 'word' },
      value.unverified_because ? plain(value.unverified_because) : 'What it claims; Apple does not vouch for it.')));

  const irregularities = (found) => (found && found.length
    ? [make('h3', {}, 'Irregularities'), make('ul', {}, ...found.map((one) => make('li', {}, plain(one.message))))] : []);

  function purchases(decoded) {
    const claims = decoded.ok ? decoded.value.receipt : null;
    const found = claims ? claims.in_app ?? (claims.product_id ? [claims] : []) : [];
    if (!claims) return [];
    if (!found.length) return [section(null, 'Purchases', make('p', {}, 'There is no purchase in it.'))];
    const offer = (one) => [one.is_trial_period === 'true' && 'trial', one.is_in_intro_offer_period === 'true' && 'introductory',
      one.promotional_offer_id, one.cancellation_date && `refunded ${appleDate(one.cancellation_date)}`,
      one.quantity && one.quantity !== '1' && `× ${one.quantity}`].filter(Boolean).join(', ');
    // Dates of one receipt have one form, in which later texts sort behind earlier ones.
    const newest = [...found].sort((left, right) => (left.purchase_date ?? '') < (right.purchase_date ?? '') ? 1 : -1);
    const rows = newest.map((one) => [one.product_id, one.transaction_id, appleDate(one.purchase_date),
      appleDate(one.expires_date_formatted ?? one.expires_date), offer(one)]);
    return [section(null, `Purchases: ${found.length.toLocaleString('en')}`, claim(decoded),
      make('p', { class: 'soft' }, 'Newest first. Renewals and refunds after it was made are not in it.'),
      ...table(['Product', 'Transaction', 'Purchased (UTC)', 'Expires (UTC)', 'Offer or refund'], rows))];
  }

  function subscriptions(decoded, status, told) {
    // What cannot be read at all, the verdict says.
    if (!status.ok && !decoded.ok && status.status !== 400) return [];
    if (!status.ok) {
      return [section('warn', '! Subscriptions are not shown', make('p', {}, plain(status.value.detail)),
        make('p', { class: 'soft' }, plain(forPeople(status.value.hint))))];
    }
    const found = status.value.subscriptions;
    if (!found.length) return [];
    const words = {
      active: 'good', grace_period: 'warn', billing_retry: 'bad', refunded: 'bad', expired: 'bad', not_started: 'warn',
    };
    // Green is what somebody may act on.
    const isVouchedFor = ['authentic', 'test-signed'].includes(status.value.authenticity?.verdict) && !status.value.unverified_because;
    const kind = (state) => (isVouchedFor || words[state] === 'bad' ? words[state] ?? 'warn' : 'warn');
    const until = status.value.known_until;
    // Of each: its name, its state, and then names with their values. A line alone is about those that are left out.
    const groups = told.value.subscriptions.sections[0].groups.filter((group) => group.length > 1);
    return [section(null, `Subscriptions: ${found.length.toLocaleString('en')}`, claim(status),
      make('p', { class: 'soft' }, until ? `Known until ${date(until.time)} UTC: what happened later is not in it.` : ''),
      ...found.slice(0, groups.length).flatMap((one, index) => [
        make('h3', {}, plain(one.products[one.products.length - 1] ?? 'without a product')),
        make('p', { class: 'state ' + kind(one.state) },
          make('span', { class: 'word' }, (isVouchedFor ? '' : 'claimed: ') + groups[index][1].text.at(-1).text)),
        ...lines(groups[index].filter(({ name }) => name)),
        ...timeline(one.periods, status.value.as_of.time),
        make('details', {}, make('summary', {}, count(one.periods.length, 'period')),
          ...told.value.periods[index].sections[0].groups.flatMap(lines)),
      ]),
      ...(found.length > groups.length
        ? [make('p', {}, `${count(found.length - groups.length, 'more subscription')} in the JSON below.`)] : []),
      ...(hasParts(decoded, status) ? [] : irregularities(status.value.irregularities)))];
  }

  const what = (period) => [period.kind === 'offer' ? period.offer_kind : period.kind,
    period.cancelled && (period.upgraded ? 'upgraded' : 'refunded')].filter(Boolean).join(', ');

  function timeline(periods, now) {
    const moment = Date.parse(now);
    const isWithin = periods.some(({ start }) => Date.parse(start) < moment) && periods.some(({ end }) => Date.parse(end) > moment);
    return shared.timeline(
      periods.map((period) => ({
        start: period.start, end: period.end, hasGap: period.gap_before_seconds > 0,
        kind: period.cancelled && !period.upgraded ? 'cut' : period.kind,
        title: `${date(period.start)} to ${date(period.end)} UTC, ${what(period)}, ${plain(period.product_id ?? '')}`,
      })),
      isWithin ? [{ at: now, kind: 'now', title: `as of ${date(now)} UTC` }] : [],
      { paid: 'paid', trial: 'free trial', introductory: 'introductory', offer: 'offer', unknown: 'not said', cut: 'refunded' });
  }

  function checks(decoded, validated, wanted, at) {
    if (!decoded.ok) return [];
    if (!validated.ok) {
      return [section('warn', 'Checks', make('p', {}, plain(validated.value.detail)),
        make('p', { class: 'soft' }, plain(forPeople(validated.value.hint))))];
    }
    const signs = { passed: ['good', '✓ passed'], failed: ['bad', '✗ failed'], warning: ['warn', '! warning'], skipped: ['', '– skipped'] };
    const item = (check) => {
      const [kind, word] = signs[check.outcome] ?? ['bad', check.outcome];
      const facts = check.outcome === 'failed' || check.outcome === 'warning'
        ? [check.expected && `expected ${check.expected}`, check.found && `found ${check.found}`].filter(Boolean).join('; ') : '';
      return make('li', {}, make('span', { class: 'word ' + kind }, word),
        make('span', {}, plain(check.check.replaceAll('_', ' ')), check.reason ? `: ${plain(forPeople(check.reason))}` : ''),
        facts ? make('span', { class: 'more soft' }, plain(facts)) : null);
    };
    const list = validated.value.checks;
    const told = list.filter((check) => check.outcome !== 'skipped');
    const skipped = list.filter((check) => check.outcome === 'skipped');
    return [section(null, `Checks: ${validated.value.verdict}`,
      wanted.length ? null : make('p', { class: 'soft' }, validated.value.verdict === 'passed'
        ? 'No app and no product was asked for. “What should be true of it?” above asks for more.'
        : 'Only what every receipt has to be was checked. “What should be true of it?” above asks for more.'),
      at.length ? make('p', { class: 'soft' }, 'Checked as of now: the moment that was given is for subscriptions.') : null,
      make('ul', { class: 'checks' }, ...told.map(item)),
      skipped.length ? make('details', {}, make('summary', {}, `${skipped.length} skipped`),
        make('ul', { class: 'checks' }, ...skipped.map(item))) : null)];
  }

  function forecast(diagnosed) {
    if (!diagnosed.ok || !diagnosed.value.verifyReceipt) return [];
    const { as_given: given, mended } = diagnosed.value.verifyReceipt;
    const rows = [];
    const add = (name, answers) => {
      for (const server of ['production', 'sandbox']) {
        const answer = answers?.[server];
        if (answer) rows.push([name, server, answer.status ?? (answer.http_status !== 200 ? `HTTP ${answer.http_status}` : 'unknown'), answer.reason]);
      }
    };
    add('as it was pasted', given);
    add('mended', mended);
    const findings = diagnosed.value.findings.filter((finding) => finding.severity !== 'note');
    return [section(null, 'What would verifyReceipt answer?',
      ...(findings.length ? [make('ul', {}, ...findings.map((finding) => make('li', {}, plain(finding.message))))] : []),
      ...table(['What is sent', 'Server', 'Status', 'Why'], rows),
      make('p', { class: 'soft' }, 'A forecast: Apple was not asked.'))];
  }

  function signers(decoded) {
    const certificates = decoded.ok && decoded.value.authenticity ? decoded.value.authenticity.certificates : null;
    if (!certificates || !certificates.length) return [];
    return [section(null, 'Who signed it',
      make('ul', { class: 'checks' }, ...decoded.value.authenticity.steps.map((step) => make('li', {},
        make('span', { class: 'word ' + (step.outcome === 'passed' ? 'good' : step.outcome === 'failed' ? 'bad' : '') },
          { passed: '✓ passed', failed: '✗ failed' }[step.outcome] ?? '– ' + step.outcome),
        make('span', {}, plain(step.step.replaceAll('_', ' ')) + (step.detail ? ': ' + plain(step.detail) : ''))))),
      make('details', {}, make('summary', {}, count(certificates.length, 'certificate')),
        ...table(['Subject', 'Valid from (UTC)', 'Valid until (UTC)', 'SHA-256'], certificates.map((one) =>
          [one.subject, date(one.not_before), date(one.not_after), one.sha256]))))];
  }

  function documents(answers) {
    const text = make('pre', { tabindex: '0', 'aria-label': 'JSON' });
    const choice = make('select', { 'aria-label': 'Which document' },
      ...answers.map((answer, index) => make('option', { value: index }, answer.name)));
    const button = make('button', { type: 'button', id: 'copy' }, 'Copy the JSON');
    const pick = () => { text.textContent = pretty(answers[choice.value].text); button.textContent = 'Copy the JSON'; };
    choice.addEventListener('change', pick);
    button.addEventListener('click', async () => {
      try { await navigator.clipboard.writeText(text.textContent); button.textContent = 'Copied ✓'; } catch {
        // No clipboard without a secure context: then the text is selected, ready for the keyboard.
        getSelection().selectAllChildren(text);
        button.textContent = 'Selected: press Ctrl C';
      }
    });
    pick();
    return [section(null, 'JSON', make('div', { class: 'row' }, choice, button), text)];
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

  async function open(file) {
    if (!file) return;
    opened = await file.arrayBuffer();
    field.value = `(${plain(file.name)}, ${count(opened.byteLength, 'byte')})`;
    read(true);
  }
  byID('file').addEventListener('change', (event) => open(event.target.files[0]));
  for (const [name, over] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
    field.addEventListener(name, (event) => {
      if (!event.dataTransfer || ![...event.dataTransfer.types].includes('Files')) return;
      event.preventDefault();
      field.classList.toggle('over', over);
      if (name === 'drop') open(event.dataTransfer.files[0]);
    });
  }

  shared.themes(byID('theme'));

  const isOwn = ['localhost', '[::1]'].includes(location.hostname) || /^127\./.test(location.hostname);
  byID('where').textContent = isOwn
    ? 'Nothing leaves this machine: receipt-tool reads the receipt right here.'
    : `The receipt is read by receipt-tool on ${location.host}, and goes nowhere else.`;
})();
