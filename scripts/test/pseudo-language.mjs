// A language in which every text stands in brackets with accents, `⟦Śàvé⟧`, so that a test sees what is written elsewhere.
// What a text is given (a name, a number) stays as it is. It runs before anything else: in a page as a script, in Node by
// `--import`, in Vitest by an import; so it imports nothing.
;(() => {
  const accents = { a: 'à', c: 'ć', e: 'é', i: 'í', n: 'ń', o: 'ó', s: 'ś', u: 'ú', y: 'ý', z: 'ź' }
  const withAccents = (text) => text.replace(/[aceinosuyz]/g, (letter) => accents[letter])

  /** Tokens that the server fills in stay: `{{clinic.name}}`. */
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
