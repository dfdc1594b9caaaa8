'use strict';
(() => {
  const { make, plain, count, date, kind: toneKind, section, list, pages, table, timeline, themes } = shared;
  const byID = (id) => document.getElementById(id);
  const [entry, search, field, said, results] = ['entry', 'search', 'name', 'said', 'results'].map(byID);
  const [tokenField, tokenWrong] = [byID('token'), byID('token-wrong')];
  const [rowsAtATime, drawingsAtATime] = [100, 20];
  const [triesAfterRefusal, longestPause] = [5, 10];

  /** In this variable and nowhere else: no cookie, no storage, no address. */
  let token = null;
  /** Ends what is being asked when something else is. */
  let asking = new AbortController();

  // -- Asking the server that this page came from, and no other.

  /** Why there is no answer, for people, and what they can do. */
  class Trouble extends Error {
    constructor(title, ...advice) {
      super(title);
      this.advice = advice.filter(Boolean);
    }
  }
  /** The token is not good for it: the page asks for another one. */
  class Refusal extends Error {}

  const pause = (seconds, signal) => new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); });
  });

  /** The document at a path, and the time of the answer; `null` if the ledger does not know the name. */
  async function ask(path, signal) {
    for (let tries = 1; ; tries += 1) {
      let response, text;
      try {
        // The whole address: where that of the page has a token in it, fetch refuses what is relative to it. Without credentials of the
        // browser's own, a 401 opens no window of the browser.
        response = await fetch(location.origin + path, {
          headers: { Authorization: `Bearer ${token}` }, credentials: 'omit', cache: 'no-store', redirect: 'error',
          referrerPolicy: 'no-referrer', signal,
        });
        text = await response.text();
      } catch (error) {
        if (signal.aborted) throw error;
        throw new Trouble('The server did not answer', 'Look whether this computer is connected, and search again.',
          'If it stays so, tell the person who runs the server.');
      }
      let value = null;
      try { value = JSON.parse(text); } catch { /* It is no answer of this server's: below. */ }
      const kind = String(value?.type ?? '').replace('urn:receipt-tool:problem:', '');
      const wait = Math.max(1, Number(response.headers.get('retry-after')) || 1);
      switch (response.status) {
        case 200:
          if (!value) break;
          return { value, now: new Date(response.headers.get('date') ?? Date.now()).toISOString() };
        case 404:
          if (kind === 'unknown') return null;
          break;
        case 401:
          throw new Refusal('The server does not know this token. Look whether all of it was copied; it may also have been replaced by a new one.');
        case 403:
          throw new Refusal(kind === 'scope' ? 'This token may not look up customers. Ask for one with the scope “read”.'
            : `The server refused: ${plain(value?.detail ?? 'it does not say why')}.`);
        case 429:
          if (tries < triesAfterRefusal && wait <= longestPause) {
            said.textContent = `Too many requests with this token: waiting ${count(wait, 'second')}…`;
            await pause(wait, signal);
            continue;
          }
          throw new Trouble('Too many requests with this token', `Wait ${count(wait, 'second')}, then search again.`,
            'Others may be using the same token.');
        case 503:
          throw new Trouble('The server cannot answer now', `Wait ${count(wait, 'second')}, then search again.`,
            'If it stays so, tell the person who runs the server.');
      }
      throw new Trouble(`The server answered HTTP ${response.status}`, value?.detail && `It says: ${plain(value.detail)}.`,
        'Look whether the name is right. If it is, tell the person who runs the server.');
    }
  }

  // -- Names, and their searches as fragments of the address, which are not sent to servers.

  const kinds = [['account', 'accounts'], ['order', 'orders'], ['transaction', 'transactions']];
  const title = (kind) => kind[0].toUpperCase() + kind.slice(1);
  const path = (kind, name) => `/v1/${new Map(kinds).get(kind)}/${encodeURIComponent(name)}`;
  const fragment = (kind, name) => `#${kind}/${encodeURIComponent(name)}`;

  /** A value of the ledger's, whose direction is its own. */
  const bdi = (text) => make('bdi', { dir: 'auto' }, plain(text));
  /** A link to the search of a name; names can be missing in what is no longer kept. */
  const link = (kind, name, words) => (name === null || name === undefined ? 'unknown'
    : make('a', { href: fragment(kind, name) }, words ?? bdi(name)));

  /** The first links of many, and how many are left out. */
  const links = (kind, names, most = 20) => [...names.slice(0, most).flatMap((name, index) => [index ? ', ' : '', link(kind, name)]),
    names.length > most ? ` and ${(names.length - most).toLocaleString('en')} more` : ''];

  /** The search that the address names; `null` if there is none. */
  function asked() {
    const found = /^#(search|account|order|transaction)\/(.+)$/.exec(location.hash);
    try { return found && { kind: found[1], name: decodeURIComponent(found[2]) }; } catch { return null; }
  }

  // -- Times: UTC, as the ledger has them, and the local one.

  const pad = (number) => String(number).padStart(2, '0');
  function local(moment) {
    if (moment.getTimezoneOffset() === 0) return null;
    const [day, hour] = [`${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`,
      `${pad(moment.getHours())}:${pad(moment.getMinutes())}`];
    return `${day === moment.toISOString().slice(0, 10) ? '' : day + ' '}${hour} local`;
  }
  /** A date breaks before the time of the day, and nowhere else. */
  const unbroken = (text) => text.split(/(?<=\d\d-\d\d) /).flatMap((part, index) => [index ? ' ' : '', make('span', {}, part)]);
  /** Elements with one time; nothing if there is none. */
  function when(text) {
    if (!text) return [];
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime())) return [bdi(text)];
    const there = local(moment);
    return [make('time', { datetime: text, title: date(text) + ' UTC' }, ...unbroken(`${date(text).slice(0, 16)} UTC`)),
      ...(there ? [' ', make('span', { class: 'local' }, ...unbroken(`(${there})`))] : [])];
  }

  // -- Words.

  const states = {
    good: ['accept', 'accepted', 'verified', 'active', 'restored', 'renewed', 'recovered'],
    bad: ['reject', 'rejected', 'replay', 'refunded', 'no_longer_shared', 'seat_taken_back', 'expired'],
    warn: ['pending', 'billing_retry', 'grace_period', 'unclaimed', 'lapsed', 'duplicate'],
  };
  const words = (text) => plain(text).replaceAll('_', ' ');
  const kindOf = (name) => Object.keys(states).find((one) => states[one].includes(name));
  const state = (name, text = words(name)) => make('span', { class: ['word', kindOf(name)].filter(Boolean).join(' ') }, text);
  const order = (name) => ['order ', link('order', name)];
  const transaction = (name) => ['transaction ', link('transaction', name)];
  const presented = (it) => ['Presented for ', ...order(it.order), ' by ', link('account', it.account), ': '];
  const theOrder = (it) => (it.order ? [...order(it.order), ...(it.account ? [' of ', link('account', it.account)] : [])] : ['an order']);

  const expirations = {
    1: 'the customer cancelled', 2: 'the customer could not be charged', 3: 'the customer did not agree to a higher price',
    4: 'the product was not for sale any more',
  };
  const until = (text) => (text ? [' until ', ...when(text)] : []);

  /** What happened, by the name of the event. */
  const events = {
    accepted: (it) => [...presented(it), state('accepted')],
    pending: (it) => [...presented(it), state('pending'), ' until Apple has been asked'],
    restored: (it) => [...presented(it), state('restored'), '; the account had the purchase already'],
    rejected: (it) => (it.by === 'apple'
      ? ['Apple did not confirm ', ...theOrder(it), ': ', state('rejected')]
      : [...presented(it), state('rejected'), ' by checks']),
    verified: (it) => ['Apple confirmed ', ...theOrder(it), ': ', state('verified')],
    replay_detected: (it) => [...presented(it), state('replay'), '; the purchase belongs to ',
      ...(it.held_by?.order ? theOrder(it.held_by) : it.held_by?.account ? ['account ', link('account', it.held_by.account)] : ['another order']),
      ...(it.held_by?.at ? [' since ', ...when(it.held_by.at)] : [])],
    order_reused: (it) => [...presented(it), 'the order was used before, for another product or account'],
    account_mismatch: (it) => [...presented(it), 'the purchase names another account (its applicationUsername is another one)'],
    stale_receipt: (it) => [...presented(it), 'the purchase is older than the order'],
    family_shared: (it) => [...presented(it), 'the purchase is shared by the family and not the customer’s own'],
    renewed: (it) => [state('renewed', 'Renewed'), ...until(it.expires_at)],
    recovered: (it) => [state('recovered', 'Renewed after charging had failed'), ...until(it.expires_at)],
    in_billing_retry: () => [state('billing_retry', 'The renewal could not be charged'), '; Apple tries again'],
    in_grace_period: (it) => [state('grace_period', 'The renewal could not be charged'), '; Apple tries again and grants access',
      ...until(it.grace_period_expires_at)],
    expired: (it) => [state('expired', 'Expired'), ...(it.expires_at ? [' on ', ...when(it.expires_at)] : []),
      ...(expirations[it.expiration_intent] ? [`: ${expirations[it.expiration_intent]}`] : [])],
    no_longer_shared: (it) => [state(it.event, 'Family sharing ended'), ...(it.refunded_at ? [' on ', ...when(it.refunded_at)] : [])],
    seat_taken_back: (it) => [state(it.event, 'The seat was taken back'), ...(it.refunded_at ? [' on ', ...when(it.refunded_at)] : [])],
    refunded: (it) => [state('refunded', it.revocation_type === 'FAMILY_REVOKE' ? 'Family sharing ended' : 'Apple refunded it'),
      ...(it.refunded_at ? [' on ', ...when(it.refunded_at)] : []),
      ...(it.revocation_percentage < 100_000 ? [`, ${it.revocation_percentage / 1000} % of the price`] : [])],
    refund_reversed: () => [state('active', 'Apple took the refund back'), ': the customer has the purchase again'],
    consumption_requested: (it) => ['The customer asked Apple for a refund. Apple asks how much of the purchase was used, and wants an answer',
      ...until(it.answer_by)],
    upgraded: () => ['Apple ended this period: the customer changed to another product'],
    moved: () => ['Apple ended it for a reason that is no refund: the customer moved to a bundle, for example'],
    unclaimed: () => [state('unclaimed', 'A lost order'), ': Apple tells of a purchase that no order asked for'],
    transferred: (it) => ['Moved to ', ...(it.account ? ['account ', link('account', it.account)] : ['another account']),
      ...(it.held_by?.account ? [' from ', link('account', it.held_by.account)] : [])],
    merged: (it) => ['Account ', link('account', it.from), ' was merged into ', link('account', it.into)],
    erased: () => ['What happened here was erased with its account'],
  };

  /** What an event tells beside its sentence. */
  function facts(it, isPresented) {
    const products = it.product_ids ?? [it.product_id].filter(Boolean);
    const transactions = it.transactions ?? [it.transaction_id].filter(Boolean);
    return [
      ...products.map((product) => [bdi(product)]),
      ...transactions.map(transaction),
      it.periods > 1 && [`${count(it.periods, 'period')} of it`],
      !isPresented && it.order && it.event !== 'verified' && it.event !== 'rejected' && theOrder(it),
      it.status !== undefined && [`status ${it.status} from Apple’s ${it.endpoint ?? ''} server`],
      it.text && [bdi(it.text)],
      it.reason && it.event === 'consumption_requested' && [`reason: ${words(it.reason).toLowerCase()}`],
      it.reason === '1' && it.event === 'refunded' && ['the customer named a problem with the app'],
      it.source && [it.source === 'verifyReceipt' ? 'Apple said so when asked (verifyReceipt)' : ['Apple’s notification ', bdi(it.source)]].flat(),
    ].filter(Boolean);
  }

  /** The checks that a presentation failed. */
  const failures = (checks) => (checks ?? []).map((one) => [words(one.check), ': ',
    bdi([one.expected && `expected ${one.expected}`, one.found && `found ${one.found}`, one.reason].filter(Boolean).join(', '))]);

  const meanings = {
    valid: 'valid', refused: 'refused', doubtful: 'doubtful; it is asked again', later: 'it is asked again later',
    unreachable: 'it could not be reached', elsewhere: 'the receipt is of the other environment', wrong_secret: 'the shared secret is wrong',
  };

  const apart = (parts) => parts.flatMap((part, index) => (index ? [' · ', ...part] : part));

  /** Everything that happened, in its order: each with its time, its sentence, and facts. */
  function happened(history) {
    const key = (it) => JSON.stringify([it.order, it.account]);
    const presentations = new Map(history.presentations.map((it) => [key(it), it]));
    const known = new Set();
    const entries = history.story.map((it) => {
      if (it.event === undefined) {
        return { at: it.at, sentence: [`Apple’s ${it.asked} server was asked: `,
          ...(it.status === null ? ['no answer'] : [`it answered ${it.status}`]), ` (${meanings[it.meaning] ?? words(it.meaning)})`],
        facts: it.text ? [[bdi(it.text)]] : [] };
      }
      const sentence = Object.hasOwn(events, it.event) ? events[it.event](it) : [words(it.event)];
      const isPresented = sentence[0] === 'Presented for ';
      if (isPresented) known.add(key(it));
      const failed = it.event === 'rejected' && it.by === 'checks' ? failures(presentations.get(key(it))?.failed_checks) : [];
      return { at: it.at, sentence, facts: [...facts(it, isPresented), ...failed] };
    });
    // What events no longer tell, because they were pruned, and what never is an event: the same order once more.
    const more = history.presentations.flatMap((it) => [
      known.has(key(it)) ? null : { at: it.at, sentence: [...presented(it), state(it.decision)], facts: failures(it.failed_checks) },
      it.repeats ? { at: it.repeated_at ?? it.at, sentence: [title('order '), link('order', it.order), ' of ', link('account', it.account),
        ` was presented again, ${it.repeats === 1 ? 'once' : `${it.repeats.toLocaleString('en')} times, now last`}: the first answer stands`], facts: [] } : null,
    ]).filter(Boolean);
    // The order of the story is that of the ledger; times only say where the others belong.
    for (const it of [...entries, ...more]) it.time = Date.parse(it.at);
    more.sort((one, other) => one.time - other.time);
    const merged = [];
    for (const it of entries) {
      while (more.length && more[0].time < it.time) merged.push(more.shift());
      merged.push(it);
    }
    return [...merged, ...more];
  }

  // -- The parts of an answer.

  /** Has the customer paid? As the server says it of all purchases of the account. */
  function answer({ value: { summary } }) {
    const mark = { good: '✓', caution: '!', bad: '✗' };
    return [
      ...summary.lines.map(({ tone, text }) => make('p', { class: `paid-for word ${toneKind(tone)}`, dir: 'auto', lang: summary.language },
        `${mark[tone]} ${plain(text)}`)),
      ...summary.remarks.map((text) => make('p', { class: 'soft', dir: 'auto', lang: summary.language }, plain(text))),
    ];
  }

  /** What the customer may use: no more than the ledger knows. */
  function use({ value: found }, isSelf) {
    const nature = (one) => [
      one.state === 'grace_period' ? ['; ', state('grace_period', 'grace period'), ': the renewal could not be charged, and Apple tries again']
        : one.will_renew === true ? ['; it renews then'] : one.will_renew === false ? ['; it does not renew'] : [],
    ].flat();
    const item = (one) => [bdi(one.product_id), ...(one.until ? until(one.until) : [', without an end']), ...nature(one)];
    const begin = ['By what this ledger knows, as of ', ...when(found.at), ', account ', isSelf ? bdi(found.account) : link('account', found.account), ' may use '];
    const uses = found.entitlements;
    const place = make('ul', { class: 'uses' });
    return [
      make('p', { class: 'answer' }, ...begin, ...(uses.length === 0 ? [make('strong', {}, 'nothing'), '.']
        : uses.length === 1 ? [...item(uses[0]), '.'] : [`${count(uses.length, 'product')}:`])),
      ...(uses.length > 1 ? [place, ...pages(place, uses, rowsAtATime, (one) => make('li', {}, ...item(one)))] : []),
      found.unjudged.length ? make('p', { class: 'soft' }, 'Not judged, because they may be consumables: ',
        ...links('transaction', found.unjudged.map((one) => one.transaction_id))) : null,
      make('p', { class: 'soft' }, 'Consumables are not counted: the app knows what was used.',
        found.environment === 'sandbox' ? ' This ledger is for the sandbox: nothing was paid.' : ''),
    ];
  }

  function summary(kind, name, history, entitlements, accounts) {
    const { presentations } = history.value;
    const own = kind === 'order' ? presentations.at(-1) : null;
    const waiting = presentations.filter((it) => it.state === 'pending');
    const allowed = entitlements?.value.entitlements.length ?? 0;
    const part = section(entitlements ? allowed ? 'good' : 'warn' : 'warn', [`${title(kind)} `, bdi(name)],
      ...(entitlements ? [...answer(entitlements), ...use(entitlements, kind === 'account')]
        : [make('p', {}, ...(accounts.length
          ? ['It has to do with several accounts: ', ...links('account', accounts), '.']
          : ['No account has it, by what this ledger knows.']))]),
      own ? make('p', {}, 'The order was presented by ', link('account', own.account), ' on ', ...when(own.at), '; it is now: ', state(own.state), '.') : null,
      waiting.length ? make('p', {}, `${count(waiting.length, 'order')} waiting for Apple’s answer, and not counted yet: `,
        ...links('order', waiting.map((it) => it.order)), '.') : null,
      history.value.is_cut ? make('p', {}, make('span', { class: 'word warn' }, 'This is not all. '),
        `The ledger knows more than is shown here, which is the newest of each kind. “receipt-tool ledger show --limit” shows more.`) : null);
    part.querySelector('h2').classList.remove('word');
    part.querySelector('h2').tabIndex = -1;
    return part;
  }

  function bought({ purchases }, self) {
    if (!purchases.length) return [section(null, 'Purchases', make('p', {}, 'The ledger knows of none.'))];
    const newest = [...purchases].reverse();
    const columns = [
      ['Product', (it) => [bdi(it.product_id ?? 'unknown')]],
      ['Now', (it) => [state(it.state), ...(it.refunded_at ? [' ', ...when(it.refunded_at)] : [])]],
      ['Bought', (it) => when(it.purchased_at)],
      ['Expires', (it) => when(it.expires_at)],
      ['Order', (it) => (it.order ? [link('order', it.order)] : [])],
      ['Account', (it) => (it.account && it.account !== self ? [link('account', it.account)] : [])],
      ['Transaction', (it) => [link('transaction', it.transaction_id)]],
    ];
    // Each cell is made when its row is shown; which columns are empty can be told from the documents.
    const isUsed = {
      Expires: newest.some((it) => it.expires_at), Order: newest.some((it) => it.order),
      Account: newest.some((it) => it.account && it.account !== self),
    };
    const used = columns.filter(([head]) => isUsed[head] ?? true);
    const refunds = purchases.filter((it) => it.state === 'refunded').length;
    return [section(null, `Purchases: ${purchases.length.toLocaleString('en')}`,
      make('p', { class: 'soft' }, `The newest first${refunds ? `; ${refunds.toLocaleString('en')} refunded` : ''}.`),
      ...table(used.map(([head]) => head), newest, rowsAtATime, (it) => used.map(([, cell]) => cell(it))))];
  }

  function subscribed({ subscriptions, purchases }, self, entitlements, now) {
    if (!subscriptions.length) return [];
    const periods = new Map();
    for (const it of purchases) {
      if (!it.expires_at || !it.purchased_at) continue;
      if (!periods.has(it.original_transaction_id)) periods.set(it.original_transaction_id, []);
      periods.get(it.original_transaction_id).push(it);
    }
    const drawing = (one) => {
      const mine = periods.get(one.original_transaction_id) ?? [];
      const isTakenBack = (it) => it.refunded_at && kindOf(it.state) === 'bad';
      const bars = mine.map((it, index) => ({
        start: it.purchased_at, end: it.expires_at, kind: isTakenBack(it) ? 'refunded' : 'paid', name: isTakenBack(it) ? 'period that was taken back' : 'period',
        has_gap: index > 0 && Date.parse(it.purchased_at) > Date.parse(mine[index - 1].expires_at),
        title: [`${date(it.purchased_at).slice(0, 16)} to ${date(it.expires_at).slice(0, 16)} UTC`, plain(it.product_id ?? ''),
          kindOf(it.state) === 'good' ? '' : words(it.state)].filter(Boolean).join(', '),
      }));
      const grace = entitlements?.value.entitlements.find((it) => it.state === 'grace_period'
        && it.original_transaction_id === one.original_transaction_id);
      if (grace?.until && bars.length && Date.parse(grace.until) > Date.parse(bars.at(-1).end)) {
        bars.push({ start: bars.at(-1).end, end: grace.until, kind: 'grace', name: 'grace period', title: `grace period until ${date(grace.until).slice(0, 16)} UTC` });
      }
      const refunds = mine.filter(isTakenBack).map((it) => (
        { at: it.refunded_at, kind: 'taken', name: 'taken back', title: `${words(it.state)} ${date(it.refunded_at).slice(0, 16)} UTC` }));
      const marks = [...refunds, { at: now, kind: 'now', name: 'now', title: `now, ${date(now).slice(0, 16)} UTC` }];
      return timeline({ periods: bars, marks });
    };
    const place = make('div');
    const more = pages(place, subscriptions, drawingsAtATime, (one) => make('div', { class: 'subscription' },
      make('h3', {}, bdi(one.product_id ?? 'unknown product'), ' ', state(one.state)),
      ...drawing(one),
      list([['Expires', one.expires_at ? when(one.expires_at) : null], ['Asked next', one.next_poll_at ? when(one.next_poll_at) : null],
        ['Account', one.account && one.account !== self ? link('account', one.account) : null],
        ['Original transaction', link('transaction', one.original_transaction_id)]])));
    return [section(null, `Subscriptions: ${subscriptions.length.toLocaleString('en')}`, place, ...more)];
  }

  function told(history) {
    const entries = happened(history).reverse();
    if (!entries.length) return [section(null, 'What happened', make('p', {}, 'Nothing that is still kept.'))];
    const place = make('ol', { class: 'story' });
    const more = pages(place, entries, rowsAtATime, (it) => make('li', {}, make('div', {}, ...when(it.at)), make('p', {}, ...it.sentence),
      it.facts.length ? make('p', { class: 'facts' }, ...apart(it.facts)) : null));
    return [section(null, 'What happened', make('p', { class: 'soft' }, 'The newest first.'), place, ...more)];
  }

  // -- Searches.

  function show(words, parts, heading) {
    results.replaceChildren(...parts);
    results.setAttribute('aria-busy', 'false');
    said.textContent = words;
    const target = heading ?? results.querySelector('h2');
    if (target) { target.tabIndex = -1; target.focus(); }
  }

  async function look(kind, name, history, signal) {
    const { value } = history;
    const accounts = kind === 'account' ? [name] : [...new Set([...value.presentations, ...value.purchases, ...value.subscriptions]
      .map((it) => it.account).filter(Boolean))];
    const entitlements = accounts.length === 1 ? await ask(`${path('account', accounts[0])}/entitlements?language=en`, signal) : null;
    const now = entitlements?.value.at ?? history.now;
    signal.throwIfAborted();
    document.title = `${title(kind)} ${plain(name)}`;
    const counts = [count(value.purchases.length, 'purchase'), count(value.subscriptions.length, 'subscription'),
      count(value.presentations.length, 'presented order')];
    show(`${title(kind)} found: ${counts.join(', ')}.`, [
      summary(kind, name, history, entitlements, accounts),
      ...bought(value, kind === 'account' ? name : null),
      ...subscribed(value, kind === 'account' ? name : null, entitlements, now),
      ...told(value),
    ]);
  }

  function notFound(kind, name) {
    const what = kind === 'search' ? 'account, order or transaction' : kind;
    document.title = 'Nothing found';
    show('Nothing found.', [section('warn', ['Nothing found for ', bdi(name)],
      make('p', {}, `This ledger knows no ${what} with this name. Names are compared letter by letter: “Jane” is not “jane”.`),
      make('h3', {}, 'What else to try'),
      make('ul', {},
        kind === 'search' ? null : make('li', {}, link('search', name, `Search accounts, orders and transactions for it`)),
        make('li', {}, 'The order number of your shop, without a word or a sign before it.'),
        make('li', {}, 'The account as your shop’s server names it; that can be a number and not the e-mail address.'),
        make('li', {}, 'The transaction identifier from a receipt or from App Store Connect. The order number in Apple’s mail to the customer (it begins with M) is not in the ledger.'),
        make('li', {}, 'If the customer paid and nothing is here, the purchase was never presented: ask the customer to restore purchases in the app.')))]);
  }

  const several = (name, found) => show(`Found as ${found.map(([kind]) => kind).join(' and as ')}.`, [section(null,
    [bdi(name), ' is the name of several'],
    make('ul', {}, ...found.map(([kind, { value }]) => make('li', {}, link(kind, name, [`${title(kind)} `, bdi(name)]),
      `: ${count(value.purchases.length, 'purchase')}, ${count(value.presentations.length, 'presented order')}`))))]);

  /** Shows what the address names. */
  async function follow() {
    asking.abort();
    const wanted = asked();
    if (!token) return;
    if (!wanted) { show('', []); document.title = 'Customer support: purchases'; field.focus(); return; }
    const { kind, name } = wanted;
    asking = new AbortController();
    const { signal } = asking;
    field.value = name;
    said.textContent = 'Searching…';
    results.setAttribute('aria-busy', 'true');
    try {
      // An address has no place for them: browsers take them for folders.
      if (name === '.' || name === '..') throw new Trouble(`“${name}” cannot be looked up here`, `“receipt-tool ledger show ${name}” can.`);
      if (kind !== 'search') {
        const history = await ask(path(kind, name), signal);
        if (history) await look(kind, name, history, signal);
        else notFound(kind, name);
        return;
      }
      const answers = await Promise.all(kinds.map(async ([one]) => [one, await ask(path(one, name), signal)]));
      const found = answers.filter(([, history]) => history);
      signal.throwIfAborted();
      if (!found.length) notFound(kind, name);
      else if (found.length > 1) several(name, found);
      else {
        history.replaceState(null, '', fragment(found[0][0], name));
        await look(found[0][0], name, found[0][1], signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      asking.abort();
      if (error instanceof Refusal) { signOut(error.message); return; }
      const again = make('button', { type: 'button' }, 'Search again');
      again.addEventListener('click', follow);
      show('No answer.', [section('bad', error instanceof Trouble ? error.message : 'The answer could not be shown',
        ...(error.advice ?? [plain(error.message)]).map((one) => make('p', {}, one)), again)]);
    }
  }

  // -- Signing in and out.

  function signOut(reason = '') {
    asking.abort();
    token = null;
    tokenField.value = '';
    tokenWrong.textContent = reason;
    if (reason) tokenField.setAttribute('aria-invalid', 'true'); else tokenField.removeAttribute('aria-invalid');
    [entry.hidden, search.hidden, byID('sign-out').hidden] = [false, true, true];
    results.replaceChildren();
    results.setAttribute('aria-busy', 'false');
    said.textContent = '';
    field.value = '';
    document.title = 'Customer support: purchases';
    tokenField.focus();
  }

  entry.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = tokenField.value.trim();
    if (!/^[\x21-\x7e]+$/.test(given)) {
      signOut(given ? 'This is no token: it has spaces or letters that no token has.' : 'Paste the token first.');
      return;
    }
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    token = given;
    tokenWrong.textContent = '';
    said.textContent = 'Signing in…';
    try {
      // Any name will do: of an account that is unknown the answer is that it may use nothing.
      await ask(path('account', '-') + '/entitlements', signal);
      // Emptied before it is hidden, so that no browser offers to keep it.
      tokenField.value = '';
      tokenField.removeAttribute('aria-invalid');
      [entry.hidden, search.hidden, byID('sign-out').hidden] = [true, false, false];
      said.textContent = 'Signed in.';
      field.focus();
      if (asked()) follow();
    } catch (error) {
      if (signal.aborted) return;
      signOut([error.message, ...(error.advice ?? [])].join('. ').replace('..', '.'));
    }
  });

  search.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = field.value.trim().toWellFormed();
    if (!name) { said.textContent = 'Type or paste a name first.'; field.focus(); return; }
    const address = fragment('search', name);
    if (location.hash === address) follow(); else location.hash = address;
  });

  byID('sign-out').addEventListener('click', () => {
    history.replaceState(null, '', location.pathname);
    signOut();
    said.textContent = 'Signed out.';
  });
  addEventListener('hashchange', follow);
  // A browser may keep the page to come back to it: then it asks again.
  addEventListener('pagehide', () => signOut());

  themes(byID('theme'));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  byID('zone').textContent = `Times are in UTC${zone && zone !== 'UTC' ? `, and in the time of this computer (${zone})` : ''}.`;
  signOut();
})();
