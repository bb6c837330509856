import { expect, test } from 'vitest'
import { defaultSettings, readSettings, writeSettings } from './dashboard-settings.tsx'

function memory(content: Record<string, string> = {}) {
  return {
    content,
    getItem: (key: string) => content[key] ?? null,
    setItem: (key: string, value: string) => void (content[key] = value),
  }
}
const broken = {
  getItem: (): string => {
    throw new DOMException('denied', 'SecurityError')
  },
  setItem: (): void => {
    throw new DOMException('denied', 'SecurityError')
  },
}

test('the settings of the dashboard are stored for each user', () => {
  const storage = memory()
  writeSettings('ana', { refreshMinutes: 15, hidden: ['sales-trend'] }, storage)
  expect(readSettings('ana', storage)).toEqual({ refreshMinutes: 15, hidden: ['sales-trend'] })
  expect(readSettings('bea', storage)).toEqual(defaultSettings)
})

test.each([
  ['a text that is not JSON', '{'],
  ['an unknown part', '{"refreshMinutes":5,"hidden":["weather"]}'],
  ['an unknown interval', '{"refreshMinutes":2,"hidden":[]}'],
  ['a JSON string', '"hello"'],
])('if the stored settings of the dashboard contain %s, the default settings are used', (_, text) => {
  expect(readSettings('ana', memory({ 'mutya.dashboard.ana': text }))).toEqual(defaultSettings)
})

test('in a browser without storage the dashboard works with the default settings', () => {
  expect(readSettings('ana', broken)).toEqual(defaultSettings)
  expect(() => writeSettings('ana', defaultSettings, broken)).not.toThrow()
})
