import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QR_PH } from './qr-ph-fixture.ts'
import { qrPhMessages as s } from './qr-ph-messages.ts'
import { qrChecksum, qrPhOfPayment, qrPhProblem, qrPhReceiver, readQrFields } from './qr-ph.ts'

/** The example of the EMVCo specification; it also has letters of more than one byte. */
const EXAMPLE =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A'

describe('the fields of a QR code', () => {
  test('the fields of the EMVCo specification’s example are read: lengths count characters, and the checksum counts bytes', () => {
    const fields = readQrFields(EXAMPLE)!
    expect(fields.map(({ tag }) => tag).join(' ')).toBe('00 01 29 31 52 58 59 60 64 54 53 55 62 91 63')
    expect(fields.find(({ tag }) => tag === '64')?.value).toBe('0002ZH0104最佳运输0202北京')
    expect(qrChecksum(EXAMPLE.slice(0, -4))).toBe('A13A')
    // Catalogues of checksums give this value as the CRC-16 of `123456789`.
    expect(qrChecksum('123456789')).toBe('29B1')
  })

  test.each([['no code'], ['000201010'], ['00020101021'], ['0002015']])(
    'no fields of a QR code can be read from the text %j',
    (text) => {
      expect(readQrFields(text)).toBeNull()
    },
  )
})

describe('a clinic’s QR Ph code', () => {
  test('a clinic’s QR Ph code is valid for payments to a merchant and to a person, and says whom it pays', () => {
    expect([QR_PH.merchant, QR_PH.person].map(qrPhProblem)).toEqual([null, null])
    expect(qrPhReceiver(QR_PH.merchant)).toEqual({ name: 'PERLAS SKIN CLINIC', city: 'QUEZON CITY' })
    expect(qrPhReceiver(QR_PH.person)).toEqual({ name: 'JU*N D*** C.', city: 'Makati' })
  })

  test.each([
    ['no code at all', 'https://perlas.example', s.notQrPh],
    ['a changed letter', QR_PH.merchant.replace('PERLAS', 'PERLAZ'), s.wrongChecksum],
    ['a missing end', QR_PH.merchant.slice(0, -8), s.notQrPh],
    ['a code of another country’s scheme', QR_PH.ofAnotherCountry, s.notQrPh],
    ['a code in dollars', QR_PH.inDollars, s.notPesos],
    ['a code of one payment', QR_PH.ofOnePayment, s.forOnePayment],
  ])('a clinic’s QR Ph code is refused with a reason if it is %s', (_, text, sentence) => {
    expect(qrPhProblem(text)).toBe(sentence)
  })

  test('the code of one payment is the clinic’s code with the amount after the currency and a new checksum, and can be paid once', () => {
    const code = qrPhOfPayment(QR_PH.person, 123_405)
    expect(code.startsWith('000201010212')).toBe(true)
    expect(code).toContain('530360854071234.055802PH')
    expect(qrPhOfPayment(QR_PH.person, 100_000_000)).toContain('54101000000.00')
    fc.assert(
      fc.property(
        fc.constantFrom(QR_PH.merchant, QR_PH.person),
        fc.integer({ min: 1, max: 99_999_999_99 }),
        (own, amount) => {
          const text = qrPhOfPayment(own, amount)
          const fields = readQrFields(text)!
          const paid = fields.find(({ tag }) => tag === '54')!.value
          expect(Math.round(Number(paid) * 100)).toBe(amount)
          expect(qrChecksum(text.slice(0, -4))).toBe(text.slice(-4))
          const others = (list: typeof fields) => list.filter(({ tag }) => !['01', '54', '63'].includes(tag))
          expect(others(fields)).toEqual(others(readQrFields(own)!))
          // A code that was made for a single payment is refused as the clinic's own code.
          expect(qrPhProblem(text)).toBe(s.forOnePayment)
        },
      ),
    )
  })
})
