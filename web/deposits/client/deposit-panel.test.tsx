import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DEPOSIT_STATUSES } from '#shared/deposits/records.ts'
import { depositMessages } from '#shared/deposits/messages.ts'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import { ownDepositsContract, type OwnDeposit, type WaysToPay } from '#shared/deposits/own-contract.ts'
import { imageMessages } from '#shared/lib/messages.ts'
import { QR_PH } from '#shared/sales/qr-ph-fixture.ts'
import { qrPhOfPayment } from '#shared/sales/qr-ph.ts'
import { decodeDrawn } from '#web/sales/till/payment/qr-ph-fixture.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { NO_WAYS, sampleDeposit, sampleReport } from './deposit-fixture.ts'
import { DepositPanel } from './deposit-panel.tsx'

const ways: WaysToPay = { ...NO_WAYS, qr_ph: QR_PH.person, maya: '0917 555 0101, Ana Reyes', bank_transfer: 'BDO 0012' }

/** The panel, which shows the deposit that the server has returned. */
function Panel({ first, waysToPay }: { first: OwnDeposit; waysToPay: WaysToPay }) {
  const [deposit, setDeposit] = useState(first)
  return <DepositPanel deposit={deposit} ways={waysToPay} onChange={setDeposit} heading="h2" />
}

const drawPanel = (changes: Partial<OwnDeposit> = {}, waysToPay = ways) =>
  drawScreen(<Panel first={sampleDeposit(changes)} waysToPay={waysToPay} />, { role: 'client' })

const reference = () => screen.getByRole<HTMLInputElement>('textbox', { name: s.reference })
const reported = (changes = {}) => ({
  data: sampleDeposit({ status: 'reported', report: sampleReport({ method: 'maya', ...changes }) }),
})
const PATH = `POST /api/my/deposits/${sampleId(51)}`

test('a requested deposit shows its amount, until when the time of the visit is reserved, the policy, and a QR Ph code with the exact amount', async () => {
  drawPanel()
  expect(screen.getByRole('heading', { level: 2, name: 'Pay the deposit of ₱500.00' })).toBeTruthy()
  expect(screen.getByText('We hold your time until Nov 24, 2026, 10:00 AM.')).toBeTruthy()
  expect(screen.getByText(s.policy(24))).toBeTruthy()
  expect(screen.getByText('Show your receipt at the desk.')).toBeTruthy()
  const code = await screen.findByRole('img', { name: 'QR Ph code for your deposit of ₱500.00' })
  expect(decodeDrawn(code)).toBe(qrPhOfPayment(QR_PH.person, 500_00))
})

test('only the accounts of the clinic are listed, and the number of each can be copied', async () => {
  const { person } = drawPanel()
  const list = screen.getByRole('list')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('p')?.textContent),
  ).toEqual(['Maya0917 555 0101, Ana Reyes', 'Bank transferBDO 0012'])
  const copy = vi.spyOn(navigator.clipboard, 'writeText')
  await person.click(within(list).getByRole('button', { name: 'Copy the number for Maya' }))
  expect(copy).toHaveBeenCalledWith('09175550101')
  expect(await within(list).findByText(s.copied)).toBeTruthy()
})

test('a clinic without a QR Ph code and accounts asks the client to call', () => {
  drawPanel({}, NO_WAYS)
  expect(screen.getByText(s.noWays)).toBeTruthy()
})

test('a report without a reference number is not sent, and the error is shown at the field', async () => {
  const { person } = drawPanel()
  await person.click(screen.getByRole('button', { name: s.report }))
  expect(await screen.findByText(s.referenceRequired)).toBeTruthy()
  expect(document.activeElement).toBe(reference())
  expect(reference().getAttribute('aria-invalid')).toBe('true')
  expect(asked).toEqual([])
})

test('a client reports the payment with its method, reference number and screenshot, and then reads that it is checked', async () => {
  const { person } = drawPanel()
  const release = answerLater(ownDepositsContract.report, reported())
  answer(ownDepositsContract.addPicture, reported({ has_picture: true }))
  // The first account of the clinic is chosen beforehand.
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Maya' }).checked).toBe(true)
  await person.click(screen.getByRole('radio', { name: 'GCash' }))
  await person.type(reference(), '9012345678901')
  const file = new File(['picture'], 'receipt.png', { type: 'image/png' })
  await person.upload(screen.getByLabelText(`${s.picture}: ${s.choosePicture}`), file)
  expect(screen.getByText('receipt.png')).toBeTruthy()
  const send = screen.getByRole('button', { name: s.report })
  await person.click(send)
  await person.click(send)
  release()
  expect(await screen.findByText(s.checking('9012345678901'))).toBeTruthy()
  expect(asked.filter((call) => call.startsWith(PATH))).toEqual([`${PATH}/report`, `${PATH}/picture`])
  expect(sentBodies).toEqual([{ method: 'gcash', reference_number: '9012345678901' }])
  await person.click(screen.getByRole('button', { name: s.correct }))
  expect(screen.getByText(s.pictureIsThere)).toBeTruthy()
})

