import { isCode, isTest, type Rule, type SourceFile } from './source-file.ts'

/**
 * Packages that are needed although no file names them: `typescript` is run as `tsc`, and the linter finds its plugin
 * itself.
 */
const foundByTools = new Set(['typescript', 'oxlint-tsgolint'])

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

const quotes = (text: string, name: string) =>
  [`'${name}'`, `'${name}/`, `"${name}"`].some((quoted) => text.includes(quoted))

/** A package is needed if a file names it. Its `@types` package is needed as long as the package is. */
function isNeeded(name: string, names: readonly string[], readers: readonly SourceFile[]): boolean {
  const [, typed] = /^@types\/(.+)$/.exec(name) ?? []
  if (typed !== undefined) return typed === 'node' || names.includes(typed)
  return foundByTools.has(name) || readers.some(({ text }) => quotes(text, name))
}

const runsInClinic = (path: string) => /^(server|shared)\//.test(path) && isCode(path) && !isTest(path)

/**
 * Reports each package of package.json that no file names, and each that only the build or the tests need although it
 * is listed as one that the clinic's server needs.
 */
export const unusedDependencies: Rule = (files) =>
  files
    .filter(({ path }) => path === 'package.json')
    .flatMap(({ path, text }) => {
      const { dependencies = {}, devDependencies } = JSON.parse(text) as Manifest
      const names = Object.keys({ ...dependencies, ...devDependencies })
      const readers = files.filter((file) => isCode(file.path) || /\.(css|html)$/.test(file.path))
      const clinicFiles = files.filter((file) => runsInClinic(file.path))
      const finding = (name: string, sentence: string) => [
        { path, line: text.slice(0, text.indexOf(`"${name}"`)).split('\n').length, sentence },
      ]
      return names.flatMap((name) => {
        if (!isNeeded(name, names, readers)) return finding(name, `No file names ${name}: take it out.`)
        if (name in dependencies && !isNeeded(name, names, clinicFiles))
          return finding(name, `The clinic's server does not load ${name}: list it in devDependencies.`)
        return []
      })
    })
