(() => {
  const { byID, make, parse, speak, show, localize } = shared;
  const [search, name, form, receipt, file] = ['search', 'name', 'form', 'receipt', 'file'].map(byID);
  const [said, results, language, token] = ['said', 'results', 'language', 'token'].map(byID);
  const [triesAfterRefusal, longestPause] = [5, 10];

  /** The token, in this variable and nowhere else: no cookie, no storage, no address. */
  let secret = null;
  let asking = new AbortController();

  const say = (key, values = {}) => JSON.parse(byID('table').textContent)[key]
    .replace(/\{(\w+)\}/g, (_, place) => values[place]);
  const paragraphs = (texts, attributes) => texts.map((text) => make('p', { dir: 'auto', ...attributes }, text));

  // -- Asking the server that this page came from, and no other.

  /** Why there is no answer, for people, and what they can do. A token that was refused is asked for again. */
  const trouble = ([title, ...advice], isRefusal = false) => Object.assign(new Error(title), { advice, isRefusal });

  const troubles = {
    200: ['t_not_shown', 't_operator'], 401: ['t_unknown_token'], 403: ['t_refused'], scope: ['t_scope'],
    429: ['t_too_many', 't_wait', 't_others'], apple: ['t_apple_silent', 't_says'],
    503: ['t_outage', 't_wait', 't_operator'], other: ['t_http', 't_says', 't_name'],
  };

  /**
   * The answer at a path; `null` if Apple does not know the number.
   *
   * @param body the form that is sent, if there is one.
   */
  async function ask(path, signal, body) {
    for (let tries = 1; ; tries += 1) {
      let response, text;
      try {
        // The whole address: where that of the page has a token in it, fetch refuses what is relative to it. Without
        // credentials of the browser's own, a 401 opens no window of the browser.
        response = await fetch(location.origin + path, {
          ...(body ? { method: 'POST', body } : {}), headers: { Authorization: `Bearer ${secret}` },
          credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer', signal,
        });
        text = await response.text();
      } catch (error) {
        if (signal.aborted) throw error;
        throw trouble(['t_silent', 't_connected', 't_operator'].map((key) => say(key)));
      }
      let value = null;
      try { value = JSON.parse(text); } catch { /* It is no answer of this server's: below. */ }
      const { status } = response;
      if (status === 200 && value?.html) return value;
      const kind = String(value?.type ?? '').replace('urn:receipt-tool:problem:', '');
      if (kind === 'unknown') return null;
      const wait = Math.max(1, Number(response.headers.get('retry-after')) || 1);
      const unit = { style: 'unit', unit: 'second', unitDisplay: 'long' };
      const time = new Intl.NumberFormat(language.value, unit).format(wait);
      if (status === 429 && tries < triesAfterRefusal && wait <= longestPause) {
        said.textContent = say('t_waiting', { time });
        await new Promise((resolve) => setTimeout(resolve, wait * 1000));
        signal.throwIfAborted();
        continue;
      }
      const keys = troubles[kind] ?? troubles[status] ?? troubles.other;
      const detail = value?.detail ?? say('t_no_reason');
      const texts = keys.map((key) => say(key, { time, status, detail, reason: detail }));
      throw trouble(texts, status === 401 || status === 403);
    }
  }

  /** Ends what was asked before. */
  function begin() {
    asking.abort();
    asking = new AbortController();
    return asking.signal;
  }

  /** Answers about something that is asked for now, and says why there is no answer. What was shown before goes. */
  async function answering(words, work, again) {
    const signal = begin();
    show();
    results.setAttribute('aria-busy', 'true');
    said.textContent = words;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error.isRefusal) { signOut([error.message, ...error.advice].join(' ')); return; }
      const button = make('button', { type: 'button' }, say('t_search_again'));
      button.addEventListener('click', again);
      conclude(say('t_no_answer'), [make('section', { class: 'verdict bad' },
        make('h2', { class: 'word bad' }, error.message), ...paragraphs(error.advice ?? []), button)]);
    }
  }

  const printed = (value) => [...parse(value.html).body.children];

  function conclude(words, nodes) {
    show(...nodes);
    said.textContent = words;
    const target = results.querySelector('h2');
    if (target) { target.tabIndex = -1; target.focus(); }
  }

  // -- Searches, as fragments of the address, which are not sent to servers.

  const fragment = (kind, text) => `#${kind}/${encodeURIComponent(text)}`;

  /** Shows what the address names. */
  function follow() {
    if (!secret) return;
    asking.abort();
    const found = /^#(search|account|order|transaction)\/(.+)$/.exec(location.hash);
    document.title = say('t_title');
    if (!found) { conclude('', []); name.focus(); return; }
    try { name.value = decodeURIComponent(found[2]); } catch { return; }
    const wanted = { name: name.value, language: language.value, ...(found[1] === 'search' ? {} : { as: found[1] }) };
    answering(say('t_searching'), async (signal) => {
      const value = await ask(`/support/search?${new URLSearchParams(wanted)}`, signal);
      signal.throwIfAborted();
      if (value.as) history.replaceState(null, '', fragment(value.as, wanted.name));
      document.title = value.title;
      conclude(value.said, printed(value));
      if (value.apple) await askApple(value, signal);
    }, follow);
  }

  /** Shows what Apple says now: below what the ledger knows, or above that it knows nothing. Nothing is recorded. */
  async function askApple({ apple, as }, signal) {
    const place = make('section', {});
    const tell = (texts, attributes) =>
      place.replaceChildren(make('h2', {}, say('t_apple')), ...paragraphs(texts, attributes));
    tell([say('t_apple_asking')], { class: 'soft' });
    if (as) results.firstElementChild.after(place); else results.prepend(place);
    try {
      const value = await ask(`${apple}?language=${language.value}`, signal);
      signal.throwIfAborted();
      if (!value) { tell([say('t_apple_knows_none')], { class: 'word caution' }); return; }
      const hasReply = results.querySelector('[data-part=reply]');
      const parts = printed(value).filter((one) => !hasReply || one.dataset.part !== 'reply');
      parts[0].prepend(...paragraphs([say('t_apple')], { class: 'soft', lang: language.value }));
      parts.forEach(localize);
      place.replaceWith(...parts);
    } catch (error) {
      if (signal.aborted || error.isRefusal) throw error;
      tell([error.message, ...error.advice ?? []], { class: 'word bad' });
    }
  }

  search.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = name.value.trim().toWellFormed();
    if (!text) { said.textContent = say('t_type_first'); name.focus(); return; }
    const address = fragment('search', text);
    if (location.hash === address) follow(); else location.hash = address;
  });
  addEventListener('hashchange', follow);

  // -- A receipt of a customer.

  /** Shows what a receipt says, and what the ledger knows of its purchases. Nothing is written by that. */
  function read() {
    if (!receipt.value.trim() && !file.files.length) { said.textContent = say('t_nothing'); receipt.focus(); return; }
    history.replaceState(null, '', location.pathname);
    name.value = '';
    answering(say('t_reading'), async (signal) => {
      const body = new FormData(form);
      body.set('language', language.value);
      const value = await ask('/support/document', signal, body);
      signal.throwIfAborted();
      byID('of-customer').open = false;
      document.title = say('t_customer');
      conclude(value.title, printed(value));
    }, read);
  }

  form.addEventListener('submit', (event) => { event.preventDefault(); read(); });
  shared.reads(() => { if (secret) read(); });
  // A name is short: what is longer is a receipt, wherever it is pasted. Both are looked up at once, so that nobody
  // takes the answer about another customer for theirs.
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain').trim() ?? '';
    if (!secret || !text || event.target === receipt || event.target.closest('.letter')) return;
    const isReceipt = text.length >= 200;
    if (!isReceipt && event.target === name) { setTimeout(() => search.requestSubmit()); return; }
    event.preventDefault();
    if (isReceipt) [receipt.value, file.value] = [text, '']; else name.value = text;
    (isReceipt ? form : search).requestSubmit();
  });

  // -- Signing in and out.

  function signOut(reason = '') {
    asking.abort();
    secret = null;
    for (const one of document.forms) one.reset();
    byID('of-customer').open = false;
    byID('token-wrong').textContent = reason;
    token.ariaInvalid = String(reason !== '');
    document.body.classList.remove('signed-in');
    show();
    said.textContent = '';
    document.title = say('t_title');
    token.focus();
  }

  byID('entry').addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = token.value.trim();
    if (!/^[\x21-\x7e]+$/.test(given)) { signOut(say(given ? 't_no_token' : 't_paste')); return; }
    const signal = begin();
    secret = given;
    byID('token-wrong').textContent = '';
    said.textContent = say('t_signing_in');
    try {
      // Any name will do.
      await ask('/support/search?name=-', signal);
      // Emptied before it is hidden, so that no browser offers to keep it.
      [token.value, token.ariaInvalid] = ['', 'false'];
      document.body.classList.add('signed-in');
      said.textContent = say('t_signed_in');
      name.focus();
      if (location.hash) follow();
    } catch (error) {
      if (!signal.aborted) signOut([error.message, ...error.advice ?? []].join('. ').replace('..', '.'));
    }
  });

  byID('sign-out').addEventListener('click', () => {
    history.replaceState(null, '', location.pathname);
    signOut();
    said.textContent = say('t_signed_out');
  });
  // A browser may keep the page to come back to it: then it asks again.
  addEventListener('pagehide', () => signOut());

  // -- Languages.

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const nameZone = () => { byID('zone').textContent = say(zone === 'UTC' ? 't_zone' : 't_zone_local', { zone }); };

  language.addEventListener('change', async () => {
    const answer = await fetch(`${location.origin}/support?language=${language.value}`, { credentials: 'omit' });
    speak(parse(await answer.text()));
    nameZone();
    // An answer without an address is about a receipt.
    if (results.childElementCount && !location.hash) read(); else follow();
  });
  nameZone();
  signOut();
})();
