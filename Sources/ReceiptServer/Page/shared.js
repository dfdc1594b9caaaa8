/** What the pages have in common. Values become text; only answer.js takes markup, which the page's server printed. */
const shared = (() => {
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
    for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
    return element;
  }
  const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

  /** Characters that act on the direction or the layout of text are shown as what they are. */
  const acting = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
  const plain = (value) => String(value).replace(acting,
    (character) => '\\u' + character.codePointAt(0).toString(16).padStart(4, '0'));
  /** Text from a receipt or from a server, whose direction does not act on what is around it; nothing for nothing. */
  const bdi = (value) => (value === null || value === undefined || value === '' ? null : make('bdi', {}, plain(value)));

  const section = (kind, title, ...children) =>
    make('section', { class: kind ? `verdict ${kind}` : null },
      make('h2', kind ? { class: 'word ' + kind } : {}, title), ...children);

  /** A section that shows its heading, and the rest when it is asked for. */
  const folded = (heading, attributes, ...children) =>
    make('section', attributes, make('details', {}, make('summary', {}, heading), ...children));

  /** Copies a text at a button's click; without a clipboard what it is shown in is selected, ready for the keyboard. */
  async function copy(button, shown, text) {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = texts.say('copied');
    } catch {
      // No clipboard without a secure context.
      if (shown.select) shown.select(); else getSelection().selectAllChildren(shown);
      button.textContent = texts.say('selected');
    }
  }

  /** Lets a button choose between light, dark, and what the system says. */
  function themes(button) {
    const choices = [['', 'theme_system'], ['light', 'theme_light'], ['dark', 'theme_dark']];
    let theme = 0;
    const tell = () => { button.textContent = texts.say(choices[theme][1]); };
    button.addEventListener('click', () => {
      theme = (theme + 1) % choices.length;
      document.documentElement.dataset.theme = choices[theme][0];
      tell();
    });
    texts.follow(tell);
  }

  /** Lets a select choose the language of the page. The choice is in this select and nowhere else. */
  function languages(select, onChange) {
    select.append(...tables.map((one) => make('option', { value: one.language, lang: one.language }, one.name)));
    select.value = preset.language ?? texts.language(navigator.languages);
    select.addEventListener('change', () => { texts.choose(select.value); onChange(); });
    texts.choose(select.value);
  }

  /** Opens the files that are dropped anywhere on the page. */
  function drops(open) {
    for (const [name, isOver] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
      document.addEventListener(name, (event) => {
        if (!event.dataTransfer || ![...event.dataTransfer.types].includes('Files')) return;
        event.preventDefault();
        document.body.classList.toggle('over', isOver);
        if (name === 'drop') open(event.dataTransfer.files);
      });
    }
  }

  return { fill, make, plain, bdi, section, folded, themes, languages, drops, copy };
})();
