/** The texts of the pages in the language of the reader: `tables` has one for each language, all with the same keys. */
const texts = (() => {
  let table = tables[0];
  const followers = [];

  /** The language of the first tag (BCP 47) that there is a table for, as the server chooses that of its sentence. */
  function language(tags) {
    for (const tag of tags) {
      const parts = tag.toLowerCase().split(/[-_]/);
      const isTraditional = ['hant', 'tw', 'hk', 'mo'].some((part) => parts.includes(part)) && !parts.includes('hans');
      const found = tables.find((one) => one.language.split('-')[0] === parts[0]);
      if (found && !(parts[0] === 'zh' && isTraditional)) return found.language;
    }
    return tables[0].language;
  }

  /** The text of a key, in the singular or plural of `count` where it has both (`one|other`); else the key. */
  function template(key, { count }) {
    const { texts: rows, language: tag } = table;
    const forms = (rows[key] ?? key).split('|');
    return forms.length === 1 || new Intl.PluralRules(tag).select(count) === 'one' ? forms[0] : forms[1];
  }

  const number = (value) => (typeof value === 'number' ? value.toLocaleString(table.language) : value);
  /** The text of a key; each placeholder is replaced once. */
  const say = (key, values = {}) => template(key, values).replace(/\{(\w+)\}/g, (_, name) => number(values[name]));
  /** The same where values are elements. */
  const tell = (key, values) => template(key, values).split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? number(values[part]) : part));

  /** Takes a language, and has everybody who follows write anew. */
  function choose(tag) {
    table = tables.find((one) => one.language === tag) ?? tables[0];
    document.documentElement.lang = table.language;
    for (const element of document.querySelectorAll('[data-text]')) element.textContent = say(element.dataset.text);
    for (const element of document.querySelectorAll('[data-hint]')) element.placeholder = say(element.dataset.hint);
    for (const follow of followers) follow();
  }

  function follow(action) {
    followers.push(action);
    action();
  }

  return { say, tell, choose, follow, language, get tag() { return table.language; } };
})();
