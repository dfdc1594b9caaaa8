(() => {
  const { make, plain, bdi, section } = shared;
  const { say, tell } = texts;
  const byID = (id) => document.getElementById(id);
  const [form, entry, field, results, said] = ['form', 'entry', 'receipt', 'results', 'said'].map(byID);
  let opened = null; // Files, while the field shows their names.
  let run = 0;

  // -- One question to the server that this page came from, and to no other; its answer is drawn as it is.

  async function ask() {
    const query = new URLSearchParams([['language', texts.tag]]);
    for (const [name, value] of new FormData(form)) if (value.trim()) query.append(name, value.trim());
    const other = byID('other').value.trim();
    const body = { ...(opened ? { files: opened } : { text: field.value }), ...(other ? { other } : {}) };
    // The whole address: where that of the page has a token in it, fetch refuses what is relative to it.
    const response = await fetch(`${location.origin}/page/document?${query}`, {
      method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' }, cache: 'no-store',
    });
    const text = await response.text();
    try { return { isProblem: !response.ok, value: JSON.parse(text) }; } catch {
      throw new Error(say('no_json', { status: String(response.status) }));
    }
  }

  /** @param isWanted whether a person asked for it now: then the answer comes first, and the form is folded. */
  async function read(isWanted) {
    if (!opened && !field.value.trim()) {
      entry.open = true;
      show([section('caution', say('nothing_title'), make('p', {}, say('nothing_words')))]);
      field.focus();
      return;
    }
    const mine = ++run;
    results.setAttribute('aria-busy', 'true');
    said.textContent = say('reading');
    said.lang = texts.tag;
    let sections, isUndated = false, isAnswer = false;
    try {
      const { isProblem, value } = await ask();
      isUndated = value.is_undated === true;
      isAnswer = !isProblem;
      sections = isProblem ? problem(value) : draw(value);
    } catch (error) {
      sections = [section('bad', say('no_answer'), make('p', {}, bdi(error.message)), make('p', { class: 'soft' }, say('no_answer_words')))];
    }
    if (mine !== run) return;
    complain(isUndated);
    show(sections);
    if (isWanted || isUndated) entry.open = isUndated || !isAnswer;
    if (isUndated) form.elements.at.focus(); else if (isWanted) { results.focus({ preventScroll: true }); scrollTo(0, 0); }
  }

  /** Words of the server where it gives no answer; they are English. */
  const problem = ({ detail, hint }) => [section('bad', say('no_answer'),
    ...[detail, hint].filter(Boolean).map((text) => make('p', { lang: 'en', dir: 'auto' }, plain(text))))];

  /** Says at the field that its date was not understood. */
  function complain(isUndated) {
    const input = form.elements.at;
    byID('wrong-at')?.remove();
    for (const name of ['aria-invalid', 'aria-describedby']) input.removeAttribute(name);
    if (!isUndated) return;
    byID('expect').open = true;
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', 'wrong-at');
    input.after(make('span', { class: 'wrong', id: 'wrong-at', role: 'alert' }, say('at_form')));
  }

  function show(sections) {
    results.replaceChildren(...sections);
    results.setAttribute('aria-busy', 'false');
    said.textContent = sections[0]?.querySelector('h2')?.textContent ?? '';
    said.lang = texts.tag;
  }

  // -- Drawing.

  function draw(answer) {
    const [first, ...parts] = answers.report(answer);
    return [first, answers.reply(answer), ...parts, save.section(results, answer.identifying),
      documents(answer.documents)];
  }

  /** The documents of the commands, as they are. */
  function documents(all) {
    const content = make('pre', { tabindex: '0', role: 'region', 'aria-label': say('json'), lang: 'en' });
    const choice = make('select', { 'aria-label': say('which_document'), lang: 'en' },
      ...all.map(({ name }, index) => make('option', { value: index }, name)));
    const button = make('button', { type: 'button', id: 'copy' });
    const pick = () => { content.textContent = all[choice.value]?.text ?? ''; button.textContent = say('copy_json'); };
    choice.addEventListener('change', pick);
    button.addEventListener('click', () => shared.copy(button, content, content.textContent));
    pick();
    return shared.folded(make('h2', {}, say('json')), { 'data-part': 'json' }, make('div', { class: 'row' }, choice, button), content);
  }

  // -- What the person does.

  form.addEventListener('submit', (event) => { event.preventDefault(); read(true); });
  field.addEventListener('input', () => { opened = null; });
  field.addEventListener('paste', () => setTimeout(() => read(true)));
  // Below an answer the next one is pasted without looking for the field.
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain');
    if (!text || event.target.closest('input, textarea')) return;
    [opened, field.value] = [null, text];
    read(true);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); read(true); }
  });
  byID('clear').addEventListener('click', () => {
    opened = null; run += 1; form.reset(); byID('file').value = ''; complain(false); show([]); entry.open = true; field.focus();
  });

  async function open(files) {
    if (!files.length) return;
    const all = [...files];
    opened = await answers.files(all);
    field.value = answers.names(all);
    read(true);
  }
  byID('file').addEventListener('change', (event) => open(event.target.files));
  shared.drops(open);

  shared.themes(byID('theme'));

  const language = byID('language');
  shared.languages(language, () => { if (results.childElementCount) read(false); });
  const isOwn = ['localhost', '[::1]'].includes(location.hostname) || /^127\./.test(location.hostname);
  const apps = preset.apps.flatMap((one, index) => [index ? ', ' : '', bdi(one)]);
  if (apps.length) form.elements['bundle-id'].placeholder = plain(preset.apps[0]);
  const title = () => { byID('entry-title').textContent = say(entry.open ? 'receipt' : 'another'); };
  entry.addEventListener('toggle', title);
  texts.follow(() => {
    title();
    if (apps.length) byID('checks-for').replaceChildren(...tell('checks_for', { apps: make('span', {}, ...apps) }));
    language.ariaLabel = say('language');
    byID('where').replaceChildren(...(isOwn ? [say('where_here')] : tell('where_there', { host: bdi(location.host) })));
  });
  document.documentElement.style.visibility = '';
  document.documentElement.dataset.ready = '';
})();