test('a file that is not a picture is refused before anything is sent', async () => {
  const { person } = drawPanel()
  await person.type(reference(), '9012345678901')
  const input = screen.getByLabelText<HTMLInputElement>(`${s.picture}: ${s.choosePicture}`)
  input.accept = ''
  await person.upload(input, new File(['photo'], 'receipt.heic', { type: '' }))
  await person.click(screen.getByRole('button', { name: s.report }))
  expect(await screen.findByText(imageMessages.heic)).toBeTruthy()
  expect(asked).toEqual([])
})

test('a payment report is accepted even if its screenshot is refused, and the client reads why the screenshot was refused', async () => {
  const { person } = drawPanel()
  answer(ownDepositsContract.report, reported())
  const errors = { picture: [imageMessages.unreadable] }
  refuse(ownDepositsContract.addPicture, { status: 422, code: 'invalid', message: imageMessages.unreadable, errors })
  await person.type(reference(), '9012345678901')
  const file = new File(['broken'], 'receipt.png', { type: 'image/png' })
  await person.upload(screen.getByLabelText(`${s.picture}: ${s.choosePicture}`), file)
  await person.click(screen.getByRole('button', { name: s.report }))
  expect(await screen.findByText(s.checking('9012345678901'))).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(s.pictureNotSent(imageMessages.unreadable))
})

test('an error of the server is shown at the field that it belongs to, and other errors above the button', async () => {
  const { person } = drawPanel()
  await person.type(reference(), '1')
  const errors = { reference_number: ['This reference number is too short.'] }
  refuse(ownDepositsContract.report, { status: 422, code: 'invalid', message: 'Check the form.', errors })
  await person.click(screen.getByRole('button', { name: s.report }))
  await waitFor(() => expect(reference().getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('This reference number is too short.')).toBeTruthy()
  refuse(ownDepositsContract.report, { status: 409, code: 'conflict', message: depositMessages.visitCancelled })
  await person.click(screen.getByRole('button', { name: s.report }))
  expect(await within(screen.getByRole('alert')).findByText(depositMessages.visitCancelled)).toBeTruthy()
  expect(reference().value).toBe('1')
})

test('a refused report shows why the clinic did not find the payment, above the instructions for paying', () => {
  drawPanel({ refused_reason: 'No such number' })
  const alert = screen.getAllByRole('alert')[0]!
  expect(alert.textContent).toBe('We could not find your payment: No such number')
  const pay = screen.getByRole('heading', { name: s.payStep })
  expect(alert.compareDocumentPosition(pay) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a client can correct a reported payment until the clinic has checked it', async () => {
  const { person } = drawPanel({ status: 'reported', report: sampleReport() })
  expect(screen.queryByRole('textbox')).toBeNull()
  await person.click(screen.getByRole('button', { name: s.correct }))
  expect(reference().value).toBe('9012345678901')
  answer(ownDepositsContract.report, reported({ reference_number: '777' }))
  await person.clear(reference())
  await person.type(reference(), '777')
  await person.click(screen.getByRole('button', { name: s.sendAgain }))
  expect(await screen.findByText(s.checking('777'))).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(sentBodies).toEqual([{ method: 'gcash', reference_number: '777' }])
})

test.each(DEPOSIT_STATUSES.filter((status) => status !== 'requested' && status !== 'reported'))(
  'a deposit that is %s can no longer be reported as paid, and the panel says what became of it',
  (status) => {
    drawPanel({ status, held_until: null })
    const sentence = {
      paid: 'Your deposit of ₱500.00 is paid. It is deducted from your bill.',
      used: 'Your deposit of ₱500.00 was deducted from your bill.',
      returned: 'The clinic gave your deposit of ₱500.00 back.',
      kept: 'The clinic kept your deposit of ₱500.00.',
      expired: s.hasExpired,
    }[status]
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  },
)
