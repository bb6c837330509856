import { locale } from './language.ts'

const rules = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)

/** `12,345`: a number of things, as people read it. */
export const formatNumber = (value: number): string => numbers.format(value)

type Forms = { other: string } & { [form in Intl.LDMLPluralRule]?: string }

/** The form that belongs to `count` in the language that is on: `plural(n, { one: '1 visit', other: `${n} visits` })`. */
export const plural = (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other
