import type { Page } from '@playwright/test'

/** A text of a page and where it occurs: `button`, `input[placeholder]`, `title`. */
type PageText = { text: string; place: string }

/**
 * Returns every text on the page that is visible or read aloud, and the server's responses that the page has read since
 * the last call. It is sent to the page as text, so it may use nothing outside itself.
 */
function textsOnPage(): { shown: PageText[]; answers: string[] } {
  const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE'])
  const spoken = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'placeholder',
    'title',
    'alt',
  ]
  const texts: PageText[] = [{ text: document.title, place: 'title' }]
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let open: { parent: Element; last: Node; text: string } | null = null
  const finish = () => {
    if (open && open.text.trim() !== '') texts.push({ text: open.text, place: open.parent.localName })
    open = null
  }
  while (nodes.nextNode()) {
    const node = nodes.currentNode
    const parent = node.parentElement
    if (!parent || silent.has(parent.tagName)) continue
    // Sample HTML for copying is skipped, because it mixes a translated text with tags, which are not translated.
    if (parent.closest('[translate=no]')) continue
    // The component library puts a hidden letter into its progress bar to make one screen reader announce it.
    if (parent.matches('[role=progressbar] > span[role=presentation]')) continue
    // A long word may be divided by `<wbr>` elements. Its parts are read as one text, so that the brackets of a message
    // stay together.
    const before = node.previousSibling instanceof HTMLElement ? node.previousSibling : null
    const previous = before?.localName === 'wbr' ? before.previousSibling : node.previousSibling
    if (!open || open.last !== previous) {
      finish()
      open = { parent, last: node, text: '' }
    }
    open.text += node.textContent ?? ''
    open.last = node
  }
  finish()
  for (const element of document.body.querySelectorAll(spoken.map((name) => `[${name}]`).join()))
    for (const name of spoken) {
      const text = element.getAttribute(name)
      if (text) texts.push({ text, place: `${element.localName}[${name}]` })
    }
  return { shown: texts, answers: (globalThis as WithAnswers).answersRead?.splice(0) ?? [] }
}

export type WithAnswers = { answersRead?: string[] }

/**
 * Records in `answersRead` the server's responses that a page reads, because the browser discards them when the page is
 * left. Runs in the browser before the scripts of each page.
 */
export function keepAnswers(): void {
  const read = Response.prototype.text
  const kept: string[] = ((globalThis as WithAnswers).answersRead = [])
  Response.prototype.text = async function text() {
    const body = await read.call(this)
    kept.push(body)
    return body
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The response is no JSON: it is a file, or an error page of a proxy.
    return null
  }
}

/** The titles of these pages are written by the build; `page-texts.ts` and `prerender.tsx` take them from messages. */
const isTitleOfBuild = (pathname: string, place: string) =>
  place === 'title' && /^\/($|BookAppointment|login|forgot-password|reset-password)/.test(pathname)

/**
 * Texts from messages modules stand between ⟦ and ⟧ in the pseudo-language. A screen that cuts a long text short also
 * cuts its ⟧ off, so this adds the missing ⟧. Otherwise the text would look like one that no messages module has.
 */
const withClosedMarks = (text: string) =>
  text + '⟧'.repeat(Math.max(0, text.split('⟦').length - text.split('⟧').length))

/** Removes the parts of a text that come from messages, including nested ones. */
function withoutMarked(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  return rest === text ? text : withoutMarked(rest)
}

// Formats that are not messages: dates, times and amounts written by `Intl`, initials, and the dimensions of two kinds
// of charts.
const written =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December|Sun|Mon|Tue|Wed|Thu|Fri|Sat|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|AM|PM)\b|\b\d{1,2}(?::\d\d)?[ap]m\b|₱[\d.,]+[KMB]\b|^\s*\p{Lu}{1,2}\s*$/gu

