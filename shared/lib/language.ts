/** A text, or what makes one of its parameters; groups of them by name or in order. */
type Message = string | ((...parameters: never[]) => string) | readonly Message[] | Messages
type Messages = { readonly [name: string]: Message }

/** The same texts in any language: each is a `string`; names and parameters stay. */
type Translated<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : { readonly [K in keyof T]: Translated<T[K]> }

/** A language other than English. */
type Language = {
  /** BCP 47, such as `fil-PH`: how numbers, dates and plurals are written. */
  locale: string
  /** The texts of the module of that name. */
  textsOf: (name: string, english: Messages) => Messages
}

declare global {
  /**
   * The language of this process or page; English when there is none. It is set before the first module of messages
   * runs, because columns, schemas and titles take their texts once (decision 25).
   */
  var mutyaLanguage: Language | undefined
}

const language = globalThis.mutyaLanguage

/** How numbers, money and plurals are written. */
export const locale = language?.locale ?? 'en-PH'

/** The `lang` of a page. */
export const pageLanguage = language?.locale ?? 'en'

/** How dates and times are written: `November 21, 2026`, `9:00 AM`. */
export const dateLocale = language?.locale ?? 'en-US'

/**
 * What is costly to make, made when it is first asked for. A format of dates or numbers takes milliseconds on a cheap phone, and a
 * page that waits to be woken up needs few of them.
 */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/**
 * The texts of one module in the language that is on. The English ones stand here and are the type of every other
 * language. `name` is the path of the module: `sales/till` for `shared/sales/till-messages.ts`.
 */
/* @__NO_SIDE_EFFECTS__ */
export const defineMessages = <const T extends Messages>(name: string, english: T) =>
  (language ? language.textsOf(name, english) : english) as Translated<T>
