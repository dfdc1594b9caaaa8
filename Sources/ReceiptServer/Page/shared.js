/** What the pages have in common. Values become text; only answer.js takes markup, which the page's server printed. */
const shared = (() => {
  const svgSpace = 'http://www.w3.org/2000/svg';
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
    for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
    return element;
  }
  const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
  const draw = (tag, attributes = {}, ...children) => fill(document.createElementNS(svgSpace, tag), attributes, children);

  /** Characters that act on the direction or the layout of text are shown as what they are. */
  const acting = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
  const plain = (value) => String(value).replace(acting,
    (character) => '\\u' + character.codePointAt(0).toString(16).padStart(4, '0'));
  /** Text from a receipt or from a server, whose direction does not act on what is around it; nothing for nothing. */
  const bdi = (value) => (value === null || value === undefined || value === '' ? null : make('bdi', {}, plain(value)));
  const date = (text) => (text ? plain(text).replace('T', ' ').replace(/(\.\d+)?Z$/, '') : '');

  const section = (kind, title, ...children) =>
    make('section', { class: kind ? `verdict ${kind}` : null },
      make('h2', kind ? { class: 'word ' + kind } : {}, title), ...children);

  /** A section that shows its heading, and the rest when it is asked for. */
  const folded = (heading, attributes, ...children) =>
    make('section', attributes, make('details', {}, make('summary', {}, heading), ...children));

  function list(pairs) {
    const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
    return make('dl', {}, ...known.map(([name, value]) =>
      [make('dt', {}, name), make('dd', {}, value instanceof Node || Array.isArray(value) ? value : bdi(value))]));
  }

  /**
   * Appends the first elements of a list to a place, and answers with the button for the next ones.
   *
   * @param size how many at a time.
   * @param element makes the element of an item.
   */
  function pages(place, items, size, element) {
    let shown = 0;
    const add = () => {
      const next = items.slice(shown, shown + size).map(element);
      place.append(...next);
      shown += next.length;
      return next[0];
    };
    add();
    if (shown === items.length) return [];
    const [words, button] = [make('span', { class: 'soft' }), make('button', { type: 'button' })];
    const more = make('p', { class: 'more' }, words, button);
    const tell = () => {
      words.textContent = texts.say('shown', { shown, all: items.length }) + ' ';
      button.textContent = texts.say('show_more', { number: Math.min(size, items.length - shown) });
    };
    button.addEventListener('click', () => {
      const first = add();
      tell();
      if (shown === items.length) more.remove();
      // Who reads with the keyboard or by ear goes on where the new ones begin.
      first.tabIndex = -1;
      first.focus();
    });
    tell();
    return [more];
  }

  /**
   * A table whose cells are text, or lists of elements.
   *
   * @param cells makes the cells of a row when it is shown; without it the rows are cells.
   */
  function table(heads, rows, size = 500, cells = (row) => row) {
    const body = make('tbody');
    const more = pages(body, rows, size, (row) => make('tr', {}, ...cells(row).map((cell, index) => make('td',
      { 'data-name': heads[index], dir: 'auto' },
      Array.isArray(cell) ? cell : bdi(cell)))));
    return [make('div', { class: 'scroll' }, make('table', { class: 'cards' },
      make('thead', {}, make('tr', {}, ...heads.map((head) => (head ? make('th', { scope: 'col' }, head) : make('td'))))), body)), ...more];
  }

  /** The most periods in one drawing: more could not be told apart. */
  const periodsDrawn = 400;

  /**
   * Periods as bars: to scale where the shortest can still be seen, else a place for each period and each gap.
   *
   * @param periods of one subscription, the oldest first: `start` and `end` as ISO 8601, `kind`, its `name`, `title`, and `has_gap` before it.
   * @param marks moments: `at`, `kind`, `title`, and a `name` for the legend. The drawing reaches from the first period to the last period or mark.
   */
  function timeline({ periods, marks }) {
    const bars = periods.map((period) => ({ period, from: Date.parse(period.start), to: Date.parse(period.end) }))
      .filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && to >= from).slice(-periodsDrawn);
    if (!bars.length) return [];
    const moments = marks.map((mark) => ({ mark, time: Date.parse(mark.at) })).filter(({ time }) => Number.isFinite(time));
    const [width, height, top, thick] = [960, 40, 6, 28];
    const first = Math.min(...bars.map(({ from }) => from));
    const end = Math.max(...bars.map(({ to }) => to));
    const last = Math.max(end, ...moments.map(({ time }) => time));
    const span = Math.max(last - first, 1);
    const isToScale = bars.every(({ from, to }) => (to - from) / span > 0.008);
    let reached = 0;
    for (const bar of bars) {
      if (!isToScale && bar.period.has_gap) reached += 0.6;
      [bar.x, bar.w] = isToScale ? [(bar.from - first) / span, (bar.to - bar.from) / span] : [reached, 1];
      reached += 1;
    }
    if (!isToScale && last > end) reached += 0.6;
    const unit = isToScale ? width : width / reached;
    /** Where a moment is: within its period, or in the gap before the next one. */
    const place = (time) => {
      if (isToScale) return ((time - first) / span) * width;
      const index = bars.findIndex(({ to }) => time <= to);
      if (index < 0) return width - 0.3 * unit;
      const { from, to, x } = bars[index];
      return (time >= from ? x + (time - from) / Math.max(to - from, 1) : Math.max(x - 0.3, 0)) * unit;
    };
    const shapes = [draw('line', { class: 'gap', x1: 0, x2: width, y1: top + thick / 2, y2: top + thick / 2 })];
    for (const { period, x, w } of bars) {
      const wide = Math.max(w * unit - 1.5, isToScale ? 2 : 1);
      shapes.push(draw('rect', { class: period.kind, x: (x * unit).toFixed(1), y: top, width: wide.toFixed(1), height: thick },
        draw('title', {}, period.title)));
    }
    for (const { mark, time } of moments.filter(({ time: moment }) => moment >= first)) {
      const x = place(time).toFixed(1);
      shapes.push(draw('line', { class: mark.kind, x1: x, x2: x, y1: 0, y2: height }, draw('title', {}, mark.title)));
    }
    const legend = (name, shape) => make('li', {}, draw('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, shape), name);
    const names = (all) => [...new Map(all.filter(({ name }) => name).map(({ kind, name }) => [kind, name]))];
    return [
      draw('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', class: 'timeline',
        'aria-label': texts.say('timeline', { count: bars.length }) }, ...shapes),
      make('div', { class: 'ends' }, make('time', {}, date(bars[0].period.start).slice(0, 16)),
        make('time', {}, date(last > end ? new Date(last).toISOString() : bars.at(-1).period.end).slice(0, 16))),
      make('ul', { class: 'legend' },
        ...names(bars.map(({ period }) => period)).map(([kind, name]) => legend(name, draw('rect', { class: kind, width: 10, height: 10, rx: 2 }))),
        ...names(moments.map(({ mark }) => mark)).map(([kind, name]) => legend(name, draw('line', { class: kind, x1: 5, x2: 5, y1: 0, y2: 10 }))),
        make('li', { lang: texts.tag }, texts.say(isToScale ? 'to_scale' : 'not_to_scale')),
        periods.length > bars.length ? make('li', { lang: texts.tag }, texts.say('newest_periods', { shown: bars.length, count: periods.length })) : null),
    ];
  }

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

  return { fill, make, draw, plain, bdi, date, section, folded, list, pages, table, timeline, themes, languages, drops, copy };
})();
