/**
 * A Philippine number in international form for searching (`0917 123 4567` and `+63 917 123 4567` are one),
 * other numbers as their digits; null when there is none.
 */
export function normalisePhone(typed: string | null): string | null {
  if (!typed) return null
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return null
  if (isInternational(typed, digits)) return `+${digits.replace(/^00/, '').replace(/^630/, '63')}`
  if (digits.startsWith('0')) return `+63${digits.replace(/^0+/, '')}`
  return mobileNumber.test(digits) ? `+63${digits}` : digits
}

/** Typed with + or 00, or with 63 before a whole number; no country's number begins with 0. A trunk 0 behind 63 is not dialled. */
const isInternational = (typed: string, digits: string) =>
  /^[\s(]*(?:\+[^\d]*[1-9]|00[^\d]*[1-9])/.test(typed) || /^630?[2-9]\d{9}$/.test(digits)

/** Behind +63: the mobiles of all networks, DITO's from 895 to 898 among them. */
const mobileNumber = /^(?:9\d{9}|89[5-8]\d{7})$/

/** Behind +63: a mobile has ten digits that begin with 9, a landline has its area code and number. */
const nationalNumber = /^(?:9\d{9}|[2-8]\d{7,9})$/
/** Dialled without a code: a landline of the own area, and the toll-free numbers. */
const localNumber = /^(?:[2-8]\d{6,7}|1800\d{6,10})$/

/**
 * True for a number that can be dialled: a Philippine one in whichever form (`0917 123 4567`, `+63 917 123 4567`,
 * `(02) 8123 4567`), or one from abroad with + (or 00) and 7 to 15 digits.
 */
export function isPhone(typed: string): boolean {
  if (!/^[\d\s()+./-]+$/.test(typed)) return false
  const number = normalisePhone(typed) ?? ''
  if (number.startsWith('+63')) return nationalNumber.test(number.slice(3))
  return number.startsWith('+') ? /^\+\d{7,15}$/.test(number) : localNumber.test(number)
}

/** The number as people read it: `0917 123 4567`, `(02) 8123 4567`; any other as it was typed. */
export function formatPhone(typed: string): string {
  const number = normalisePhone(typed) ?? ''
  const mobile = /^\+63(9\d\d|89[5-8])(\d{3})(\d{4})$/.exec(number)
  if (mobile) return `0${mobile[1]} ${mobile[2]} ${mobile[3]}`
  const landline = /^\+63(2)(\d{4})(\d{4})$/.exec(number) ?? /^\+63([3-8]\d)(\d{3})(\d{4})$/.exec(number)
  return landline ? `(0${landline[1]}) ${landline[2]} ${landline[3]}` : typed
}

/** The address that dials the number; null for what holds no digit. */
export function phoneHref(typed: string): string | null {
  const number = normalisePhone(typed)
  return number && `tel:${number}`
}

/** The digits that find a number whichever way it was typed: without 00, 63 and trunk 0; null when under 3 digits. */
export function phoneSearchDigits(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^(?:00)?(?:63)?0?/, '')
  return digits.length >= 3 ? digits : null
}

/** What an SMS is sent to: a mobile number of the Philippines, however it was typed, in international form; null for any other. */
export function mobileOf(typed: string | null): string | null {
  const number = normalisePhone(typed)
  return number?.startsWith('+63') && mobileNumber.test(number.slice(3)) ? number : null
}
