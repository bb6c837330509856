import { importsOf, type Import } from './imports.ts'
import { exceptions, knowsKysely, layers, opensTransactions } from './layers.ts'
import { isCode, isTest, type Finding, type Rule } from './source-file.ts'

const rootOf = (file: string) => file.split('/')[0]!
/** Returns the folder below the top-level folder, or undefined for a file directly in it. */
const folderOf = (file: string) => /^[^/]+\/([^/]+)\//.exec(file)?.[1]
const isQuery = (file: string) => /\/([a-z-]+-)?(queries|views)\.ts$/.test(file)
const levelOf = (root: string, folder: string) => layers[root]?.findIndex((level) => level.includes(folder)) ?? -1
/**
 * Returns the folder whose level in the table of layers applies to a file: the folder within its feature if the table
 * names that folder, and otherwise the folder of the feature.
 */
function layeredFolderOf(file: string): string | undefined {
  const inner = /^[^/]+\/([^/]+\/[^/]+)\//.exec(file)?.[1]
  return inner !== undefined && levelOf(rootOf(file), inner) >= 0 ? inner : folderOf(file)
}

/** Returns a sentence if the import is forbidden. `from` is the importing file. */
type Check = (from: string, given: Import) => string | undefined

const halves: Check = (from, { target }) => {
  const [root, other] = [rootOf(from), rootOf(target)]
  if (root === 'web' && other === 'server') return 'The browser app knows the server by its contracts only.'
  if (root === 'server' && other === 'web') return 'The server knows nothing of the browser app.'
  if (other === 'tools') return 'The app does not know the tools.'
  return other === 'scripts' && !(isTest(from) && root !== 'web') ? 'The app does not know the scripts.' : undefined
}

const sharedAlone: Check = (from, { target }) => {
  if (rootOf(from) !== 'shared' || rootOf(target) === 'shared' || target === 'zod') return undefined
  if (!isTest(from)) return 'shared imports zod and itself, nothing else.'
  return ['server', 'web'].includes(rootOf(target)) ? 'shared knows neither the server nor the browser app.' : undefined
}

const fromTheRoot: Check = (_from, { written, target }) =>
  /^\.\.\/.*\.tsx?$/.test(written) && rootOf(target) !== 'scripts'
    ? 'Another folder is named from the root: #shared/…, #server/…, #web/….'
    : undefined

const downwards: Check = (from, { target }) => {
  const [root, own, other] = [rootOf(from), layeredFolderOf(from), layeredFolderOf(target)]
  if (own === undefined || rootOf(target) !== root || (isTest(from) && root !== 'web')) return undefined
  if (exceptions[from] === target) return undefined
  if (other === undefined) return `Features are put together by the files of ${root}/ and do not know them.`
  const isUpwards = levelOf(root, other) > levelOf(root, own)
  return isUpwards && !isTest(target) ? `${own} comes before ${other} and cannot depend on it.` : undefined
}

const testsAreTests: Check = (from, { target }) =>
  !isTest(from) && (isTest(target) || /^[^/]+\/test\//.test(target)) ? 'Test code is for tests.' : undefined

const transactions: Check = (from, { target }) =>
  target === 'server/db/transactions.ts' && !isTest(from) && !opensTransactions.includes(from)
    ? 'Only registerEndpoint.ts opens a transaction.'
    : undefined

const kysely: Check = (from, { target }) => {
  const knows = isTest(from) || isQuery(from) || folderOf(from) === 'db' || knowsKysely.includes(from)
  return rootOf(from) === 'server' && target === 'kysely' && !knows
    ? 'Only queries.ts, views.ts and db/ know Kysely.'
    : undefined
}

const useCases: Check = (from, { target }) => {
  if (rootOf(target) !== 'server' || !isQuery(target) || isTest(from)) return undefined
  if (folderOf(from) !== folderOf(target)) return 'Another feature is asked through its public.ts or a use case.'
  return from.endsWith('/routes.ts') ? 'routes → use cases → queries | views.' : undefined
}

const checks = [halves, sharedAlone, fromTheRoot, downwards, testsAreTests, transactions, kysely, useCases]
const isLayered = (file: string) => isCode(file) && rootOf(file) in layers && !/^[^/]+\/test\//.test(file)

/** Checks every import against the table of layers, which `docs/architecture.md` explains. */
export const importRules: Rule = (files) =>
  files
    .filter((file) => isLayered(file.path))
    .flatMap((file) =>
      importsOf(file).flatMap((given): Finding[] => {
        const sentence = checks.map((check) => check(file.path, given)).find((found) => found !== undefined)
        return sentence === undefined ? [] : [{ path: file.path, line: given.line, sentence }]
      }),
    )

/** Every folder of web, server and shared must be in the table of layers. */
export const foldersAreKnown: Rule = (files) => {
  const folders = new Set(
    files.filter(({ path }) => rootOf(path) in layers).map(({ path }) => path.split('/').slice(0, 2).join('/')),
  )
  return [...folders]
    .filter((folder) => !folder.includes('.') && !folder.endsWith('/test'))
    .filter((folder) => levelOf(rootOf(folder), folder.split('/')[1]!) < 0)
    .map((folder) => ({ path: folder, line: 1, sentence: 'Give the folder its place in scripts/structure/layers.ts.' }))
}
