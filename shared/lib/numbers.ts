import { locale, onFirstUse } from './language.ts'

const rules = onFirstUse(() => new Intl.PluralRules(locale))
const numbers = onFirstUse(() => new Intl.NumberFormat(locale))

const MINUS = '−'

/** Replaces a hyphen by the minus sign, which is as wide as a plus; spreadsheet files keep the hyphen. */
export const withMinus = (formatted: string): string => formatted.replace('-', MINUS)

/** Formats a number for people, such as `12,345` or `−3`. */
export const formatNumber = (value: number): string => withMinus(numbers().format(value))

/** Formats a percentage as `62.5%`. */
export const formatPercent = (percent: number): string => `${formatNumber(percent)}%`

const rates = onFirstUse(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }))

/** Formats a growth rate with its sign: `+12.4%`, `−22.31%`, `0%`. */
export const formatGrowth = (rate: number): string => `${withMinus(rates().format(rate))}%`

type Forms = { other: string } & { [form in Intl.LDMLPluralRule]?: string }

/** The plural form of `count` in the current language: `plural(n, { one: '1 visit', other: `${n} visits` })`. */
export const plural = (count: number, forms: Forms): string => forms[rules().select(count)] ?? forms.other
