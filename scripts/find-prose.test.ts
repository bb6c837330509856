import { expect, it } from 'vitest'
import { findComments, findMessages, findSentences, findTestTitles } from './structure/find-prose.ts'

it('the search for prose finds each comment with the code that it describes', () => {
  const code = [
    '/** The price',
    ' * of a visit. */',
    'export const price = 1 // whole centavos',
    '',
    '// Two lines',
    '// are one comment.',
    "const address = 'https://mutya.test'",
    '// eslint-disable-next-line no-console',
    '<p>{/* In a tree. */}</p>',
  ].join('\n')
  expect(findComments(code)).toEqual([
    { line: 1, text: 'The price of a visit.', below: 'export const price = 1 // whole centavos' },
    { line: 3, text: 'whole centavos', below: 'export const price = 1' },
    { line: 5, text: 'Two lines are one comment.', below: "const address = 'https://mutya.test'" },
    { line: 9, text: 'In a tree.', below: '<p>' },
  ])
})

it('the search for prose finds test titles, including those of table-driven tests', () => {
  const code = `it('refuses it', () => {})\n  test.concurrent("isn't drawn", () => {})\nit.each([1])('a quantity of %d is doubled', (n) => n)\nsit('down')`
  expect(findTestTitles(code).map(({ text }) => text)).toEqual([
    'refuses it',
    "isn't drawn",
    'a quantity of %d is doubled',
  ])
})

it('the title of a test follows the titles of its describe blocks, and test.each gives one title for each row', () => {
  const code = `
describe('a sale', () => {
  test('has the next number', () => {})
  describe('of today', () => {
    test.each([
      ['can be voided', 1],
      ['can be printed', 2],
    ])('%s', () => {})
  })
})
test('the prices of an order add up', () => {})`
  expect(findTestTitles(code).map(({ text }) => text)).toEqual([
    'a sale > has the next number',
    'a sale > of today > can be voided',
    'a sale > of today > can be printed',
    'the prices of an order add up',
  ])
})

it('the search for prose finds the texts of a messages module with their keys and the texts beside them, including texts built from parts', () => {
  const code = "  saved: 'Saved.',\n  left: (n: number) => `${n} left`,\n  list: [],"
  expect(findMessages(code)).toEqual([
    { line: 1, text: 'Saved.', below: 'saved, beside: ${n} left' },
    { line: 2, text: '${n} left', below: 'left, beside: Saved.' },
  ])
  expect(findMessages("  saved: 'Saved.',")).toMatchObject([{ below: 'saved' }])
})

it('the search for prose finds the sentences of a document and leaves out its code blocks', () => {
  const text = '# Two words\n\nOne goes on\nhere. Another one.\n\n```\nno prose here\n```\n- a list entry\n'
  expect(findSentences(text).map((found) => found.text)).toEqual([
    '# Two words',
    'One goes on here.',
    'Another one.',
    '- a list entry',
  ])
})

it('the search for prose finds a table row of a document whole, with the column headings of its table', () => {
  const budgets = '| what | budget |\n| --- | --- |\n| the first page | 300 ms |\n| a later page | 150 ms |\n'
  const buttons = '| button | does |\n| --- | --- |\n| Delete? Yes | deletes it |\n'
  expect(findSentences(`${budgets}\n${buttons}`).slice(2)).toEqual([
    { line: 4, text: '| a later page | 150 ms |', below: '| what | budget |' },
    { line: 6, text: '| button | does |' },
    { line: 8, text: '| Delete? Yes | deletes it |', below: '| button | does |' },
  ])
})

it('the search for prose takes no string that contains slashes for a comment', () => {
  expect(findComments("const text = 'price // of a visit'\nconst quoted = 'x' // a letter")).toEqual([
    { line: 2, text: 'a letter', below: "const quoted = 'x'" },
  ])
})
