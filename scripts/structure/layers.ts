import { isCode, isTest, occurrences, withoutComments, type Rule, type SourceFile } from './source-file.ts'

/** Features depend downwards only: on their own level and on the levels before it. */
const levels = [
  ['people'],
  ['clinic', 'history-logs', 'sessions'],
  ['privacy'],
  ['users'],
  ['auth'],
  ['catalogue'],
  ['inventory'],
  ['closures'],
  ['clients'],
  ['appointments'],
  ['sales'],
  ['dashboard'],
  ['pos-demo'],
  ['profile'],
]
const levelOf = (feature: string) => levels.findIndex((level) => level.includes(feature))

function upwardImports(file: SourceFile) {
  const [, root, feature = ''] = /^(shared|server)\/([a-z-]+)\//.exec(file.path) ?? []
  const own = levelOf(feature)
  if (own < 0) return []
  return levels.slice(own + 1).flatMap((level) =>
    level.flatMap((other) => {
      const sentence = `${feature} comes before ${other} and cannot depend on it.`
      return occurrences(file, new RegExp(`['"]#${root}/${other}/`), sentence, withoutComments(file.text))
    }),
  )
}

/** Server and shared features know only the features before them. (The web's order is the reader's: its screens link across.) */
export const featureOrder: Rule = (files) =>
  files.filter((file) => isCode(file.path) && !isTest(file.path)).flatMap(upwardImports)
