import { forbid, isTest, occurrences, type Rule } from './source-file.ts'

const isModule = (path: string) => /(^|[/-])messages\.ts$/.test(path) && /^(shared|web)\//.test(path)

/** `sales/till` for `shared/sales/till-messages.ts`, `sales` for `shared/sales/messages.ts`. */
const nameOf = (path: string) => path.replace(/^(shared|web)\//, '').replace(/[/-]messages\.ts$/, '')

const definition = /^export const \w+ = defineMessages\('([^']*)', \{$/gm

/** A second language finds a module by its name, and only a module that asks for it. */
const messagesAreDefined: Rule = (files) =>
  files
    .filter(({ path }) => isModule(path))
    .flatMap((file) => {
      const name = nameOf(file.path)
      const found = Array.from(file.text.matchAll(definition), (match) => match[1])
      const bare = occurrences(file, /^export const \w+(: [^=]+)? = [{[]/m, 'Texts stand in defineMessages().')
      const sentence = `Define the texts of this file once, as defineMessages('${name}', {.`
      return found.length === 1 && found[0] === name ? bare : [...bare, { path: file.path, line: 1, sentence }]
    })

const unmarked = [
  /<(title|noscript)>(?!\{\{text\.)/,
  /<meta\s+(?:name="description"|property="og:\w+")\s+content="(?!\{\{text\.|\{\{clinic\.|website")/,
  /<html lang="(?!\{\{)/,
]

/** The kit is for engineers; every other page is read in another language too. */
const pagesHaveNoTexts: Rule = (files) =>
  files
    .filter(({ path }) => /^web\/[^/]+\.html$/.test(path) && path !== 'web/kit.html')
    .flatMap((file) =>
      unmarked.flatMap((pattern) => occurrences(file, pattern, 'Texts of pages stand in document-messages.ts.')),
    )

const startsText = String.raw`(?:'[^']*[a-z][^']*'|"[^"]*[a-z][^"]*"|\`[^\`]*[a-z])`

/** What an error says is a message, and so is what a rule of the database says; the operator's settings are told in English. */
const errorsSayMessages = forbid(
  new RegExp(
    `new AppError\\(\\s*'\\w+',\\s*${startsText}|\\binvalid\\([^,()]+,\\s*${startsText}|\\bsentence: ${startsText}`,
  ),
  'What people read stands in a messages.ts.',
  (path) => path.startsWith('server/') && path !== 'server/lib/env.ts' && !isTest(path),
)

/** Where numbers are written for people. */
const writesNumbers = /^shared\/lib\/(numbers|money)\.ts$/
const inApp = (path: string) => /^(shared|server|web)\//.test(path) && !path.startsWith('web/kit/') && !isTest(path)

/** What another language must be able to change: where texts stand, and how numbers are written. */
export const messagesModules: Rule[] = [
  messagesAreDefined,
  pagesHaveNoTexts,
  errorsSayMessages,
  forbid(
    /toLocaleString\(|Intl\.(NumberFormat|PluralRules)\((?!locale\b)/,
    'Numbers for people are written by shared/lib/numbers.ts and money.ts.',
    (path) => inApp(path) && !writesNumbers.test(path),
  ),
]
