/** The report as one file that loads nothing, or on paper: what is shown, or the same without what identifies people. */
const save = (() => {
  const { make, plain } = shared;
  const { say } = texts;

  /** The parts that a report has, and those that one without people has: the others quote what was read, word for word. */
  const parts = ['undated', 'unread', 'answer', 'verdict', 'beside', 'inspect', 'receipt', 'subscriptions', 'status', 'purchases', 'checks', 'forecast', 'signers'];
  const impersonalParts = ['undated', 'unread', 'answer', 'verdict', 'receipt', 'subscriptions', 'purchases', 'checks', 'forecast'];

  /** Members whose values many people share. The value of any other one may identify somebody, also of one that nobody knows yet. */
  const common = new RegExp('^(' + [
    'schema|source|status|verdict|outcome|check|checks|step|stage|severity|cause|kind|type|name|what|state|claimed_state|code|meaning|reason|detail|hint|message|title|notes',
    'environment|bundle_id|bundleId|bid|bundle_identifier|bvrs|app_item_id|adam_id|application_version|original_application_version|appVersion|platform|receipt_type|product_id|productId|products|auto_renew_product_id|autoRenewProductId',
    'notification_type|notification_subtype|notificationType|subtype|access|access_from|statement|ask_for|ownership|inAppOwnershipType|offer_kind|offer_id|promotional_offer_id|currency|storefront|price|quantity',
    'subscription_group_identifier|subscriptionGroupIdentifier|expiration_intent|cancellation_reason|revocation_type|item_id',
    'is_.*|in_app_ownership_type|layers|repairs|subject|issuer|sha256|not_before|not_after|algorithm|digest_algorithm|judged_at|judged_at_source|origin|expected|found|next_steps|summary',
    '.*date.*|.*Date.*|time|start|end|expires|stated|purchased|known_until|as_of|active_until|at',
  ].join('|') + ')$');

  /** Every value that may identify somebody, from the documents of the answer. */
  function identifying(documents) {
    const found = new Set();
    const visit = (value, name) => {
      if (Array.isArray(value)) value.forEach((one) => visit(one, name));
      else if (value && typeof value === 'object') for (const [key, one] of Object.entries(value)) visit(one, key);
      else if (['string', 'number'].includes(typeof value) && String(value).length >= 5 && !common.test(name)) found.add(plain(value));
    };
    for (const { ok, value } of documents) if (ok) visit(value, '');
    return [...found].sort((one, other) => other.length - one.length);
  }

  /** The text of a node and its attributes, with everything in it replaced that may identify somebody. */
  function mask(root, values) {
    const masked = (text) => values.reduce((all, value) => all.replaceAll(value, '…'), text);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) node.data = masked(node.data);
      else for (const attribute of [...node.attributes]) attribute.value = masked(attribute.value);
    }
  }

  /** What is shown, to be read and not to be used. */
  function content(results, documents, isImpersonal) {
    const kept = [...results.children].filter(({ dataset }) => (isImpersonal ? impersonalParts : parts).includes(dataset.part));
    const transaction = say('transaction');
    const place = make('main', { id: 'results' }, make('h1', {}, say('report_title')),
      make('p', { class: 'soft' }, say('report_made', { time: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC` }),
        say('between'), isImpersonal ? say('report_people') : null),
      ...kept.map((one) => one.cloneNode(true)));
    for (const one of place.querySelectorAll('button, select, input, textarea')) one.remove();
    for (const one of place.querySelectorAll('details')) one.open = true;
    for (const one of place.querySelectorAll('[tabindex]')) one.removeAttribute('tabindex');
    if (!isImpersonal) return place;
    for (const one of place.querySelectorAll('.who')) one.remove();
    for (const cell of place.querySelectorAll('td')) if (cell.dataset.name === transaction) cell.remove();
    for (const head of place.querySelectorAll('th')) if (head.textContent === transaction) head.remove();
    mask(place, identifying(documents));
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
  function section(results, documents) {
    const people = make('input', { type: 'checkbox', id: 'impersonal' });
    const [paper, disk] = ['keep_print', 'keep_save'].map((key) => make('button', { type: 'button', class: key }, say(key)));
    paper.addEventListener('click', () => print(content(results, documents, people.checked)));
    disk.addEventListener('click', () => store(file(content(results, documents, people.checked))));
    return make('section', { 'data-part': 'keep' }, make('h2', {}, say('keep')), make('p', { class: 'hint' }, say('keep_hint')),
      make('p', {}, make('label', { class: 'check' }, people, ' ', say('keep_people'))), make('div', { class: 'row' }, disk, paper));
  }

  return { section };
})();
