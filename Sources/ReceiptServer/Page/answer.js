/** What the server says of a pasted receipt, drawn as it is: the pages judge nothing. */
const answers = (() => {
  const { fill, make, plain, kind, section, table } = shared;
  const { say } = texts;

  /** The answer, and the first of its remarks; the others are below that one. */
  function first({ language, tone, lines: [title, ...others], remarks: [remark, ...more] }) {
    const small = (text) => make('p', { dir: 'auto' }, text);
    const element = section(kind(title.tone), title.text, ...others.map((line) => make('p', { class: `word ${kind(line.tone)}` }, line.text)),
      remark && !more.length ? small(remark) : null,
      more.length ? make('details', {}, make('summary', { dir: 'auto' }, remark), ...more.map(small)) : null);
    element.className = `answer ${kind(tone)}`;
    element.lang = language;
    element.dataset.part = 'answer';
    for (const line of element.querySelectorAll('h2, p')) line.dir = 'auto';
    return element;
  }

  /** Blocks below a heading. */
  function part({ name, title, remark, groups, is_claim: isClaim, is_verbatim: isVerbatim }, claim) {
    const heading = make('h2', {}, ...rich(title), ...(remark ? [' ', make('span', { class: 'remark' }, ...rich(remark))] : []));
    const isClaimed = isClaim && claim;
    const body = [isClaimed ? make('p', { class: 'claim warn', lang: texts.tag }, make('span', { class: 'word' }, claim)) : null,
      ...groups.flatMap(lines)];
    return shared.folded(heading, { class: isClaimed ? 'told claimed' : 'told', lang: texts.tag, 'data-part': name,
      'data-verbatim': isVerbatim ? '' : null }, ...body);
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
    return shared.folded(make('h2', {}, say('reply')), { 'data-part': 'reply' }, make('p', { class: 'hint' }, say('reply_hint')), letter,
      make('div', { class: 'row' }, button, language, make('label', { class: 'check' }, products, ' ', say('reply_products'))));
  }

  /** What is below the answer and the reply. */
  const parts = ({ sections, claim }) => sections.map((one) => part(one, claim));

  /** A file as the server takes it. */
  const base64 = (file) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result.slice(reader.result.indexOf(',') + 1)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
  const files = (all) => Promise.all(all.map(async (file) => ({ name: file.name, base64: file.size ? await base64(file) : '' })));
  /** What stands in a field for files. */
  const names = (all) => all.map(({ name, size }) => `(${plain(name)}, ${say('bytes', { count: size })})`).join('\n');

  return { first, reply, parts, files, names };
})();
