/**
 * A Philippine number in international form for searching (`0917 123 4567` and `+63 917 123 4567` are one),
 * other numbers as their digits; null when there is none.
 */
export function normalisePhone(typed: string | null): string | null {
  if (!typed) return null
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return null
  // A trunk 0 behind the country's number is one that is not dialled.
  if (/^(\+|00)/.test(typed.trim())) return `+${digits.replace(/^00/, '').replace(/^630/, '63')}`
  if (digits.startsWith('63') && digits.length === 12) return `+${digits}`
  if (digits.startsWith('0')) return `+63${digits.slice(1)}`
  if (digits.length === 10 && digits.startsWith('9')) return `+63${digits}`
  return digits
}

/** The digits that find a number whichever way it was typed: without 00, 63 and trunk 0; null when under 3 digits. */
export function phoneSearchDigits(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^(?:00)?(?:63)?0?/, '')
  return digits.length >= 3 ? digits : null
}
