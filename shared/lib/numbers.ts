import { locale, onFirstUse } from './language.ts'

const rules = onFirstUse(() => new Intl.PluralRules(locale))
const numbers = onFirstUse(() => new Intl.NumberFormat(locale))

const MINUS = '−'

/** A formatted number with the sign that is as wide as a plus, in place of the hyphen; files for spreadsheets keep the hyphen. */
export const withMinus = (formatted: string): string => formatted.replace('-', MINUS)

/** `12,345`, `−3`: a number of things, as people read it. */
export const formatNumber = (value: number): string => withMinus(numbers().format(value))

const rates = onFirstUse(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }))

/** A growth rate: `+12.4%`, `−22.31%`, `0%`. */
export const formatGrowth = (rate: number): string => `${withMinus(rates().format(rate))}%`

type Forms = { other: string } & { [form in Intl.LDMLPluralRule]?: string }

/** The form that belongs to `count` in the language that is on: `plural(n, { one: '1 visit', other: `${n} visits` })`. */
export const plural = (count: number, forms: Forms): string => forms[rules().select(count)] ?? forms.other
