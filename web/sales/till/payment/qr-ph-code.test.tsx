import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { QR_PH } from '#shared/sales/qr-ph-fixture.ts'
import { qrPhMessages as qr } from '#shared/sales/qr-ph-messages.ts'
import { qrChecksum, readQrFields } from '#shared/sales/qr-ph.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { openPayment } from './payment-fixture.ts'
import { decodeDrawn } from './qr-ph-fixture.ts'

describe('the QR Ph code of a payment', () => {
  const drawn = async (amount: string) => screen.findByRole('img', { name: qr.codeOf(amount, 'PERLAS SKIN CLINIC') })
  const tagsOf = (svg: Element) =>
    Object.fromEntries(readQrFields(decodeDrawn(svg))!.map(({ tag, value }) => [tag, value]))
  const own = Object.fromEntries(readQrFields(QR_PH.merchant)!.map(({ tag, value }) => [tag, value]))

  test('the QR Ph code of a payment has the exact amount, a new checksum and all other fields of the clinic’s code, as another library reads it', async () => {
    const { press } = await openPayment({ qr_ph: QR_PH.merchant })
    const svg = await drawn('₱1,500.00')
    const text = decodeDrawn(svg)
    const tags = tagsOf(svg)
    expect(readQrFields(text)!.map(({ tag }) => tag)).toEqual([
      '00',
      '01',
      '28',
      '52',
      '53',
      '54',
      '58',
      '59',
      '60',
      '62',
      '63',
    ])
    expect(tags).toEqual({ ...own, '01': '12', '54': '1500.00', '63': qrChecksum(text.slice(0, -4)) })
    await press(qr.showLarge)
    const large = within(await screen.findByRole('dialog', { name: qr.scan }))
    expect(large.getByText('₱1,500.00')).toBeTruthy()
    expect(decodeDrawn(large.getByRole('img'))).toBe(text)
  })

  test('the QR Ph code has the amount of the wallet’s part of a split payment until its reference number is entered, and there is none for a payment in cash', async () => {
    const { person, press, part, single } = await openPayment({ qr_ph: QR_PH.merchant })
    await person.clear(single(/^Amount Received/))
    await person.type(single(/^Amount Received/), '500')
    await press(s.split)
    expect(tagsOf(await drawn('₱500.00'))['54']).toBe('500.00')
    await person.type(part(1).getByRole('textbox', { name: /^Reference Number/ }), 'GC-1')
    expect(screen.queryByRole('img', { name: /QR Ph/ })).toBeNull()
  })

  test('a clinic that has saved no QR Ph code shows none at a payment', async () => {
    await openPayment()
    expect(screen.queryByRole('img', { name: /QR Ph/ })).toBeNull()
  })
})