/** Matches a variable in a template of a message, such as `{clinic}`. */
const variable = /\{[a-z_]+\}/
const variables = new RegExp(variable, 'g')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const plainLines = (text: string) =>
  text
    .replace(/[⟦⟧]/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const words = (text: string) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `

/** Doubles the spaces, because a search for a word includes a space on each side and neighbours must not share it. */
const spaced = (line: string) => line.replaceAll(' ', '  ')

/** Collects the clinic's own data, and reports texts that are neither data nor messages. */
export class UnmarkedTexts {
  readonly #data = new Set<string>()
  readonly #templates = new Map<string, RegExp>()
  /** The data texts by their first word, so that a text is searched only for those that it can contain. */
  readonly #byFirstWord = new Map<string, string[]>()
  /** Caches the results of `withoutData` by text, because the same texts occur on a page again and again. */
  readonly #without = new Map<string, string>()
  readonly #found = new Set<string>()

  /** Adds a text of a record. A page may show all of it or a part. */
  addData(text: string): void {
    const data = words(withoutMarked(withClosedMarks(text)))
    if (this.#data.has(data)) return
    this.#data.add(data)
    const firstWord = data.split(' ', 2)[1]!
    const sameStart = this.#byFirstWord.get(firstWord)
    if (sameStart) sameStart.push(spaced(data))
    else this.#byFirstWord.set(firstWord, [spaced(data)])
    this.#without.clear()
  }

  /**
   * Adds the lines of a template that the clinic wrote. A page shows them with variables filled in, with or without
   * brackets.
   */
  addTemplate(text: string): void {
    for (const line of plainLines(text)) {
      const pieces = line.split(variable)
      // A line that consists only of variables would match every text.
      if (/\p{L}{4}/u.test(pieces.join(' ')) && !this.#templates.has(line))
        this.#templates.set(line, new RegExp(`^${pieces.map(escaped).join('.+')}$`))
    }
  }

  /**
   * Collects every text of a response. Codes such as statuses are left out, because pages must show messages for them.
   */
  addAnswer(value: unknown, key = ''): void {
    if (typeof value === 'string') {
      if (variable.test(value)) this.addTemplate(value)
      else if (!wireWords.test(key)) this.addData(value)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) this.addAnswer(inner, Array.isArray(value) ? key : name)
  }

  /** Adds the texts of the responses that a page has read. */
  addAnswers(answers: string[]): void {
    for (const answer of answers) this.addAnswer(parsed(answer))
  }

  /** Returns the text without numbers and without texts of records. */
  withoutData(text: string): string {
    const before = this.#without.get(text)
    if (before !== undefined) return before
    const ownWords = words(text)
    const possible = [...new Set(ownWords.split(' '))].flatMap((word) => this.#byFirstWord.get(word) ?? [])
    // Longer texts come first, because a short text can be a part of a longer one.
    possible.sort((a, b) => b.length - a.length)
    const rest = possible.reduce((left, data) => left.replaceAll(data, '  '), spaced(ownWords))
    const without = words(rest.replace(/\d+/g, ' ')).trim()
    this.#without.set(text, without)
    return without
  }

  isUnmarked(text: string): boolean {
    const rest = words(withoutMarked(withClosedMarks(text)).replace(variables, ' ').replace(written, ' '))
    if (!/\p{L}/u.test(rest)) return false
    if (plainLines(text).every((line) => [...this.#templates.values()].some((template) => template.test(line))))
      return false
    return /\p{L}/u.test(this.withoutData(rest)) && ![...this.#data].some((known) => known.includes(rest))
  }

  /** Reports every text that the page shows now and that is neither data nor a message. */
  async look(page: Page): Promise<void> {
    const { pathname } = new URL(page.url())
    const { shown, answers } = await page.evaluate(textsOnPage)
    this.addAnswers(answers)
    for (const { text, place } of shown)
      if (this.isUnmarked(text) && !isTitleOfBuild(pathname, place))
        this.#found.add(`${pathname} ${place}: ${text.trim()}`)
  }

  get found(): string[] {
    return [...this.#found].sort()
  }
}

/** Fields whose values are identifiers for programs. A page that shows such a value directly lacks a message. */
const wireWords =
  /(^|_)(role|status|type|kind|code|event|subject|method|access|permissions|state)$|^(cancel|discount)_reason$/

/** Removes the prerendered English content and the notice for old browsers before the app draws the page. */
export function forgetDrawnPage(): void {
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return
    document.querySelector('#root')?.replaceChildren()
    document.querySelector('#old-browser')?.remove()
  })
}
