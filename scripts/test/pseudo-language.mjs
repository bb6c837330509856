// A pseudo-language that puts every text in brackets with accents, `⟦Śàvé⟧`, so that tests find texts that are not
// messages. Inserted values (names, numbers) stay unchanged. It must run before any other code: as a script in a page,
// by `--import` in Node, by an import in Vitest. It therefore imports nothing.
;(() => {
  const accents = { a: 'à', c: 'ć', e: 'é', i: 'í', n: 'ń', o: 'ó', s: 'ś', u: 'ú', y: 'ý', z: 'ź' }
  const withAccents = (text) => text.replace(/[aceinosuyz]/g, (letter) => accents[letter])

  /** Tokens that the server replaces, such as `{{clinic.name}}`, stay unchanged. */
  const marked = (text) => (text === '' ? '' : `⟦${text.replace(/[^{}]+(?=\{\{|$)/g, withAccents)}⟧`)

  const translated = (message) => {
    if (typeof message === 'string') return marked(message)
    if (typeof message === 'function') return (...parameters) => `⟦${message(...parameters)}⟧`
    if (Array.isArray(message)) return message.map(translated)
    if (typeof message !== 'object' || message === null) return message
    return Object.fromEntries(Object.entries(message).map(([name, inner]) => [name, translated(inner)]))
  }

  globalThis.mutyaLanguage = { locale: 'en-PH', textsOf: (_name, english) => translated(english) }
})()
