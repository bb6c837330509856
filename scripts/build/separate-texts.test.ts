import { expect, test } from 'vitest'
import { separated } from './separate-texts.ts'

const texts = (name: string, fields: string) =>
  `/** Texts of ${name}. */\nexport const ${name} = defineMessages('sales/${name}', {\n  ${fields}\n})\n`

const messages = `import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

const call = (phone: string) => 'call ' + phone

${texts('tillMessages', "count: (count: number) => plural(count, { one: '1 item', other: count + ' items' }),")}
${texts('payMessages', "add: tillMessages.count(1),\n  help: call('the clinic'),")}
`
const lines = (code: string) => code.split('\n').filter((line) => line !== '')

test('the build replaces each import of a messages object by an import of a module that contains only this object, whatever name the import gives it', () => {
  const page = `import { plural } from '#shared/lib/numbers.ts'
import { payMessages, tillMessages as s } from '#shared/sales/messages.ts'
import type { tillMessages } from './till-messages.ts'
s.count(1)`
  expect(lines(separated(page, '/app/web/sales/page.tsx'))).toEqual([
    `import { plural } from '#shared/lib/numbers.ts'`,
    `import { payMessages } from '#shared/sales/messages.ts?texts=payMessages'`,
    `import { tillMessages as s } from '#shared/sales/messages.ts?texts=tillMessages'`,
    `import type { tillMessages } from './till-messages.ts'`,
    's.count(1)',
  ])
})

test('the separate module of a messages object contains only that object and the imports it uses', () => {
  const code = separated(messages, '/app/shared/sales/messages.ts?texts=tillMessages')
  expect(code).toContain(`import { plural } from '#shared/lib/numbers.ts'`)
  expect(code).toContain(`other: count + ' items' }),\n})`)
  expect(code).not.toContain('payMessages')
})

test('the separate module of a messages object imports another messages object that it uses', () => {
  const code = separated(messages, '/app/shared/sales/messages.ts?texts=payMessages')
  expect(lines(code).slice(0, 2)).toEqual([
    `import { defineMessages } from '#shared/lib/language.ts'`,
    `import { tillMessages } from './messages.ts?texts=tillMessages'`,
  ])
  expect(code).toContain('const call =')
  expect(code).not.toContain('Texts of tillMessages.')
})

test('a messages module that is imported as a whole, not by the names of its objects, fails the build', () => {
  expect(() => separated(messages, '/app/shared/sales/messages.ts')).toThrow('by their names')
})
