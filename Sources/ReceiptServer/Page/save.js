/** The report as one file that loads nothing, or on paper: what is shown, or the same without what identifies people. */
const save = (() => {
  const { make } = shared;
  const { say } = texts;

  /** The text of a node and its attributes, with everything in it replaced that may identify somebody. */
  function mask(root, values) {
    const all = new Set(values);
    const long = values.filter((value) => value.length > 4);
    const masked = (text) => (all.has(text.trim()) ? '…' : long.reduce((rest, value) => rest.replaceAll(value, '…'), text));
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) node.data = masked(node.data);
      else for (const attribute of [...node.attributes]) attribute.value = masked(attribute.value);
    }
  }

  /** What is shown, to be read and not to be used. */
  function content(results, identifying, isImpersonal) {
    const kept = [...results.children].filter(({ dataset }) => !['reply', 'keep', 'json'].includes(dataset.part)
      && !(isImpersonal && dataset.quotesInput === 'true'));
    const place = make('main', { id: 'results' }, make('h1', {}, say('report_title')),
      make('p', { class: 'soft' }, say('report_made', { time: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC` }),
        say('between'), isImpersonal ? say('report_people') : null),
      ...kept.map((one) => one.cloneNode(true)));
    for (const one of place.querySelectorAll('button, select, input, textarea')) one.remove();
    for (const one of place.querySelectorAll('details')) one.open = true;
    for (const one of place.querySelectorAll('[tabindex]')) one.removeAttribute('tabindex');
    if (isImpersonal) mask(place, identifying);
    return place;
  }

  /** A whole document with its style, and a policy that lets it load and run nothing. */
  function file(place) {
    const page = document.implementation.createHTMLDocument(say('report_title'));
    page.documentElement.lang = texts.tag;
    page.body.append(place);
    // As text: in an element of this page the style would be one of this page's, which its own policy refuses.
    const head = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${document.querySelector('style').textContent}</style>
`;
    return `<!doctype html>\n${page.documentElement.outerHTML.replace('<head>', () => `<head>\n${head}`)}\n`;
  }

  function store(text) {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
    make('a', { href: address, download: 'receipt-report.html' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  /** Prints the same that would be saved: it stands in for the page meanwhile. */
  function print(place) {
    place.id = 'paper';
    document.body.append(place);
    document.documentElement.classList.add('printing');
    addEventListener('afterprint', () => {
      document.documentElement.classList.remove('printing');
      place.remove();
    }, { once: true });
    window.print();
  }

  /** The part of the page in which the report is chosen. */
  function section(results, identifying) {
    const people = make('input', { type: 'checkbox', id: 'impersonal' });
    const [paper, disk] = ['keep_print', 'keep_save'].map((key) => make('button', { type: 'button', class: key }, say(key)));
    paper.addEventListener('click', () => print(content(results, identifying, people.checked)));
    disk.addEventListener('click', () => store(file(content(results, identifying, people.checked))));
    return shared.folded(make('h2', {}, say('keep')), { 'data-part': 'keep' }, make('p', { class: 'hint' }, say('keep_hint')),
      make('p', {}, make('label', { class: 'check' }, people, ' ', say('keep_people'))), make('div', { class: 'row' }, disk, paper));
  }

  return { section };
})();
