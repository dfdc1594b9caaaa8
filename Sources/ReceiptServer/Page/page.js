(() => {
  const { fill, make, plain, bdi, kind, section, table } = shared;
  const { say, tell } = texts;
  const byID = (id) => document.getElementById(id);
  const [form, field, results, said] = ['form', 'receipt', 'results', 'said'].map(byID);
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

  async function read(focus) {
    if (!opened && !field.value.trim()) {
      show([section('warn', say('nothing_title'), make('p', {}, say('nothing_words')))]);
      field.focus();
      return;
    }
    const mine = ++run;
    results.setAttribute('aria-busy', 'true');
    said.textContent = say('reading');
    said.lang = texts.tag;
    let sections, isUndated = false;
    try {
      const { isProblem, value } = await ask();
      isUndated = value.is_undated === true;
      sections = isProblem ? problem(value) : draw(value);
    } catch (error) {
      sections = [section('bad', say('no_answer'), make('p', {}, bdi(error.message)), make('p', { class: 'soft' }, say('no_answer_words')))];
    }
    if (mine !== run) return;
    complain(isUndated);
    show(sections);
    if (isUndated) form.elements.at.focus(); else if (focus) results.focus();
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
    form.querySelector('details').open = true;
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
    return [first(answer), ...reply(answer), ...answer.sections.map((one) => part(one, answer.claim)), save.section(results, answer.identifying),
      documents(answer.documents)];
  }

  /** The answer. */
  function first({ language, tone, lines: [title, ...others], remarks }) {
    const element = section(kind(title.tone), title.text, ...others.map((line) => make('p', { class: `word ${kind(line.tone)}` }, line.text)),
      ...remarks.map((text) => make('p', { class: 'soft' }, text)));
    element.className = `answer ${kind(tone)}`;
    element.lang = language;
    element.dataset.part = 'answer';
    for (const line of element.children) line.dir = 'auto';
    return element;
  }

  /** Blocks below a heading. */
  function part({ name, title, remark, groups, is_folded: isFolded, is_claim: isClaim, is_verbatim: isVerbatim }, claim) {
    const heading = make('h2', {}, ...rich(title), ...(remark ? [' ', make('span', { class: 'remark' }, ...rich(remark))] : []));
    const isClaimed = isClaim && claim;
    const body = [isClaimed ? make('p', { class: 'claim warn', lang: texts.tag }, make('span', { class: 'word' }, claim)) : null,
      ...groups.flatMap(lines)];
    return make('section', { class: isClaimed ? 'told claimed' : 'told', lang: texts.tag, 'data-part': name, 'data-verbatim': isVerbatim ? '' : null },
      ...(isFolded ? [make('details', {}, make('summary', {}, heading), ...body)] : [heading, ...body]));
  }

  /** A moment of UTC in the reader's own time; nothing where that is the same. */
  function local(text) {
    const here = new Date(text.replace(' ', 'T') + 'Z');
    if (Number.isNaN(here.valueOf()) || here.getTimezoneOffset() === 0) return null;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return make('span', { class: 'local', lang: texts.tag },
      ` (${here.toLocaleString(texts.tag, { dateStyle: 'medium', timeStyle: 'short' })}, ${zone})`);
  }

  /** Text with what its parts are: `good`, `warning`, … Its dates are UTC, which the answer says. */
  const rich = (pieces) => pieces.flatMap(({ text, role, language }) => {
    const parts = text.split(/(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/).flatMap((one, index) => (index % 2
      ? [make('time', {}, one), one.startsWith('4001-') ? null : local(one.slice(0, 19))] : [one])).filter((one) => one !== null && one !== '');
    return role === 'plain' && !language ? parts : [make('span', { class: role, lang: language ?? null }, ...parts)];
  });

  /** Lines one below the other: names with their values are lists, and what has lines of its own is a list in a list. */
  function lines(group) {
    const parts = [];
    for (const { name, text, lines: inner, columns, rows, drawing } of group) {
      if (drawing) {
        parts.push(...shared.timeline(drawing));
      } else if (columns) {
        // As on a terminal, columns without anything in them are left out.
        const used = columns.map((_, index) => rows.some(({ cells }) => cells[index].text.length));
        const all = rows.map(({ cells }) => cells.map((cell) => rich(cell.text)).filter((_, index) => used[index]));
        const [scroll, ...more] = table(columns.filter((_, index) => used[index]), all);
        // Nothing in it can be focused, and it may be wider than the screen.
        scroll.tabIndex = 0;
        parts.push(scroll, ...more);
      } else if (!name) {
        parts.push(make('p', { dir: 'auto' }, ...rich(text)));
      } else {
        if (parts.at(-1)?.tagName !== 'DL') parts.push(make('dl'));
        // A value without a name is another one of the name before it.
        fill(parts.at(-1), {}, [name.length ? make('dt', {}, ...rich(name)) : null,
          make('dd', { class: inner ? 'inner' : null, dir: inner ? null : 'auto' }, ...(inner ? lines(inner) : rich(text)))]);
      }
    }
    return parts;
  }

  /** The part in which a reply is chosen, edited and copied. */
  function reply({ replies }) {
    const letter = make('textarea', { rows: '7', 'aria-label': say('reply_text'), dir: 'auto', class: 'letter' });
    const language = make('select', { 'aria-label': say('reply_language') },
      ...tables.map((one) => make('option', { value: one.language, lang: one.language }, one.name)));
    language.value = texts.tag;
    const products = make('input', { type: 'checkbox' });
    const button = make('button', { type: 'button', class: 'copy-reply' });
    const write = () => {
      const chosen = replies.find((one) => one.language === language.value);
      letter.lang = chosen.language;
      letter.value = products.checked ? chosen.with_products : chosen.text;
      button.textContent = say('reply_copy');
    };
    for (const choice of [language, products]) choice.addEventListener('change', write);
    button.addEventListener('click', () => shared.copy(button, letter, letter.value));
    write();
    return [make('section', { 'data-part': 'reply' }, make('h2', {}, say('reply')), make('p', { class: 'hint' }, say('reply_hint')), letter,
      make('div', { class: 'row' }, button, language, make('label', { class: 'check' }, products, ' ', say('reply_products'))))];
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
    return make('section', { 'data-part': 'json' }, make('h2', {}, say('json')), make('div', { class: 'row' }, choice, button), content);
  }

  // -- What the person does.

  form.addEventListener('submit', (event) => { event.preventDefault(); read(true); });
  field.addEventListener('input', () => { opened = null; });
  field.addEventListener('paste', () => setTimeout(() => read(false)));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); read(true); }
  });
  byID('clear').addEventListener('click', () => {
    opened = null; run += 1; form.reset(); byID('file').value = ''; complain(false); show([]); field.focus();
  });

  const base64 = (file) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result.slice(reader.result.indexOf(',') + 1)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });

  async function open(files) {
    if (!files.length) return;
    const all = [...files];
    opened = await Promise.all(all.map(async (file) => ({ name: file.name, base64: file.size ? await base64(file) : '' })));
    field.value = all.map(({ name, size }) => `(${plain(name)}, ${say('bytes', { count: size })})`).join('\n');
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
