/** A text, a function that makes a text, or a group of both. */
type Message = string | ((...parameters: never[]) => string) | readonly Message[] | Messages
type Messages = { readonly [name: string]: Message }

/** The type of a translation: the structure of the English messages, with any `string` in place of each text. */
type Translated<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : { readonly [K in keyof T]: Translated<T[K]> }

/** A language other than English. */
type Language = {
  /** BCP 47, such as `fil-PH`: the locale of numbers, dates and plurals. */
  locale: string
  /** Returns the translated texts of the messages module with this name. */
  textsOf: (name: string, english: Messages) => Messages
}

declare global {
  /**
   * The language of this process or page; English by default. It must be set before any messages module runs, because
   * columns, schemas and titles read their texts once (decision 25).
   */
  var mutyaLanguage: Language | undefined
}

const language = globalThis.mutyaLanguage

/** The locale of numbers, money and plurals. */
export const locale = language?.locale ?? 'en-PH'

/** The `lang` attribute of pages. */
export const pageLanguage = language?.locale ?? 'en'

/** The locale of dates and times: `November 21, 2026`, `9:00 AM`. */
export const dateLocale = language?.locale ?? 'en-US'

/**
 * Returns a function that creates an expensive object when it is first called. A date or number format takes
 * milliseconds on a cheap phone, and a page needs few of them at its start.
 */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/**
 * Texts in the current language. English is defined here and is the type of every translation. `name` is the feature's
 * folder, or folder and part for a feature with several groups of texts: `sales/till`.
 */
/* @__NO_SIDE_EFFECTS__ */
export const defineMessages = <const T extends Messages>(name: string, english: T) =>
  (language ? language.textsOf(name, english) : english) as Translated<T>
