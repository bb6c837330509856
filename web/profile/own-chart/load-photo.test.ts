import { afterEach, expect, test, vi } from 'vitest'
import { loadChartPhoto } from './load-photo.ts'

afterEach(() => vi.unstubAllGlobals())

const answerWith = (status: number) => vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status })))

test('a chart photo is treated as missing only if its file is missing; a lost connection or a failing server stops the download of the chart', async () => {
  answerWith(404)
  expect(await loadChartPhoto({ id: 'a' })).toBeNull()
  answerWith(502)
  await expect(loadChartPhoto({ id: 'a' })).rejects.toThrow('The connection was lost')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(loadChartPhoto({ id: 'a' })).rejects.toThrow('The connection was lost')
})
