/** What the server says of a pasted receipt, shown as it is: the pages judge nothing. */
const answers = (() => {
  const { fill, make, plain } = shared;
  const { say } = texts;

  /** A moment of UTC in the reader's own time; nothing where that is the same, or none is known (the year 4001). */
  function local(text) {
    const here = new Date(text);
    if (Number.isNaN(here.valueOf()) || here.getTimezoneOffset() === 0 || text.startsWith('4001-')) return null;
    // The page for support names the zone once.
    const zone = document.getElementById('zone') ? '' : `, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
    return make('span', { class: 'local', lang: texts.tag },
      ` (${here.toLocaleString(texts.tag, { dateStyle: 'medium', timeStyle: 'short' })}${zone})`);
  }

  // The only place that takes text for markup: what this page's own server printed, and has escaped.
  const policy = globalThis.trustedTypes?.createPolicy('report', { createHTML: (html) => html });

  /** The sections of a report, the answer first, with the reader's own times. */
  function report({ html }) {
    const place = document.createElement('template');
    place.innerHTML = policy ? policy.createHTML(html) : html;
    for (const time of place.content.querySelectorAll(':not(.ends) > time')) fill(time, {}, [local(time.dateTime)]);
    return [...place.content.children];
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
    return shared.folded(make('h2', {}, say('reply')), { 'data-part': 'reply' },
      make('p', { class: 'hint' }, say('reply_hint')), letter,
      make('div', { class: 'row' }, button, language,
        make('label', { class: 'check' }, products, ' ', say('reply_products'))));
  }

  /** A file as the server takes it. */
  const base64 = (file) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result.slice(reader.result.indexOf(',') + 1)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
  const files = (all) => Promise.all(all.map(async (file) => (
    { name: file.name, base64: file.size ? await base64(file) : '' })));
  /** What stands in a field for files. */
  const names = (all) => all.map(({ name, size }) => `(${plain(name)}, ${say('bytes', { count: size })})`).join('\n');

  return { report, reply, files, names };
})();
