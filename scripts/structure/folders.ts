import path from 'node:path'
import { isCode, isTest, occurrences, withoutComments, type Rule, type SourceFile } from './source-file.ts'

/** The number of code files in a folder above which a newcomer cannot see which files belong together. */
const MOST_FILES = 30

/** A folder with more code files than `MOST_FILES` must be split by topic. */
export const folderSizes: Rule = (files) => {
  const folders = new Map<string, number>()
  for (const file of files) {
    const folder = path.posix.dirname(file.path)
    if (isCode(file.path) && !isTest(file.path)) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return [...folders]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => ({
      path: folder,
      line: 1,
      sentence: `${count} files in one folder (at most ${MOST_FILES}); split it by what they are about.`,
    }))
}

/** The screens of each feature, each with the other screens that it may import. */
const screens: Record<string, readonly string[]> = {
  'appointments/booking': [],
  'appointments/calendar': ['appointments/visit'],
  'appointments/desk': ['appointments/calendar', 'appointments/visit'],
  'appointments/visit': [],
  'sales/receipt': [],
  'sales/till': ['sales/receipt'],
  'sales/transactions': ['sales/receipt'],
}

function strangers(file: SourceFile) {
  const own = Object.keys(screens).find((screen) => file.path.startsWith(`web/${screen}/`))
  if (own === undefined) return []
  const feature = path.posix.dirname(own)
  return Object.keys(screens)
    .filter((other) => other !== own && path.posix.dirname(other) === feature && !screens[own]?.includes(other))
    .flatMap((other) =>
      occurrences(file, new RegExp(`['"]#web/${other}/`), `${own} does not know ${other}.`, withoutComments(file.text)),
    )
}

/** Within a feature, a screen may import only the screens listed for it. */
export const screenOrder: Rule = (files) => files.filter((file) => isCode(file.path)).flatMap(strangers)
