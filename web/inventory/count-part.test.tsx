import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { sampleId, sampleProduct } from '#shared/test/samples.ts'
import { category, listOf } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, loseConnection, refuse, sentBodies, sentKeys } from '#web/test/screen.tsx'
import SuppliesPage from './supplies-page.tsx'

const cotton = sampleProduct({ id: sampleId(71), name: 'Cotton', quantity: 10 })
const mask = sampleProduct({ id: sampleId(72), name: 'Mask', quantity: 4, barcode: '4801234001025' })
const gel = sampleProduct({ id: sampleId(73), name: 'Gel', quantity: 2 })
const everything = [cotton, mask, gel]

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  answer(inventoryContract.categories, listOf({ ...category, product_count: 3 }))
  answer(inventoryContract.products, listOf(...everything))
  answerBy(stockContract.stock, ({ pathname }) => {
    const data = everything.find(({ id }) => pathname.includes(id))!
    return { data, batches: [], without_batch: data.quantity, suppliers: [], last_movement: 7 }
  })
})

const draw = () => drawScreen(<SuppliesPage />, { at: '/suppliesPage?view=count' })
type Person = ReturnType<typeof draw>['person']
const start = async (person: Person) => person.click(await screen.findByRole('button', { name: 'START COUNT' }))
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `Pieces of ${name}` })
const enter = async (person: Person, name: string, counted: string) => {
  await person.type(await field(name), `${counted}{Enter}`)
}

test('a stock count shows the recorded stock only after a number is entered, and posts the differences with a reason', async () => {
  const { person } = draw()
  await start(person)
  await field('Cotton')
  expect(screen.queryByText(/10/)).toBeNull()
  await enter(person, 'Cotton', '8')
  expect(await screen.findByText('Recorded 10, difference −2')).toBeTruthy()
  expect(document.activeElement).toBe(await field('Mask'))
  await enter(person, 'Mask', '4')
  expect(await screen.findByText('As recorded (4)')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('2 of 3 counted, 1 difference')
  await person.click(screen.getByRole('button', { name: 'REVIEW AND POST' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Post the Count' }))
  expect(dialog.getByText('Counted 8, recorded 10')).toBeTruthy()
  expect(dialog.getByText('1 product was not counted and stays as it is.')).toBeTruthy()
  const balance = { product_id: cotton.id, name: 'Cotton', unit_type: 'pack', amount: -2, balance: 8 }
  answer(stockContract.postCount, { counted: 2, differences: [balance] })
  await person.clear(dialog.getByRole('textbox', { name: 'Reason' }))
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'November')
  await person.click(dialog.getByRole('button', { name: 'POST COUNT' }))
  expect(await screen.findByText('Count posted. The stock of 1 product was adjusted.')).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    category_id: null,
    reason: 'November',
    lines: [
      { product_id: cotton.id, counted: 8, after_movement: 7 },
      { product_id: mask.id, counted: 4, after_movement: 7 },
    ],
  })
  expect(await screen.findByRole('button', { name: 'START COUNT' })).toBeTruthy()
})

test('a stock count is kept when its page is closed, and posted again after a lost response with the same idempotency key', async () => {
  const { person } = draw()
  await start(person)
  await enter(person, 'Gel', '1.5')
  await screen.findByText('Recorded 2, difference −0.5')
  const post = async (whose: Person) => {
    await whose.click(await screen.findByRole('button', { name: 'REVIEW AND POST' }))
    const dialog = within(await screen.findByRole('dialog'))
    await whose.click(dialog.getByRole('button', { name: 'POST COUNT' }))
  }
  loseConnection(stockContract.postCount)
  await post(person)
  await screen.findByText('The count was not posted.')
  cleanup()
  const again = draw().person
  expect((await field('Gel')).value).toBe('1.5')
  answer(stockContract.postCount, { counted: 1, differences: [] })
  await post(again)
  expect(await screen.findByText('Count posted. Everything was as recorded.')).toBeTruthy()
  const keys = sentKeys.slice(-2)
  expect(keys[0]).toBe(keys[1])
})

test('if the stock of products was adjusted during a stock count, the page names these products, and only they must be counted again', async () => {
  const { person } = draw()
  await start(person)
  await enter(person, 'Cotton', '8')
  await enter(person, 'Mask', '3')
  await screen.findByText('Recorded 4, difference −1')
  const message = 'The stock was adjusted after you counted: Cotton. Count these products again.'
  refuse(stockContract.postCount, { status: 409, code: 'conflict', message, data: { product_ids: [cotton.id] } })
  await person.click(screen.getByRole('button', { name: 'REVIEW AND POST' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'POST COUNT' }))
  expect(await screen.findByText(message)).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'CANCEL' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await field('Cotton')).value).toBe('')
  expect((await field('Mask')).value).toBe('3')
  expect(screen.getByRole('status').textContent).toBe('1 of 3 counted, 1 difference')
})

test('a stock count whose recorded stock could not be read is not posted, and reading the stock can be tried again', async () => {
  const { person } = draw()
  await start(person)
  loseConnection(stockContract.stock)
  await enter(person, 'Cotton', '8')
  const waiting = await screen.findByRole('alert')
  expect(waiting.textContent).toContain('The stock could not be read.')
  await person.click(screen.getByRole('button', { name: 'REVIEW AND POST' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'POST COUNT' }).getAttribute('aria-disabled')).toBe('true')
  await person.click(dialog.getByRole('button', { name: 'CANCEL' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer(stockContract.stock, { data: cotton, batches: [], without_batch: 10, suppliers: [], last_movement: 3 })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Recorded 10, difference −2')).toBeTruthy()
})

test('in a stock count a barcode focuses its product, a filter shows products not yet counted, and the count can be discarded', async () => {
  const { person } = draw()
  await start(person)
  await field('Cotton')
  const search = screen.getByRole('searchbox', { name: 'Search name or barcode' })
  await person.type(search, '4006381333931{Enter}')
  expect(await screen.findByText('No product of this count has this barcode')).toBeTruthy()
  await person.clear(search)
  await person.type(search, '4801234001025{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await field('Mask')))
  expect(screen.queryByRole('textbox', { name: 'Pieces of Cotton' })).toBeNull()
  await enter(person, 'Mask', '4')
  await screen.findByText('As recorded (4)')
  await person.clear(search)
  await person.click(screen.getByRole('radio', { name: 'Not counted' }))
  expect(screen.getAllByRole('textbox').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Pieces of Cotton',
    'Pieces of Gel',
  ])
  await person.click(screen.getByRole('button', { name: 'DISCARD COUNT' }))
  const question = within(await screen.findByRole('alertdialog'))
  await person.click(question.getByRole('button', { name: 'DISCARD COUNT' }))
  expect(await screen.findByRole('button', { name: 'START COUNT' })).toBeTruthy()
  expect(asked.filter((call) => call.startsWith('POST '))).toEqual([])
})

test('in a stock count the camera reads a barcode if the browser allows the camera, and otherwise a message says why not', async () => {
  const code = { detect: () => Promise.resolve([{ rawValue: '4801234001025' }]) }
  vi.stubGlobal('BarcodeDetector', function BarcodeDetector() {
    return code
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const getUserMedia = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  const { person } = draw()
  await start(person)
  await person.click(await screen.findByRole('button', { name: 'SCAN' }))
  expect(await screen.findByText(/The browser may not use the camera/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'CLOSE' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  getUserMedia.mockImplementation((() => Promise.resolve({ getTracks: () => [] })) as never)
  fireEvent.click(screen.getByRole('button', { name: 'SCAN' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Pieces of Cotton' })).toBeNull())
  expect(await field('Mask')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
