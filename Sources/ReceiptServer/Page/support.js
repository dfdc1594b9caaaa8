'use strict';
(() => {
  const { make, plain, date, section, list, pages, table, timeline, themes } = shared;
  const { say, tell, has } = texts;
  const byID = (id) => document.getElementById(id);
  const [entry, search, field, form, receipt, said, results] = ['entry', 'search', 'name', 'form', 'receipt', 'said', 'results'].map(byID);
  const [tokenField, tokenWrong] = [byID('token'), byID('token-wrong')];
  const [rowsAtATime, drawingsAtATime] = [100, 20];
  const [triesAfterRefusal, longestPause] = [5, 10];

  /** In this variable and nowhere else: no cookie, no storage, no address. */
  let token = null;
  /** Ends what is being asked when something else is. */
  let asking = new AbortController();
  /** What of a receipt is shown, as it is sent: to be asked in another language. */
  let shown = null;

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

  /**
   * The document at a path, and the time of the answer; `null` if the ledger does not know the name.
   *
   * @param body what is asked about, if it is no name.
   */
  async function ask(path, signal, body) {
    for (let tries = 1; ; tries += 1) {
      let response, text;
      try {
        // The whole address: where that of the page has a token in it, fetch refuses what is relative to it. Without credentials of the
        // browser's own, a 401 opens no window of the browser.
        response = await fetch(location.origin + path, {
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
          headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) }, credentials: 'omit', cache: 'no-store', redirect: 'error',
          referrerPolicy: 'no-referrer', signal,
        });
        text = await response.text();
      } catch (error) {
        if (signal.aborted) throw error;
        throw new Trouble(say('t_silent'), say('t_connected'), say('t_operator'));
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
          throw new Refusal(say('t_unknown_token'));
        case 403:
          throw new Refusal(kind === 'scope' ? say('t_scope') : say('t_refused', { reason: plain(value?.detail ?? say('t_no_reason')) }));
        case 429:
          if (tries < triesAfterRefusal && wait <= longestPause) {
            said.textContent = say('t_waiting', { count: wait });
            await pause(wait, signal);
            continue;
          }
          throw new Trouble(say('t_too_many'), say('t_wait', { count: wait }), say('t_others'));
        case 502:
          if (kind !== 'apple') break;
          throw new Trouble(say('apple_silent'), say('t_says', { detail: plain(value.detail) }));
        case 503:
          throw new Trouble(say('t_outage'), say('t_wait', { count: wait }), say('t_operator'));
      }
      throw new Trouble(say('t_http', { status: String(response.status) }), value?.detail && say('t_says', { detail: plain(value.detail) }),
        say('t_name'));
    }
  }

  // -- Names, and their searches as fragments of the address, which are not sent to servers.

  const kinds = [['account', 'accounts'], ['order', 'orders'], ['transaction', 'transactions']];
  const title = (kind, name) => tell(`found_${kind}`, { name: bdi(name) });
  const spoken = (kind, name) => say(`found_${kind}`, { name: plain(name) });
  const path = (kind, name) => `/v1/${new Map(kinds).get(kind)}/${encodeURIComponent(name)}`;
  const fragment = (kind, name) => `#${kind}/${encodeURIComponent(name)}`;

  /** A value of the ledger's, whose direction is its own. */
  const bdi = (text) => make('bdi', { dir: 'auto' }, plain(text));
  /** A link to the search of a name; names can be missing in what is no longer kept. */
  const link = (kind, name, words) => (name === null || name === undefined ? say('unknown')
    : make('a', { href: fragment(kind, name) }, words ?? bdi(name)));

  /** The first links of many, and how many are left out. */
  const links = (kind, names, most = 20) => [...names.slice(0, most).flatMap((name, index) => [index ? ', ' : '', link(kind, name)]),
    names.length > most ? say('and_more', { count: names.length - most }) : ''];

  /** The search that the address names; `null` if there is none. */
  function asked() {
    const found = /^#(search|account|order|transaction)\/(.+)$/.exec(location.hash);
    try { return found && { kind: found[1], name: decodeURIComponent(found[2]) }; } catch { return null; }
  }

  // -- Times: UTC, as the ledger has them and the page says once, and the local one.

  const pad = (number) => String(number).padStart(2, '0');
  function local(moment) {
    if (moment.getTimezoneOffset() === 0) return null;
    const [day, hour] = [`${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`,
      `${pad(moment.getHours())}:${pad(moment.getMinutes())}`];
    return say('local', { time: `${day === moment.toISOString().slice(0, 10) ? '' : day + ' '}${hour}` });
  }
  /** A date breaks before the time of the day, and nowhere else. */
  const unbroken = (text) => text.split(/(?<=\d\d-\d\d) /).flatMap((part, index) => [index ? ' ' : '', make('span', {}, part)]);
  /** Elements with one time; nothing if there is none. */
  function when(text) {
    if (!text) return [];
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime())) return [bdi(text)];
    const there = local(moment);
    return [make('time', { datetime: text, title: date(text) + ' UTC' }, ...unbroken(date(text).slice(0, 16))),
      ...(there ? [' ', make('span', { class: 'local' }, ...unbroken(`(${there})`))] : [])];
  }

  // -- Words.

  const states = {
    good: ['accept', 'accepted', 'verified', 'active', 'restored', 'renewed', 'recovered'],
    bad: ['reject', 'rejected', 'replay', 'refunded', 'no_longer_shared', 'seat_taken_back', 'expired'],
    caution: ['pending', 'billing_retry', 'grace_period', 'unclaimed', 'lapsed', 'duplicate'],
  };
  /** A name of the ledger's in the language of the reader; as it is where the page has no word for it. */
  const words = (text) => (has(`word_${text}`) ? say(`word_${text}`) : plain(text).replaceAll('_', ' '));
  const kindOf = (name) => Object.keys(states).find((one) => states[one].includes(name));
  /** A state that Apple took back, as far as Apple said it: a receipt does not tell a refund from family sharing that ended. */
  const wordsOf = (it) => (it.state !== 'refunded' ? words(it.state) : it.may_be_no_longer_shared ? say('refunded_or_unshared')
    : it.revocation_percentage < 100_000 ? say('refunded_in_part', { share: it.revocation_percentage / 1000 }) : words(it.state));
  const state = (name, text = words(name)) => make('span', { class: ['word', kindOf(name)].filter(Boolean).join(' ') }, text);
  /** What was good, and is over: no colour says that somebody has it now. */
  const past = (name) => make('span', { class: 'word' }, words(name));
  const account = (name) => link('account', name);
  const order = (name) => link('order', name);
  const presented = (it, what) => tell(`presented_${what ?? it.event}`,
    { order: order(it.order), account: account(it.account), state: state(it.event ?? it.decision) });
  const theOrder = (it) => (!it.order ? [say('an_order')] : it.account ? tell('order_of', { order: order(it.order), account: account(it.account) })
    : tell('order_only', { order: order(it.order) }));

  const until = (text) => (text ? tell('until', { time: make('span', {}, ...when(text)) }) : []);
  const on = (text) => (text ? tell('on', { time: make('span', {}, ...when(text)) }) : []);

  /** What happened, by the name of the event. */
  const events = {
    accepted: (it) => presented(it),
    pending: (it) => presented(it),
    restored: (it) => presented(it),
    rejected: (it) => (it.by === 'apple' ? tell('not_confirmed', { order: make('span', {}, ...theOrder(it)), state: state('rejected') }) : presented(it)),
    verified: (it) => tell('confirmed', { order: make('span', {}, ...theOrder(it)), state: state('verified') }),
    replay_detected: (it) => [...presented({ ...it, event: 'replay' }), ...held(it)],
    order_reused: (it) => presented(it),
    account_mismatch: (it) => presented(it),
    stale_receipt: (it) => presented(it),
    family_shared: (it) => presented(it),
    renewed: (it) => [state('renewed', say('renewed')), ...until(it.expires_at)],
    recovered: (it) => [state('recovered', say('recovered')), ...until(it.expires_at)],
    in_billing_retry: () => [state('billing_retry', say('not_charged')), say('tries_again')],
    in_grace_period: (it) => [state('grace_period', say('not_charged')), say('tries_with_access'), ...until(it.grace_period_expires_at)],
    expired: (it) => [state('expired', say('expired')), ...on(it.expires_at),
      has(`expired_${it.expiration_intent}`) ? say(`expired_${it.expiration_intent}`) : ''],
    no_longer_shared: (it) => [state(it.event, say('sharing_ended')), ...on(it.refunded_at)],
    seat_taken_back: (it) => [state(it.event, say('seat_ended')), ...on(it.refunded_at)],
    refunded: (it) => [state('refunded', say(it.revocation_type === 'FAMILY_REVOKE' ? 'sharing_ended' : it.may_be_no_longer_shared ? 'refund_or_sharing' : 'refund')),
      ...on(it.refunded_at),
      ...(it.revocation_percentage < 100_000 ? [say('of_the_price', { share: it.revocation_percentage / 1000 })] : [])],
    refund_reversed: () => [state('active', say('refund_back')), say('has_it_again')],
    consumption_requested: (it) => [say('wants_refund'), ...(it.answer_by ? tell('answer_by', { time: make('span', {}, ...when(it.answer_by)) }) : [])],
    upgraded: () => [say('upgraded')],
    moved: () => [say('moved')],
    unclaimed: () => [state('unclaimed', say('lost_order')), say('no_order_asked')],
    transferred: (it) => tell(it.held_by?.account ? 'transferred_from' : 'transferred',
      { account: it.account ? account(it.account) : say('another_account'), from: it.held_by?.account ? account(it.held_by.account) : '' }),
    merged: (it) => tell('merged', { from: account(it.from), into: account(it.into) }),
    erased: () => [say('erased')],
  };

  /** Whose a purchase is that was presented once more. */
  function held({ held_by: holder }, words = 'belongs', values = {}) {
    const whose = holder?.order ? theOrder(holder) : holder?.account ? tell('account_only', { account: account(holder.account) }) : [say('another_order')];
    return [...tell(words, { ...values, holder: make('span', {}, ...whose) }), ...(holder?.at ? tell('since', { time: make('span', {}, ...when(holder.at)) }) : [])];
  }

  /** What an event tells beside its sentence. */
  function facts(it, isPresented) {
    const products = it.product_ids ?? [it.product_id].filter(Boolean);
    const transactions = it.transactions ?? [it.transaction_id].filter(Boolean);
    return [
      ...products.map((product) => [bdi(product)]),
      ...transactions.map((name) => tell('transaction_only', { transaction: link('transaction', name) })),
      it.periods > 1 && [say('periods_of_it', { count: it.periods })],
      !isPresented && it.order && it.event !== 'verified' && it.event !== 'rejected' && theOrder(it),
      it.status !== undefined && [say('status_from', { status: String(it.status), server: it.endpoint ? words(it.endpoint) : '' })],
      it.text && [bdi(it.text)],
      it.reason && it.event === 'consumption_requested' && [say('reason', { reason: words(it.reason).toLowerCase() })],
      it.reason === '1' && it.event === 'refunded' && [say('named_app')],
      it.source && (it.source === 'verifyReceipt' ? [say('when_asked')] : tell('notified', { name: bdi(it.source) })),
    ].filter(Boolean);
  }

  /** The checks that a presentation failed. */
  const failures = (checks) => (checks ?? []).map((one) => [words(one.check), ': ',
    bdi([one.expected && say('check_expected', { value: one.expected }), one.found && say('check_found', { value: one.found })]
      .filter(Boolean).join(', ')), one.reason ? make('span', { lang: 'en' }, ' ', bdi(one.reason)) : null].filter(Boolean));

  const apart = (parts) => parts.flatMap((part, index) => (index ? [' · ', ...part] : part));

  /** Everything that happened, in its order: each with its time, its sentence, and facts. */
  function happened(history) {
    const key = (it) => JSON.stringify([it.order, it.account]);
    const presentations = new Map(history.presentations.map((it) => [key(it), it]));
    const known = new Set();
    const entries = history.story.map((it) => {
      if (it.event === undefined) {
        const meaning = has(`meaning_${it.meaning}`) ? say(`meaning_${it.meaning}`) : words(it.meaning);
        return { at: it.at,
          sentence: [say(it.status === null ? 'asked_in_vain' : 'asked', { server: words(it.asked), status: String(it.status), meaning })],
        facts: it.text ? [[bdi(it.text)]] : [] };
      }
      const sentence = Object.hasOwn(events, it.event) ? events[it.event](it) : [words(it.event)];
      const isPresented = has(`presented_${it.event === 'replay_detected' ? 'replay' : it.event}`) && it.by !== 'apple';
      if (isPresented) known.add(key(it));
      const failed = it.event === 'rejected' && it.by === 'checks' ? failures(presentations.get(key(it))?.failed_checks) : [];
      return { at: it.at, sentence, facts: [...facts(it, isPresented), ...failed] };
    });
    // What events no longer tell, because they were pruned, and what never is an event: the same order once more.
    const more = history.presentations.flatMap((it) => [
      known.has(key(it)) ? null : { at: it.at, sentence: presented(it, 'plainly'), facts: failures(it.failed_checks) },
      it.repeats ? { at: it.repeated_at ?? it.at, sentence: tell('presented_again',
        { order: order(it.order), account: account(it.account), count: it.repeats }), facts: [] } : null,
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
      ...summary.lines.map(({ tone, text }) => make('p', { class: `paid-for word ${tone}`, dir: 'auto', lang: summary.language },
        `${mark[tone]} ${plain(text)}`)),
      ...summary.remarks.map((text) => make('p', { class: 'soft', dir: 'auto', lang: summary.language }, plain(text))),
    ];
  }

  /** What the customer may use: no more than the ledger knows. */
  function use({ value: found }, isSelf) {
    const nature = (one) => (one.state === 'grace_period' ? tell('in_grace', { state: state('grace_period') })
      : one.will_renew === true ? [say('renews')] : one.will_renew === false ? [say('renews_not')] : []);
    const item = (one) => [bdi(one.product_id), ...(one.until ? until(one.until) : [say('without_end')]), ...nature(one)];
    const uses = found.entitlements;
    const what = uses.length === 0 ? [make('strong', {}, say('nothing'))] : uses.length === 1 ? item(uses[0]) : [say('products', { count: uses.length })];
    const place = make('ul', { class: 'uses' });
    return [
      make('p', { class: 'answer' }, ...tell(uses.length > 1 ? 'may_use_all' : 'may_use', { time: make('span', {}, ...when(found.at)),
        account: isSelf ? bdi(found.account) : account(found.account), what: make('span', {}, ...what) })),
      ...(uses.length > 1 ? [place, ...pages(place, uses, rowsAtATime, (one) => make('li', {}, ...item(one)))] : []),
      found.unjudged.length ? make('p', { class: 'soft' }, say('unjudged'), ...links('transaction', found.unjudged.map((one) => one.transaction_id))) : null,
      make('p', { class: 'soft' }, say('consumables'), found.environment === 'sandbox' ? say('sandbox_ledger') : ''),
    ];
  }

  /** How many replayed orders of an account are told before all else: the newest. */
  const mostReplays = 5;

  /** An order may be presented more than once: rejected first, and accepted later. */
  const ordersIn = (presentations) => new Set(presentations.map((it) => it.order)).size;

  function summary(kind, name, history, entitlements, accounts, now) {
    const { presentations, purchases, story } = history.value;
    const own = kind === 'order' ? presentations.at(-1) : null;
    // What was presented for a replayed order is another order's: that comes before what its own account may use.
    const replayed = (own ? [own] : kind === 'account' ? presentations : []).filter((it) => it.state === 'replay').reverse();
    const replays = replayed.map((one) => story.findLast((it) => it.event === 'replay_detected' && it.order === one.order)).filter(Boolean);
    const waiting = presentations.filter((it) => it.state === 'pending');
    const allowed = entitlements?.value.entitlements.length ?? 0;
    const mine = purchases.filter((it) => it.order === own?.order);
    const isOver = mine.length > 0 && mine.every((it) => isPast(it, now));
    const taken = new Set(mine.filter(isTakenBack).map(wordsOf));
    const now_ = own ? (isOver && kindOf(own.state) === 'good' ? past(own.state)
      : state(own.state, own.state === 'refunded' && taken.size === 1 ? [...taken][0] : words(own.state))) : null;
    const part = section(allowed && !replays.length ? 'good' : 'caution', title(kind, name),
      ...replays.slice(0, mostReplays).map((it) => make('p', { class: 'paid-for word bad' }, '✗ ',
        ...held(it, 'belongs_first', { order: order(it.order) }), '.')),
      ...(entitlements ? [...(own && replays.length ? [] : answer(entitlements)), ...use(entitlements, kind === 'account')]
        : [make('p', {}, ...(accounts.length ? tell('several_accounts', { accounts: make('span', {}, ...links('account', accounts)) }) : [say('no_account')]))]),
      own ? make('p', {}, ...tell('presented_by', { account: account(own.account), time: make('span', {}, ...when(own.at)), state: now_ })) : null,
      waiting.length ? make('p', {}, say('waiting', { count: waiting.length }), ...links('order', waiting.map((it) => it.order)), '.') : null,
      history.value.is_cut ? make('p', {}, make('span', { class: 'word caution' }, say('cut')), ' ', say('cut_words')) : null);
    part.querySelector('h2').classList.remove('word');
    part.querySelector('h2').tabIndex = -1;
    return part;
  }

  /** Whether Apple took it back. */
  const isTakenBack = (it) => ['refunded', 'no_longer_shared', 'seat_taken_back'].includes(it.state);

  /** Whether it is over by its own date. */
  const isPast = (it, now) => Boolean(it.expires_at) && Date.parse(it.expires_at) <= Date.parse(now);

  function bought({ purchases }, self, now) {
    if (!purchases.length) return [section(null, say('purchases'), make('p', {}, say('knows_none')))];
    const newest = [...purchases].reverse();
    const columns = [
      ['product', (it) => [bdi(it.product_id ?? say('unknown'))]],
      ['now', (it) => [isPast(it, now) && kindOf(it.state) === 'good' ? past(it.state) : state(it.state, wordsOf(it)), ...(it.refunded_at ? [' ', ...when(it.refunded_at)] : [])]],
      ['bought', (it) => when(it.purchased_at)],
      ['expires', (it) => when(it.expires_at)],
      ['order', (it) => (it.order ? [order(it.order)] : [])],
      ['account', (it) => (it.account && it.account !== self ? [account(it.account)] : [])],
      ['transaction', (it) => [link('transaction', it.transaction_id)]],
    ];
    // Each cell is made when its row is shown; which columns are empty can be told from the documents.
    const isUsed = {
      expires: newest.some((it) => it.expires_at), order: newest.some((it) => it.order),
      account: newest.some((it) => it.account && it.account !== self),
    };
    const used = columns.filter(([head]) => isUsed[head] ?? true);
    const taken = purchases.filter(isTakenBack).map(wordsOf);
    const counts = [...new Set(taken)].map((one) => say('taken_count', { count: taken.filter((it) => it === one).length, state: one }));
    return [section(null, say('purchases_count', { count: purchases.length }),
      make('p', { class: 'soft' }, say('newest_first'), ...counts, '.'),
      ...table(used.map(([head]) => say(`column_${head}`)), newest, rowsAtATime, (it) => used.map(([, cell]) => cell(it))))];
  }

  function subscribed({ subscriptions, purchases }, self, entitlements, now) {
    if (!subscriptions.length) return [];
    const periods = new Map();
    for (const it of purchases) {
      if (!it.expires_at || !it.purchased_at) continue;
      if (!periods.has(it.original_transaction_id)) periods.set(it.original_transaction_id, []);
      periods.get(it.original_transaction_id).push(it);
    }
    const minute = (text) => date(text).slice(0, 16);
    const drawing = (one) => {
      const mine = periods.get(one.original_transaction_id) ?? [];
      const bars = mine.map((it, index) => ({
        start: it.purchased_at, end: it.expires_at, kind: isTakenBack(it) ? 'refunded' : 'paid', name: say(isTakenBack(it) ? 'period_taken_back' : 'period'),
        has_gap: index > 0 && Date.parse(it.purchased_at) > Date.parse(mine[index - 1].expires_at),
        title: [say('from_to', { from: minute(it.purchased_at), to: minute(it.expires_at) }), plain(it.product_id ?? ''),
          kindOf(it.state) === 'good' ? '' : wordsOf(it)].filter(Boolean).join(', '),
      }));
      const grace = entitlements?.value.entitlements.find((it) => it.state === 'grace_period'
        && it.original_transaction_id === one.original_transaction_id);
      // What became of it since then is not known: Apple has not been asked, or has not answered.
      if (one.state === 'lapsed' && bars.length && Date.parse(bars.at(-1).end) < Date.parse(now)) {
        bars.push({ start: bars.at(-1).end, end: now, kind: 'doubtful', name: say('not_known'), title: say('not_known_since', { time: minute(bars.at(-1).end) }) });
      }
      if (grace?.until && bars.length && Date.parse(grace.until) > Date.parse(bars.at(-1).end)) {
        bars.push({ start: bars.at(-1).end, end: grace.until, kind: 'grace', name: words('grace_period'), title: say('grace_until', { time: minute(grace.until) }) });
      }
      const refunds = mine.filter(isTakenBack).map((it) => (
        { at: it.refunded_at, kind: 'taken', name: say('taken_back'), title: `${wordsOf(it)} ${minute(it.refunded_at)}` }));
      const marks = [...refunds, { at: now, kind: 'now', name: say('now'), title: say('now_at', { time: minute(now) }) }];
      return timeline({ periods: bars, marks });
    };
    const place = make('div');
    const more = pages(place, subscriptions, drawingsAtATime, (one) => make('div', { class: 'subscription' },
      make('h3', {}, bdi(one.product_id ?? say('unknown_product')), ' ', state(one.state, one.state === 'refunded'
        ? wordsOf((periods.get(one.original_transaction_id) ?? []).findLast(isTakenBack) ?? one) : words(one.state))),
      ...drawing(one),
      list([[say('column_expires'), one.expires_at ? when(one.expires_at) : null], [say('asked_next'), one.next_poll_at ? when(one.next_poll_at) : null],
        [say('column_account'), one.account && one.account !== self ? account(one.account) : null],
        [say('original'), link('transaction', one.original_transaction_id)]])));
    return [section(null, say('subscriptions_count', { count: subscriptions.length }), place, ...more)];
  }

  function told(history) {
    const entries = happened(history).reverse();
    if (!entries.length) return [section(null, say('happened'), make('p', {}, say('nothing_kept')))];
    const place = make('ol', { class: 'story' });
    const more = pages(place, entries, rowsAtATime, (it) => make('li', {}, make('div', {}, ...when(it.at)), make('p', {}, ...it.sentence),
      it.facts.length ? make('p', { class: 'facts' }, ...apart(it.facts)) : null));
    return [section(null, say('happened'), make('p', { class: 'soft' }, say('newest_first'), '.'), place, ...more)];
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
    const entitlements = accounts.length === 1 ? await ask(`${path('account', accounts[0])}/entitlements?language=${texts.tag}&replies=true`, signal) : null;
    const now = entitlements?.value.at ?? history.now;
    signal.throwIfAborted();
    document.title = spoken(kind, name);
    const counts = [say('purchases_found', { count: value.purchases.length }), say('subscriptions_found', { count: value.subscriptions.length }),
      say('orders_found', { count: ordersIn(value.presentations) })];
    show(say('found', { kind: say(`kind_${kind}`), counts: counts.join(', ') }), [
      summary(kind, name, history, entitlements, accounts, now),
      // A replayed order belongs to another account, so there is no reply for the customer who presented it.
      ...(entitlements && !(kind === 'order' && value.presentations.at(-1)?.state === 'replay') ? [answers.reply(entitlements.value)] : []),
      ...bought(value, kind === 'account' ? name : null, now),
      ...subscribed(value, kind === 'account' ? name : null, entitlements, now),
      ...told(value),
    ]);
  }

  function notFound(kind, name) {
    document.title = say('nothing_found');
    show(say('nothing_found'), [section('caution', tell('nothing_found_for', { name: bdi(name) }),
      make('p', {}, say(`knows_no_${kind}`), ' ', say('letter_by_letter')),
      make('h3', {}, say('what_else')),
      make('ul', {},
        kind === 'search' ? null : make('li', {}, link('search', name, say('try_all'))),
        ...['try_order', 'try_account', 'try_transaction', 'try_restore'].map((one) => make('li', {}, say(one)))))]);
  }

  const several = (name, found) => show(say('found_several', { kinds: found.map(([kind]) => say(`kind_${kind}`)).join(', ') }), [section(null,
    tell('name_of_several', { name: bdi(name) }),
    make('ul', {}, ...found.map(([kind, { value }]) => make('li', {}, link(kind, name, title(kind, name)),
      `: ${say('purchases_found', { count: value.purchases.length })}, ${say('orders_found', { count: ordersIn(value.presentations) })}`))))]);

  /** Answers about something that is asked for now, and says why there is no answer. */
  async function answering(words, work, again) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    said.textContent = words;
    results.setAttribute('aria-busy', 'true');
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      asking.abort();
      if (error instanceof Refusal) { signOut(error.message); return; }
      const button = make('button', { type: 'button' }, say('search_again'));
      button.addEventListener('click', again);
      show(say('t_no_answer'), [section('bad', error instanceof Trouble ? error.message : say('t_not_shown'),
        ...(error.advice ?? [plain(error.message)]).map((one) => make('p', {}, one)), button)]);
    }
  }

  /** Shows what the address names. */
  function follow() {
    asking.abort();
    const wanted = asked();
    if (!token) return;
    shown = null;
    if (!wanted) { show('', []); document.title = say('support_title'); field.focus(); return; }
    const { kind, name } = wanted;
    field.value = name;
    answering(say('searching'), async (signal) => {
      // An address has no place for them: browsers take them for folders.
      if (name === '.' || name === '..') throw new Trouble(say('t_not_here', { name }), say('t_ledger_show', { name }));
      if (kind !== 'search') {
        const history = await ask(path(kind, name), signal);
        if (history) await look(kind, name, history, signal);
        else notFound(kind, name);
        if (!history || kind === 'transaction') await askApple(name, signal);
        return;
      }
      const found = (await Promise.all(kinds.map(async ([one]) => [one, await ask(path(one, name), signal)]))).filter(([, history]) => history);
      signal.throwIfAborted();
      if (!found.length) {
        notFound(kind, name);
        await askApple(name, signal);
      } else if (found.length > 1) several(name, found);
      else {
        history.replaceState(null, '', fragment(found[0][0], name));
        await look(found[0][0], name, found[0][1], signal);
        if (found[0][0] === 'transaction') await askApple(name, signal);
      }
    }, follow);
  }

  // -- What Apple says now, where this server has a key to ask.

  /** The forms of Apple's identifiers, and the path component under which this server asks Apple about each form. */
  const numbers = [[/^\d{6,20}$/, 'transactions'], [/^M[A-Z\d]{7,24}$/, 'orders']];

  /** Asks Apple, and shows the answer below the first section, as what is pasted is shown. Nothing is recorded. */
  async function askApple(name, signal) {
    const plural = numbers.find(([form]) => form.test(name))?.[1];
    if (!preset.asks_apple || !plural) return;
    const place = section(null, say('apple'), make('p', { class: 'soft' }, say('apple_asking')));
    results.firstElementChild.after(place);
    const tell = (...parts) => place.replaceChildren(make('h2', {}, say('apple')), ...parts);
    try {
      const found = await ask(`/support/apple/${plural}/${encodeURIComponent(name)}?language=${texts.tag}`, signal);
      if (!found) { tell(make('p', { class: 'word caution' }, say('apple_knows_none'))); return; }
      const known = await recorded(found.value.transactions, signal);
      signal.throwIfAborted();
      const [first, ...parts] = answers.report(found.value);
      first.prepend(make('p', { class: 'soft', lang: texts.tag }, say('apple')));
      place.replaceWith(first, known, ...(results.querySelector('[data-part=reply]') ? [] : [answers.reply(found.value)]), ...parts);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal) { asking.abort(); signOut(error.message); return; }
      tell(make('p', { class: 'word bad' }, error.message), ...(error.advice ?? []).map((one) => make('p', {}, one)));
    }
  }

  // -- A receipt of a customer.

  /** How many purchases of a receipt are looked up: the newest. */
  const mostLookedUp = 20;

  /** What the ledger knows of each purchase in what was pasted. */
  async function recorded(transactions, signal) {
    const originals = [...new Set(transactions.map((it) => it.original_transaction_id))].slice(0, mostLookedUp);
    const histories = new Map(await Promise.all(originals.map(async (one) => [one, await ask(path('transaction', one), signal)])));
    const rows = transactions.filter((it) => histories.has(it.original_transaction_id)).map((it) => (
      { ...it, known: histories.get(it.original_transaction_id)?.value.purchases.find((one) => one.transaction_id === it.transaction_id) }));
    const known = rows.filter((it) => it.known);
    const owners = [...new Set(known.map((it) => it.known.account).filter(Boolean))];
    const left = new Set(transactions.map((it) => it.original_transaction_id)).size - originals.length;
    const cells = ({ known: one, ...it }) => [[bdi(it.product_id ?? say('unknown'))], when(it.purchased_at),
      one ? [state(one.state, wordsOf(one)), ...(one.refunded_at ? [' ', ...when(one.refunded_at)] : [])] : [make('span', { class: 'word caution' }, say('not_recorded'))],
      one?.order ? [order(one.order)] : [], one?.account ? [account(one.account)] : [], [one ? link('transaction', it.transaction_id) : bdi(it.transaction_id)]];
    return section(null, say('recorded'),
      make('p', {}, make('strong', {}, say('recorded_count', { known: known.length, count: rows.length })), ' ',
        ...(known.length ? owners.length ? tell('recorded_of', { accounts: make('span', {}, ...links('account', owners)) }) : [say('no_account')]
          : [say('try_restore')])),
      ...(rows.length ? table(['product', 'bought', 'recorded', 'order', 'account', 'transaction'].map((head) => say(`column_${head}`)), rows, rowsAtATime, cells) : []),
      left ? make('p', { class: 'soft' }, say('recorded_cut', { count: left })) : null);
  }

  /** Shows what a receipt says, and what the ledger knows of its purchases. Nothing is written by that. */
  function read(body) {
    if (!body.files && !body.text.trim()) { said.textContent = say('nothing_words'); receipt.focus(); return; }
    history.replaceState(null, '', location.pathname);
    field.value = '';
    answering(say('reading'), async (signal) => {
      const { value } = await ask(`/page/document?language=${texts.tag}`, signal, body);
      const place = value.transactions.length ? await recorded(value.transactions, signal) : null;
      signal.throwIfAborted();
      shown = body;
      byID('of-customer').open = false;
      document.title = say('of_customer');
      const [first, ...parts] = answers.report(value);
      show(value.title, [first, place, answers.reply(value), ...parts].filter(Boolean));
    }, () => read(body));
  }

  function forget() {
    [shown, receipt.value, byID('file').value, byID('of-customer').open] = [null, '', '', false];
  }

  form.addEventListener('submit', (event) => { event.preventDefault(); read({ text: receipt.value }); });
  receipt.addEventListener('paste', () => setTimeout(() => read({ text: receipt.value })));
  // A name is short: what is longer is a receipt, wherever it is pasted. Both are looked up at once, so that nobody takes the answer about
  // another customer for theirs.
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!token || !text.trim() || event.target === receipt || event.target.closest('.letter')) return;
    if (text.length < 200) {
      if (event.target !== field) {
        event.preventDefault();
        field.value = text.trim();
      }
      setTimeout(() => search.requestSubmit());
      return;
    }
    event.preventDefault();
    receipt.value = text;
    read({ text });
  });
  async function open(list) {
    const all = [...list];
    if (!all.length || !token) return;
    receipt.value = answers.names(all);
    read({ files: await answers.files(all) });
  }
  byID('file').addEventListener('change', (event) => open(event.target.files));
  shared.drops(open);

  // -- Signing in and out.

  function signOut(reason = '') {
    asking.abort();
    token = null;
    tokenField.value = '';
    tokenWrong.textContent = reason;
    if (reason) tokenField.setAttribute('aria-invalid', 'true'); else tokenField.removeAttribute('aria-invalid');
    [entry.hidden, search.hidden, form.hidden, byID('sign-out').hidden] = [false, true, true, true];
    forget();
    results.replaceChildren();
    results.setAttribute('aria-busy', 'false');
    said.textContent = '';
    field.value = '';
    document.title = say('support_title');
    tokenField.focus();
  }

  entry.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = tokenField.value.trim();
    if (!/^[\x21-\x7e]+$/.test(given)) {
      signOut(say(given ? 't_no_token' : 't_paste'));
      return;
    }
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    token = given;
    tokenWrong.textContent = '';
    said.textContent = say('signing_in');
    try {
      // Any name will do: of an account that is unknown the answer is that it may use nothing.
      await ask(path('account', '-') + '/entitlements', signal);
      // Emptied before it is hidden, so that no browser offers to keep it.
      tokenField.value = '';
      tokenField.removeAttribute('aria-invalid');
      [entry.hidden, search.hidden, form.hidden, byID('sign-out').hidden] = [true, false, false, false];
      said.textContent = say('signed_in');
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
    if (!name) { said.textContent = say('type_first'); field.focus(); return; }
    const address = fragment('search', name);
    if (location.hash === address) follow(); else location.hash = address;
  });

  byID('sign-out').addEventListener('click', () => {
    history.replaceState(null, '', location.pathname);
    signOut();
    said.textContent = say('signed_out');
  });
  addEventListener('hashchange', follow);
  // A browser may keep the page to come back to it: then it asks again.
  addEventListener('pagehide', () => signOut());

  themes(byID('theme'));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const language = byID('language');
  shared.languages(language, () => {
    if (token && shown) read(shown); else if (token) follow(); else document.title = say('support_title');
  });
  texts.follow(() => {
    language.ariaLabel = say('language');
    byID('zone').textContent = zone && zone !== 'UTC' ? say('zone_local', { zone }) : say('zone');
  });
  signOut();
})();
