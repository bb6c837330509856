/**
 * Normalizes a Philippine number to international form (`0917 123 4567` and `+63 917 123 4567` are equal), and other
 * numbers to their digits; null when there is no digit.
 */
export function normalisePhone(typed: string | null): string | null {
  if (!typed) return null
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return null
  if (isInternational(typed, digits)) return `+${digits.replace(/^00/, '').replace(/^630/, '63')}`
  if (digits.startsWith('0')) return `+63${digits.replace(/^0+/, '')}`
  return mobileNumber.test(digits) ? `+63${digits}` : digits
}

/**
 * True for a number typed with a country code: after + or 00 (no country code begins with 0), or a Philippine one that
 * begins with 63, perhaps with a 0 after it that is not dialled.
 */
const isInternational = (typed: string, digits: string) =>
  /^[\s(]*(?:\+[^\d]*[1-9]|00[^\d]*[1-9])/.test(typed) || /^630?[2-9]\d{9}$/.test(digits)

/** Matches the digits after +63 of a mobile number of any network, including DITO's from 895 to 898. */
const mobileNumber = /^(?:9\d{9}|89[5-8]\d{7})$/

/** Matches the digits after +63: a mobile number (ten digits, the first is 9) or a landline with area code. */
const nationalNumber = /^(?:9\d{9}|[2-8]\d{7,9})$/
/** Matches numbers without area code: a local landline or a toll-free number. */
const localNumber = /^(?:[2-8]\d{6,7}|1800\d{6,10})$/

/**
 * True for a number that can be dialled: a Philippine one in any form (`0917 123 4567`, `+63 917 123 4567`, `(02) 8123
 * 4567`), or a foreign one with + (or 00) and 7 to 15 digits.
 */
export function isPhone(typed: string): boolean {
  if (!/^[\d\s()+./-]+$/.test(typed)) return false
  const number = normalisePhone(typed) ?? ''
  if (number.startsWith('+63')) return nationalNumber.test(number.slice(3))
  return number.startsWith('+') ? /^\+\d{7,15}$/.test(number) : localNumber.test(number)
}

/** Formats a phone number as `0917 123 4567` or `(02) 8123 4567`; numbers of other forms stay as typed. */
export function formatPhone(typed: string): string {
  const number = normalisePhone(typed) ?? ''
  const mobile = /^\+63(9\d\d|89[5-8])(\d{3})(\d{4})$/.exec(number)
  if (mobile) return `0${mobile[1]} ${mobile[2]} ${mobile[3]}`
  const landline = /^\+63(2)(\d{4})(\d{4})$/.exec(number) ?? /^\+63([3-8]\d)(\d{3})(\d{4})$/.exec(number)
  return landline ? `(0${landline[1]}) ${landline[2]} ${landline[3]}` : typed
}

/** The `tel:` URL of a phone number; null without digits. */
export function phoneHref(typed: string): string | null {
  const number = normalisePhone(typed)
  return number && `tel:${number}`
}

/** The digits by which a phone number is found in any form: without 00, 63 and trunk 0; null when fewer than 3. */
export function phoneSearchDigits(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^(?:00)?(?:63)?0?/, '')
  return digits.length >= 3 ? digits : null
}

/** The phone number for an SMS: a Philippine mobile number in international form; null for any other. */
export function mobileOf(typed: string | null): string | null {
  const number = normalisePhone(typed)
  return number?.startsWith('+63') && mobileNumber.test(number.slice(3)) ? number : null
}
