/** Sends the form without leaving the page. Without this script a browser does the same, and shows the next page. */
(() => {
  const { byID, parse, speak, show } = shared;
  const [form, entry, field, file, other, results, said, where, silent] =
    ['form', 'entry', 'receipt', 'file', 'other', 'results', 'said', 'where', 'silent'].map(byID);
  let run = 0;

  /** What was said of one customer does not stay beside the question about the next one. */
  function forget() {
    run += 1;
    if (results.childElementCount) other.value = '';
    show();
  }

  /** @param isWanted whether a person asked for it now: then the answer comes first, and the form is folded. */
  async function read(isWanted) {
    run += 1;
    const mine = run;
    const isShown = isWanted || results.childElementCount > 0;
    results.setAttribute('aria-busy', 'true');
    [said.textContent, said.lang] = [said.dataset.reading, document.documentElement.lang];
    let page = null;
    try {
      // The whole address: where that of the page has a token in it, fetch refuses what is relative to it.
      const address = `${location.origin}/?language=${byID('language').value}`;
      const response = await fetch(address, { method: 'POST', body: new FormData(form), cache: 'no-store' });
      page = parse(await response.text());
      if (!page.getElementById('results')) throw new Error(`HTTP ${response.status}`);
    } catch (error) {
      page = null;
      silent.querySelector('.reason').textContent = error.message;
    }
    if (mine !== run) return;
    if (page) {
      // What is shown is no part of the page's own texts.
      show();
      speak(page);
      place();
    }
    const nodes = page ? page.getElementById('results').childNodes : silent.cloneNode(true).childNodes;
    show(...(isShown ? nodes : []));
    [said.textContent, said.lang] = [results.querySelector('h2')?.textContent ?? '', document.documentElement.lang];
    const isUndated = form.elements.at.ariaInvalid === 'true';
    if (isUndated) byID('expect').open = true;
    if (isWanted || isUndated) entry.open = page?.getElementById('entry').open ?? true;
    if (isUndated) form.elements.at.focus();
    else if (isWanted && results.querySelector('.verdict.caution')) field.focus();
    else if (isWanted) { results.focus({ preventScroll: true }); scrollTo(0, 0); }
  }

  /** Says where the receipt is read. Behind a proxy only the browser knows. */
  function place() {
    const isOwn = ['localhost', '[::1]'].includes(location.hostname) || /^127\./.test(location.hostname);
    if (!isOwn) where.textContent = where.dataset.there.replace('{host}', () => location.host);
  }

  // -- What the person does.

  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    read(true);
  });
  for (const [one, name] of [[field, 'input'], [file, 'change']]) one.addEventListener(name, forget);
  other.addEventListener('input', () => { run += 1; show(); });
  shared.reads(() => read(true));
  // Below an answer the next one is pasted without looking for the field.
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain');
    if (!text || event.target.closest('input, textarea')) return;
    forget();
    [field.value, file.value] = [text, ''];
    read(true);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); read(true); }
  });
  form.addEventListener('reset', () => {
    const { value } = byID('language');
    setTimeout(() => { byID('language').value = value; field.focus(); });
    forget();
    byID('wrong-at').textContent = '';
    form.elements.at.ariaInvalid = 'false';
    entry.open = true;
  });
  for (const one of ['language', 'impersonal']) byID(one).addEventListener('change', () => read(false));
  document.querySelector('.keep_print').addEventListener('click', () => print());
  place();
})();
