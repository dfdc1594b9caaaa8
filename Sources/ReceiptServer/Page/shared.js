'use strict';
/** What the pages have in common. Their server prints all markup; what scripts add is text. */
const shared = (() => {
  const byID = (id) => document.getElementById(id);
  const [form, field, file, results] = ['form', 'receipt', 'file', 'results'].map(byID);

  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // The only place that takes text for markup: what this page's own server printed, and has escaped. The style is here
  // already; that of another answer has another nonce, and would be refused aloud.
  const withoutStyle = { createHTML: (html) => html.replace(/<style[^]*?<\/style>/, '') };
  const policy = globalThis.trustedTypes?.createPolicy('report', withoutStyle) ?? withoutStyle;
  const parse = (html) => new DOMParser().parseFromString(policy.createHTML(html), 'text/html');

  /** Takes over the texts of the same page, which may be in another language. */
  function speak(page) {
    document.documentElement.lang = page.documentElement.lang;
    for (const selector of ['[data-text]', '[data-said]']) {
      const others = page.querySelectorAll(selector);
      document.querySelectorAll(selector).forEach((own, index) => {
        if (selector === '[data-text]') { own.replaceChildren(...others[index].childNodes); return; }
        for (const { name, value } of others[index].attributes) if (name !== 'value') own.setAttribute(name, value);
      });
    }
  }

  /** Adds the reader's own time to times of UTC. */
  function localize(place) {
    for (const time of place.querySelectorAll(':not(.ends) > time')) {
      const here = new Date(time.dateTime);
      // In the year 4001 no time is known.
      if (Number.isNaN(here.valueOf()) || here.getTimezoneOffset() === 0 || time.dateTime.startsWith('4001-')) continue;
      const text = here.toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
      // The page for support names the zone once.
      const zone = byID('zone') ? '' : `, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
      time.append(make('span', { class: 'local', lang: document.documentElement.lang }, ` (${text}${zone})`));
    }
  }

  function show(...nodes) {
    results.replaceChildren(...nodes);
    results.setAttribute('aria-busy', 'false');
    localize(results);
  }

  // -- Replies and copies.

  results.addEventListener('change', ({ target }) => {
    const part = target.closest('[data-part=reply]');
    if (!part || target.matches('textarea')) return;
    const [language, products, copy] = ['select', 'input', '.copy'].map((one) => part.querySelector(one));
    for (const letter of part.querySelectorAll('textarea')) {
      letter.hidden = letter.lang !== language.value || letter.dataset.named !== String(products.checked);
    }
    copy.textContent = copy.dataset.copy;
  });

  results.addEventListener('click', async ({ target: button }) => {
    if (!button.matches('.copy')) return;
    const shown = button.closest('details').querySelector('textarea:not([hidden]), pre');
    try {
      await navigator.clipboard.writeText(shown.value ?? shown.textContent);
      button.textContent = button.dataset.copied;
    } catch {
      // No clipboard without a secure context: what is selected is ready for the keyboard.
      if (shown.select) shown.select(); else getSelection().selectAllChildren(shown);
      button.textContent = button.dataset.selected;
    }
  });

  // -- Text and files, of which one takes the place of the other.

  /** Reads what is pasted into the field and what is opened. */
  function reads(read) {
    field.addEventListener('input', () => { file.value = ''; });
    field.addEventListener('paste', () => setTimeout(read));
    file.addEventListener('change', () => {
      if (!file.files.length) return;
      field.value = '';
      read();
    });
  }

  // A large picture, film or document is sent by its beginning, which says what it is. No receipt is in it.
  form.addEventListener('formdata', ({ formData }) => {
    const files = formData.getAll('file');
    formData.delete('file');
    for (const one of files) {
      const isShort = one.size > 1 << 20 && /^(image|video|audio)\/|^application\/pdf$/.test(one.type);
      formData.append('file', isShort ? one.slice(0, 4096) : one, one.name);
    }
  });

  // Files can be dropped anywhere on the page.
  for (const name of ['dragover', 'dragleave', 'drop']) {
    document.addEventListener(name, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      document.body.classList.toggle('over', name === 'dragover');
      if (name !== 'drop') return;
      file.files = event.dataTransfer.files;
      file.dispatchEvent(new Event('change'));
    });
  }

  return { byID, make, parse, speak, show, localize, reads };
})();
