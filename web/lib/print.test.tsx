import { expect, test, vi } from 'vitest'
import { letPass, stopTime } from '#web/test/screen.tsx'
import { printOnA4 } from './print.ts'

/** Adds what jsdom lacks for printing: a loaded style sheet, fonts, and a printer. */
function preparePaper() {
  const rules: string[] = []
  const sheet = { cssRules: rules, insertRule: (rule: string) => rules.push(rule), deleteRule: () => rules.pop() }
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    Object.defineProperty(link, 'sheet', { value: sheet })
    ;(link as HTMLLinkElement).dispatchEvent(new Event('load'))
  })
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true })
  const print = vi.fn()
  vi.stubGlobal('print', print)
  return print
}

test('a picture that never loads delays printing a page by three seconds at most', async () => {
  const print = preparePaper()
  stopTime()
  const paper = document.createElement('div')
  const picture = document.createElement('img')
  picture.decode = () => new Promise(() => undefined)
  paper.append(picture)
  void printOnA4(paper)
  await letPass(2.9)
  expect(print).not.toHaveBeenCalled()
  await letPass(0.2)
  expect(print).toHaveBeenCalledTimes(1)
  await letPass(1)
})
