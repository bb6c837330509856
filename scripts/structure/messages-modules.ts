import { forbid, isTest, occurrences, type Rule } from './source-file.ts'

const isModule = (path: string) => /(^|[/-])messages\.ts$/.test(path) && /^(shared|web)\//.test(path)

/** Returns `sales/paper` for `shared/sales/paper/messages.ts`. */
const folderOf = (path: string) => path.replace(/^(shared|web)\//, '').replace(/\/[^/]*$/, '')

const definition = /^export const \w+ = defineMessages\('([^']*)', \{$/gm

/**
 * A translation names the text that it replaces. So the name of each group of texts begins with its folder and is
 * unique.
 */
const messagesAreDefined: Rule = (files) => {
  const known = new Set<string>()
  return files
    .filter(({ path }) => isModule(path))
    .flatMap((file) => {
      const folder = folderOf(file.path)
      const names = Array.from(file.text.matchAll(definition), (match) => match[1]!)
      const isRight = (name: string) => (name === folder || name.startsWith(`${folder}/`)) && !known.has(name)
      const right = names.filter((name) => {
        const isNew = isRight(name)
        known.add(name)
        return isNew
      })
      const bare = occurrences(file, /^export const \w+(: [^=]+)? = [{[]/m, 'Texts stand in defineMessages().')
      const sentence = `Define texts here as defineMessages('${folder}', { or defineMessages('${folder}/…', {, each name once.`
      const isDefined = names.length > 0 && right.length === names.length
      return isDefined ? bare : [...bare, { path: file.path, line: 1, sentence }]
    })
}

const unmarked = [
  /<(title|noscript)>(?!\{\{text\.)/,
  /<meta\s+(?:name="description"|property="og:\w+")\s+content="(?!\{\{text\.|\{\{clinic\.|website")/,
  /<html lang="(?!\{\{)/,
]

/** Pages must not contain text, because they are translated. The kit is exempt, because it is for engineers. */
const pagesHaveNoTexts: Rule = (files) =>
  files
    .filter(({ path }) => /^web\/[^/]+\.html$/.test(path) && path !== 'web/kit.html')
    .flatMap((file) =>
      unmarked.flatMap((pattern) => occurrences(file, pattern, 'Texts of pages stand in shared/website/messages.ts.')),
    )

const startsText = String.raw`(?:'[^']*[a-z][^']*'|"[^"]*[a-z][^"]*"|\`[^\`]*[a-z])`

/**
 * Error texts must be defined in message modules, including those for database constraints. Errors about the operator's
 * settings are in English only.
 */
const errorsSayMessages = forbid(
  new RegExp(
    `new AppError\\(\\s*'\\w+',\\s*${startsText}|\\binvalid\\([^,()]+,\\s*${startsText}|\\bsentence: ${startsText}`,
  ),
  'What people read stands in a messages.ts.',
  (path) => path.startsWith('server/') && path !== 'server/lib/env.ts' && !isTest(path),
)

/** The only files that may format numbers. */
const writesNumbers = /^shared\/lib\/(numbers|money)\.ts$/
const inApp = (path: string) => /^(shared|server|web)\//.test(path) && !path.startsWith('web/kit/') && !isTest(path)

/** Rules that keep the app translatable: where texts may be written and how numbers are formatted. */
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
