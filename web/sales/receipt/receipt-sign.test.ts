import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiptText } from '#shared/sales/receipt.ts'
import { fontsFromDisk, pagesOf } from '#web/exports/report/report-fixture.ts'
import { invoicePaper, receiptOf } from './receipt-fixture.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** Counts requests for the logo; fonts are preloaded. */
const fetched = vi.fn<typeof fetch>()
const fonts = fontsFromDisk()
const fontOf = (url: string) => Buffer.from(url.includes('700') ? fonts.bold : fonts.regular, 'base64')

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('document', { querySelector: () => ({ content: '/sign.png' }) })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url === '/sign.png' ? fetched(url, init) : new Response(fontOf(url)),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const text = receiptText(receiptOf(invoicePaper, {}), new Date('2026-11-22T03:05:00Z'))
async function saved(): Promise<string> {
  const pdf = await receiptPdf(text, 80)
  return (await pagesOf(await pdf.arrayBuffer())).join(' ')
}

const brokenBody = () =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('connection lost')) }))

test.each<[string, () => Response]>([
  ['breaks off', brokenBody],
  ['is an HTML page', () => new Response('<!doctype html><title>Log in</title>')],
  [
    'is an incomplete picture',
    () => new Response(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])),
  ],
  ['does not exist', () => new Response('', { status: 404 })],
])('a receipt is saved without its logo when the logo file %s', async (_, answer) => {
  fetched.mockResolvedValue(answer())
  expect(await saved()).toContain('Perlas Skin Clinic')
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('saving a receipt waits three seconds at most for a logo that does not load', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  fetched.mockImplementation((_, init) =>
    init?.signal?.aborted ? Promise.reject(new DOMException('', 'TimeoutError')) : new Promise(() => undefined),
  )
  expect(await saved()).toContain('Perlas Skin Clinic')
  expect(timeout).toHaveBeenCalledWith(3_000)
})
