import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { oldestBrowsers as oldest } from '#shared/website/oldest-browsers.ts'

/** The oldest browsers, by their names in the compatibility data. */
const oldestVersions = {
  chrome: oldest.chrome,
  chrome_android: oldest.chrome,
  edge: oldest.edge,
  safari: oldest.safari,
  safari_ios: oldest.safari,
  firefox: oldest.firefox,
  firefox_android: oldest.firefox,
  samsunginternet_android: oldest.samsung,
}

/** Compares versions such as `16.4`. The compatibility data writes `≤37` where the exact version is unknown. */
function isAtMost(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  const [limitMajor = 0, limitMinor = 0] = limit.split('.').map(Number)
  return major < limitMajor || (major === limitMajor && minor <= limitMinor)
}

function isSupported(statement: SimpleSupportStatement, limit: string): boolean {
  const { version_added: added, version_removed: removed } = statement
  const isHidden = statement.prefix !== undefined || statement.alternative_name !== undefined || statement.flags
  if (isHidden || typeof added !== 'string' || added === 'preview' || !isAtMost(added, limit)) return false
  return typeof removed !== 'string' || !isAtMost(removed, limit)
}

/** Whether at least one of the oldest browsers lacks a feature. */
export const isYoung = ({ support }: CompatStatement): boolean =>
  Object.entries(oldestVersions).some(([browser, limit]) => {
    const statements = [support[browser as keyof typeof oldestVersions] ?? []].flat()
    return !statements.some((statement) => isSupported(statement, limit))
  })

const dataFile = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
export const compatData = JSON.parse(readFileSync(dataFile, 'utf8')) as CompatData

/** The features inside a feature, such as the members of a type. */
export const childrenOf = (feature: Identifier): [name: string, child: Identifier][] =>
  Object.entries(feature).filter(([name]) => name !== '__compat') as [string, Identifier][]
