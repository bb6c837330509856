import { afterAll, expect, test, vi } from 'vitest'

// Test files of a worker share loaded modules. They are reset here so that messages are created in the pseudo-language,
// and reset again for the next test file.
await vi.hoisted(async () => {
  vi.resetModules()
  await import('./pseudo-language.mjs')
})
afterAll(() => {
  delete (globalThis as { mutyaLanguage?: unknown }).mutyaLanguage
  vi.resetModules()
})

const { everyEndpoint } = await import('#shared/contracts.ts')
const { eventTypes } = await import('#shared/events.ts')
const { formatNumber, plural } = await import('#shared/lib/numbers.ts')
const { htmlBody } = await import('#shared/messages/mail-body.ts')
const { strictBody, requiredText } = await import('#shared/lib/fields.ts')

const isMarked = (text: string) => /^⟦[\s\S]*⟧$/.test(text)

type Told = (issue: object) => string | { message: string } | undefined | null
type Inner = { _zod?: { def: Record<string, unknown> } }

/** Returns every error sentence that a schema and its nested rules can produce. */
function sentencesOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const def = (schema as Inner)._zod?.def
  const told = def?.['error'] as Told | undefined
  const said = told?.({ code: 'custom', input: 'x', path: [] })
  const own = said ? [typeof said === 'string' ? said : said.message] : []
  const inner = Object.values(def ?? schema)
  return [...own, ...inner.flatMap((value) => sentencesOf(value, seen))]
}

test('every rejected input of an endpoint gets a sentence from a messages module', () => {
  const asked = everyEndpoint.flatMap(({ body, params, querystring }) => [body, params, querystring])
  const sentences = asked.flatMap((schema) => sentencesOf(schema))
  expect(new Set(sentences).size).toBeGreaterThan(60)
  expect(sentences.filter((text) => !isMarked(text))).toEqual([])
})

test('a validation rule with a hard-coded text is detected', () => {
  const planted = strictBody({ name: requiredText().refine((name) => name !== 'x', 'Not this name.') })
  expect(sentencesOf(planted).filter((text) => !isMarked(text))).toEqual(['Not this name.'])
})

test('an invalid input field whose rule defines no error message gets a general error message', () => {
  const body = strictBody({ name: requiredText(), tall: requiredText().nullable() })
  const issues = body.safeParse({ name: 1, other: 2 }).error!.issues
  expect(issues.length).toBeGreaterThan(1)
  for (const { message } of issues) expect(message).toSatisfy(isMarked)
})

test('an e-mail declares the language of its texts', () => {
  const html = htmlBody({ colour: '#055559', paragraphs: [], after: [], foot: [] })
  expect(html).toMatch(/^<!doctype html><html lang="en-PH">/)
})

test('every sentence and field name of the history log is a message', () => {
  for (const { sentence, fields } of Object.values(eventTypes)) {
    expect(String(sentence)).toContain('⟦')
    for (const { label } of Object.values(fields)) expect(label).toSatisfy(isMarked)
  }
})

test('a number in a message selects the singular or plural form', () => {
  const visits = (n: number) => plural(n, { one: '1 visit', other: `${formatNumber(n)} visits` })
  expect([0, 1, 2, 1200].map(visits)).toEqual(['0 visits', '1 visit', '2 visits', '1,200 visits'])
})
