import type { Page } from '@playwright/test'

/** A text of a page, and where it stands: `button`, `input[placeholder]`, `title`. */
type PageText = { text: string; place: string }

/** Everything on the page that people read or hear. It is sent as text into the page: nothing from outside itself. */
function textsOnPage(): PageText[] {
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
  while (nodes.nextNode()) {
    const parent = nodes.currentNode.parentElement
    const text = nodes.currentNode.textContent ?? ''
    // The library keeps a hidden letter in its progress bar, so that one screen reader tells of it.
    if (parent?.matches('[role=progressbar] > span[role=presentation]')) continue
    if (parent && !silent.has(parent.tagName) && text.trim() !== '') texts.push({ text, place: parent.localName })
  }
  for (const element of document.body.querySelectorAll(spoken.map((name) => `[${name}]`).join()))
    for (const name of spoken) {
      const text = element.getAttribute(name)
      if (text) texts.push({ text, place: `${element.localName}[${name}]` })
    }
  return texts
}

type WithAnswers = { answersRead?: string[] }

/**
 * Keeps what a page reads of answers in the page itself, for `readAnswers`: the browser forgets the body of an answer when
 * a page is left. A script to begin each page with.
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
    // A file, or the page of a proxy.
    return null
  }
}

/** The heads of these were written by the build; `page-texts.ts` and `prerender.tsx` take them from messages. */
const isTitleOfBuild = (pathname: string, place: string) =>
  place === 'title' && /^\/($|BookAppointment|login|forgot-password|reset-password)/.test(pathname)

/** What is left of a text without its parts from messages; they may stand in one another. */
function withoutMarked(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  return rest === text ? text : withoutMarked(rest)
}

// As `Intl` writes dates, times, amounts; initials of a person; sizes of the two kinds of figures.
const written =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December|Sun|Mon|Tue|Wed|Thu|Fri|Sat|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|AM|PM)\b|\b\d{1,2}(?::\d\d)?[ap]m\b|₱[\d.,]+[KMB]\b|^\s*\p{Lu}{1,2}\s*$/gu

/** Where a template takes a value in. */
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

/** Collects what comes from the clinic's records, and tells texts that are neither those nor from messages. */
export class UnmarkedTexts {
  readonly #data = new Set<string>()
  readonly #templates = new Map<string, RegExp>()
  /** The same, longest first and ready to be searched for, until the next one comes. */
  #searched: string[] | undefined
  /** What was asked for since: the same buttons stand on a page again and again. */
  readonly #without = new Map<string, string>()
  readonly #found = new Set<string>()

  /** Text of a record: it may stand on a page as it is, or a part of it. */
  addData(text: string): void {
    const data = words(withoutMarked(text))
    if (this.#data.has(data)) return
    this.#data.add(data)
    this.#searched = undefined
    this.#without.clear()
  }

  /** The lines of a template, which stand on a page with its variables filled in; marked or not, they are the clinic's own. */
  addTemplate(text: string): void {
    for (const line of plainLines(text)) {
      const pieces = line.split(variable)
      // A line of variables alone would be everything.
      if (/\p{L}{4}/u.test(pieces.join(' ')) && !this.#templates.has(line))
        this.#templates.set(line, new RegExp(`^${pieces.map(escaped).join('.+')}$`))
    }
  }

  /** Every text in an answer, but for the words that programs exchange: those are shown by a message. */
  addAnswer(value: unknown, key = ''): void {
    if (typeof value === 'string') {
      if (variable.test(value)) this.addTemplate(value)
      else if (!wireWords.test(key)) this.addData(value)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) this.addAnswer(inner, Array.isArray(value) ? key : name)
  }

  /** Notes what the page has read of answers since it was asked last. */
  async readAnswers(page: Page): Promise<void> {
    const answers = await page.evaluate(() => (globalThis as WithAnswers).answersRead?.splice(0) ?? [])
    for (const answer of answers) this.addAnswer(parsed(answer))
  }

  /** The text with numbers and the texts of records left out. */
  withoutData(text: string): string {
    const before = this.#without.get(text)
    if (before !== undefined) return before
    // A space on either side of each word: neighbours share none.
    const spaced = (line: string) => line.replaceAll(' ', '  ')
    this.#searched ??= [...this.#data].sort((a, b) => b.length - a.length).map(spaced)
    const rest = this.#searched.reduce((left, data) => left.replaceAll(data, '  '), spaced(words(text)))
    const without = words(rest.replace(/\d+/g, ' ')).trim()
    this.#without.set(text, without)
    return without
  }

  isUnmarked(text: string): boolean {
    const rest = words(withoutMarked(text).replace(variables, ' ').replace(written, ' '))
    if (!/\p{L}/u.test(rest)) return false
    if (plainLines(text).every((line) => [...this.#templates.values()].some((template) => template.test(line))))
      return false
    return ![...this.#data].some((known) => known.includes(rest)) && /\p{L}/u.test(this.withoutData(rest))
  }

  /** Looks at everything that the page shows now. */
  async look(page: Page): Promise<void> {
    const { pathname } = new URL(page.url())
    const shown = await page.evaluate(textsOnPage)
    // After the texts: whatever stands on the page was read before it was drawn.
    await this.readAnswers(page)
    for (const { text, place } of shown)
      if (this.isUnmarked(text) && !isTitleOfBuild(pathname, place))
        this.#found.add(`${pathname} ${place}: ${text.trim()}`)
  }

  get found(): string[] {
    return [...this.#found].sort()
  }
}

/** Fields of answers whose values are names for programs: a page that shows one of them as it is lacks a message. */
const wireWords =
  /(^|_)(role|status|type|kind|code|event|subject|method|access|permissions|state)$|^(cancel|discount)_reason$/
