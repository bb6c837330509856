import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountingMessages as s } from '#shared/clinic/accounting-messages.ts'
import { paths } from '#web/lib/paths.ts'
import { drawScreen } from '#web/test/screen.tsx'
import AccountingPage from './accounting-page.tsx'

/** Every sentence of the page's texts, without the names of the links. */
const sentencesOf = (texts: unknown): string[] =>
  typeof texts === 'string'
    ? [texts]
    : Object.entries(texts as object).flatMap(([key, text]) => (key === 'where' ? [] : sentencesOf(text)))

test('Taxes & Accounting shows what Mutya does, what the accountant decides and every rule, and links to each setting', () => {
  drawScreen(<AccountingPage />, { role: 'admin' })
  for (const sentence of sentencesOf(s)) expect(document.body.textContent).toContain(sentence)
  const links = screen.getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(Object.values(s.decisions).map(({ where }) => where))
  for (const { pathname } of links) expect(Object.values<unknown>(paths)).toContain(pathname)
})

test('docs/taxes-and-accounting.md contains every sentence of the page Taxes & Accounting', () => {
  const document = readFileSync('docs/taxes-and-accounting.md', 'utf8').replaceAll(/\s+/g, ' ')
  const { subtitle: _, ...texts } = s
  expect(sentencesOf(texts).filter((sentence) => !document.includes(sentence))).toEqual([])
})
