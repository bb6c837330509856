import type { Centavos } from '#shared/lib/money.ts'
import { qrPhMessages } from './qr-ph-messages.ts'

/**
 * QR Ph is the national QR code for payments in the Philippines. Its text follows the EMVCo specification for codes
 * that merchants present: fields of a tag of two digits, a length of two digits and a value; the last field is a
 * checksum.
 */
const TAGS = {
  format: '00',
  /** How often the code may be paid: `11` any number of times, `12` once. */
  initiation: '01',
  currency: '53',
  amount: '54',
  country: '58',
  merchant: '59',
  city: '60',
  checksum: '63',
} as const
const STATIC = '11'
const DYNAMIC = '12'
const PESO = '608'

/** The names of QR Ph in the tags 26 to 51, which hold the account: for payments to a person, and to a merchant. */
const isQrPhScheme = (name: string): boolean => name === 'com.p2pqrpay' || name.startsWith('ph.ppmi.')

/** The maximum number of characters in the text of a QR Ph code. */
export const LONGEST_QR_PH = 512

type QrField = { tag: string; value: string }

/** Returns the fields of a text; null if it has another form. Lengths count characters, not bytes. */
export function readQrFields(text: string): QrField[] | null {
  const characters = [...text]
  const fields: QrField[] = []
  for (let at = 0; at < characters.length;) {
    const head = characters.slice(at, at + 4).join('')
    if (!/^\d{4}$/.test(head)) return null
    const length = Number(head.slice(2))
    const value = characters.slice(at + 4, at + 4 + length)
    if (value.length !== length) return null
    fields.push({ tag: head.slice(0, 2), value: value.join('') })
    at += 4 + length
  }
  return fields
}

const writeFields = (fields: readonly QrField[]): string =>
  fields.map(({ tag, value }) => `${tag}${String([...value].length).padStart(2, '0')}${value}`).join('')

/** Returns the checksum CRC-16/CCITT with the start value FFFF, as four hexadecimal digits. */
export function qrChecksum(text: string): string {
  let sum = 0xff_ff
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = ((sum & 0x80_00) === 0 ? sum << 1 : (sum << 1) ^ 0x10_21) & 0xff_ff
  }
  return sum.toString(16).toUpperCase().padStart(4, '0')
}

/** Appends the checksum, which covers its own tag and length too. */
const withChecksum = (text: string): string => `${text}${TAGS.checksum}04${qrChecksum(`${text}${TAGS.checksum}04`)}`

const valueOf = (fields: readonly QrField[], tag: string) => fields.find((field) => field.tag === tag)?.value

const hasScheme = (fields: readonly QrField[]): boolean =>
  fields.some(
    ({ tag, value }) =>
      tag >= '26' && tag <= '51' && isQrPhScheme((valueOf(readQrFields(value) ?? [], '00') ?? '').toLowerCase()),
  )

/** Returns why a text cannot be the clinic's own QR Ph code, as a sentence; null for a valid one. */
export function qrPhProblem(text: string): string | null {
  const fields = readQrFields(text)
  if (!fields || fields[0]?.tag !== TAGS.format || fields.at(-1)?.tag !== TAGS.checksum) return qrPhMessages.notQrPh
  if (text.slice(-4).toUpperCase() !== qrChecksum(text.slice(0, -4))) return qrPhMessages.wrongChecksum
  if (!hasScheme(fields)) return qrPhMessages.notQrPh
  if (valueOf(fields, TAGS.currency) !== PESO || valueOf(fields, TAGS.country) !== 'PH') return qrPhMessages.notPesos
  // A code without the tag `initiation` can be paid any number of times, too.
  const isStatic = (valueOf(fields, TAGS.initiation) ?? STATIC) === STATIC && valueOf(fields, TAGS.amount) === undefined
  return isStatic ? null : qrPhMessages.forOnePayment
}

/** Returns the name and city that payers read in their wallet. */
export function qrPhReceiver(code: string): { name: string; city: string } {
  const fields = readQrFields(code) ?? []
  return { name: valueOf(fields, TAGS.merchant) ?? '', city: valueOf(fields, TAGS.city) ?? '' }
}

/** Returns the text of the QR Ph code for one payment: the clinic's own code with the amount and a new checksum. */
export function qrPhOfPayment(code: string, amount: Centavos): string {
  const replaced: readonly string[] = [TAGS.format, TAGS.initiation, TAGS.amount, TAGS.checksum]
  const kept = (readQrFields(code) ?? []).filter(({ tag }) => !replaced.includes(tag))
  const pesos = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  return withChecksum(
    writeFields([
      { tag: TAGS.format, value: '01' },
      { tag: TAGS.initiation, value: DYNAMIC },
      ...kept.flatMap((field) => (field.tag === TAGS.currency ? [field, { tag: TAGS.amount, value: pesos }] : [field])),
    ]),
  )
}
