'use strict';
(() => {
  const { make, plain, section } = shared;
  const { say } = texts;
  const byID = (id) => document.getElementById(id);
  const [entry, search, field, form] = ['entry', 'search', 'name', 'form'].map(byID);
  const [receipt, said, results] = ['receipt', 'said', 'results'].map(byID);
  const [tokenField, tokenWrong] = [byID('token'), byID('token-wrong')];
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
   * The document at a path; `null` if Apple does not know the number.
   *
   * @param body what is asked about, if it is no name.
   */
  async function ask(path, signal, body) {
    for (let tries = 1; ; tries += 1) {
      let response, text;
      try {
        // The whole address: where that of the page has a token in it, fetch refuses what is relative to it. Without
        // credentials of the browser's own, a 401 opens no window of the browser.
        response = await fetch(location.origin + path, {
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
          headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
          credentials: 'omit', cache: 'no-store', redirect: 'error',
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
          if (!value?.html) throw new Trouble(say('t_not_shown'), say('t_operator'));
          return value;
        case 404:
          if (kind === 'unknown') return null;
          break;
        case 401:
          throw new Refusal(say('t_unknown_token'));
        case 403:
          if (kind === 'scope') throw new Refusal(say('t_scope'));
          throw new Refusal(say('t_refused', { reason: plain(value?.detail ?? say('t_no_reason')) }));
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
      throw new Trouble(say('t_http', { status: String(response.status) }),
        value?.detail && say('t_says', { detail: plain(value.detail) }),
        say('t_name'));
    }
  }

  // -- Searches, as fragments of the address, which are not sent to servers.

  const fragment = (kind, name) => `#${kind}/${encodeURIComponent(name)}`;

  /** The search that the address names; `null` if there is none. */
  function asked() {
    const found = /^#(search|account|order|transaction)\/(.+)$/.exec(location.hash);
    try { return found && { kind: found[1], name: decodeURIComponent(found[2]) }; } catch { return null; }
  }

  function show(words, parts) {
    results.replaceChildren(...parts);
    results.setAttribute('aria-busy', 'false');
    said.textContent = words;
    const target = results.querySelector('h2');
    if (target) { target.tabIndex = -1; target.focus(); }
  }

  /** The sections of an answer. The reply stands below what the answer is about, and above its details. */
  function draw(value) {
    const parts = answers.report(value);
    const place = parts.findIndex((one) => !['answer', 'recorded'].includes(one.dataset.part));
    if (value.replies) parts.splice(place < 0 ? parts.length : place, 0, answers.reply(value));
    return parts;
  }

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
      const query = new URLSearchParams({ name, language: texts.tag, ...(kind === 'search' ? {} : { as: kind }) });
      const value = await ask(`/support/search?${query}`, signal);
      signal.throwIfAborted();
      if (value.as) history.replaceState(null, '', fragment(value.as, name));
      document.title = value.title;
      show(value.said, draw(value));
      if (value.apple) await askApple(value.apple, signal);
    }, follow);
  }

  /** Shows what Apple says now below the first section, as what is pasted is shown. Nothing is recorded. */
  async function askApple(path, signal) {
    const place = section(null, say('apple'), make('p', { class: 'soft' }, say('apple_asking')));
    results.firstElementChild.after(place);
    const tell = (...parts) => place.replaceChildren(make('h2', {}, say('apple')), ...parts);
    try {
      const value = await ask(`${path}?language=${texts.tag}`, signal);
      signal.throwIfAborted();
      if (!value) { tell(make('p', { class: 'word caution' }, say('apple_knows_none'))); return; }
      const parts = draw(results.querySelector('[data-part=reply]') ? { ...value, replies: null } : value);
      parts[0].prepend(make('p', { class: 'soft', lang: texts.tag }, say('apple')));
      place.replaceWith(...parts);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal) { asking.abort(); signOut(error.message); return; }
      tell(make('p', { class: 'word bad' }, error.message), ...(error.advice ?? []).map((one) => make('p', {}, one)));
    }
  }

  // -- A receipt of a customer.

  /** Shows what a receipt says, and what the ledger knows of its purchases. Nothing is written by that. */
  function read(body) {
    if (!body.files && !body.text.trim()) { said.textContent = say('nothing_words'); receipt.focus(); return; }
    history.replaceState(null, '', location.pathname);
    field.value = '';
    answering(say('reading'), async (signal) => {
      const value = await ask(`/support/document?language=${texts.tag}`, signal, body);
      signal.throwIfAborted();
      shown = body;
      byID('of-customer').open = false;
      document.title = say('of_customer');
      show(value.title, draw(value));
    }, () => read(body));
  }

  function forget() {
    [shown, receipt.value, byID('file').value, byID('of-customer').open] = [null, '', '', false];
  }

  form.addEventListener('submit', (event) => { event.preventDefault(); read({ text: receipt.value }); });
  receipt.addEventListener('paste', () => setTimeout(() => read({ text: receipt.value })));
  // A name is short: what is longer is a receipt, wherever it is pasted. Both are looked up at once, so that nobody
  // takes the answer about another customer for theirs.
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
      // Any name will do.
      await ask('/support/search?name=-', signal);
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

  shared.themes(byID('theme'));
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
