/** A reply to the customer, made of what the first sentence is made of: it says no more than that, and has no identifiers. */
const reply = (() => {
  const { make, plain } = shared;
  const { say } = texts;

  /** What cannot be answered, and what to say of it; all else cannot be told. */
  const obstacles = { other_app: 'other_app', no_purchases: 'no_purchases', not_proven: 'not_proven', xcode: 'test' };

  /**
   * The sentences in a language.
   *
   * @param facts of the summary, as the server tells them.
   * @param isDoubted whether a check failed, so that the findings prove nothing.
   * @param moment of the question, if it is not now.
   */
  function text(facts, language, { isDoubted, moment, namesProducts }) {
    const table = texts.table(language);
    const words = (key, values = {}) => texts.say(key, values, { ...table, texts: table.reply });
    const date = (time) => `${new Date(time).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })} (UTC)`;

    function sentence(one) {
      // Where production is not proven, no payment is.
      const name = one.finding === 'subscribed' && one.is_paid && !facts.is_of_unknown_environment ? 'paid' : one.finding;
      if (!(name in table.reply || `${name}_undated` in table.reply)) return words('cannot_tell');
      const state = one.date ? words(name, { date: date(one.date) }) : words(`${name}_undated` in table.reply ? `${name}_undated` : 'cannot_tell');
      const whole = one.is_auto_renew_off ? [state, words('auto_renew_off')].join(table.texts.between) : state;
      return namesProducts && one.product ? words('product', { product: plain(one.product), text: whole }) : whole;
    }

    const isOpen = ({ finding }) => ['over', 'renewal_only', 'unknown'].includes(finding);
    const body = [];
    if (facts.obstacle || isDoubted && !facts.is_test) {
      const key = obstacles[facts.obstacle] ?? 'cannot_tell';
      body.push(words(key));
      if (key !== 'test') body.push(words('send'));
    } else if (facts.is_test) {
      body.push(words('test'));
    } else {
      body.push(...facts.findings.map(sentence));
      if (facts.findings.some(isOpen)) body.push(words('send'));
      if (moment) body.push(words('as_asked', { date: date(moment) }));
      else if (facts.known_until && !facts.findings.every(isOpen)) body.push(words('as_of', { date: date(facts.known_until) }));
    }
    return [words('greeting'), body.join('\n'), words('closing')].join('\n\n') + '\n';
  }

  /** The part of the page in which a reply is chosen, edited and copied. */
  function section(facts, isDoubted, moment) {
    // A moment that was asked for and could not be read is not one.
    const asked = moment && !Number.isNaN(Date.parse(moment)) ? moment : null;
    const field = make('textarea', { rows: '7', 'aria-label': say('reply_text'), dir: 'auto', class: 'letter' });
    const language = make('select', { 'aria-label': say('reply_language') },
      ...tables.map((one) => make('option', { value: one.language, lang: one.language }, one.name)));
    language.value = texts.tag;
    const products = make('input', { type: 'checkbox' });
    const button = make('button', { type: 'button', class: 'copy-reply' });
    const write = () => {
      field.lang = language.value;
      field.value = text(facts, language.value, { isDoubted, moment: asked, namesProducts: products.checked });
      button.textContent = say('reply_copy');
    };
    for (const choice of [language, products]) choice.addEventListener('change', write);
    button.addEventListener('click', () => shared.copy(button, field, field.value));
    write();
    return make('section', { 'data-part': 'reply' }, make('h2', {}, say('reply')), make('p', { class: 'hint' }, say('reply_hint')), field,
      make('div', { class: 'row' }, button, language, make('label', { class: 'check' }, products, ' ', say('reply_products'))));
  }

  return { section };
})();
