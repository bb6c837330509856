import { parseArgs } from 'node:util'
import { seededRandom } from '../demo/random.ts'
import { findComments, findMessages, findSentences, findTestTitles, type Prose } from './find-prose.ts'
import { isCode, isTest, projectFiles } from './source-file.ts'

// Prints random comments, test titles, messages or sentences of documents, for a reader who has seen nothing else:
// at least 57 of 60 must be clear at first reading. The same seed on the same commit prints the same sample.

const kinds = {
  comments: { applies: isCode, find: findComments },
  tests: { applies: (path: string) => isCode(path) && isTest(path), find: findTestTitles },
  messages: { applies: (path: string) => /^shared\/.*messages[^/]*\.ts$/.test(path), find: findMessages },
  documents: { applies: (path: string) => path.endsWith('.md'), find: findSentences },
}

/** The test of the search for texts, whose strings contain examples of comments and titles. */
const examples = 'scripts/find-prose.test.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    of: { type: 'string', default: 'comments' },
  },
})
const kind = Object.entries(kinds).find(([name]) => name === values.of)?.[1]
if (!kind) throw new Error(`--of is one of ${Object.keys(kinds).join(', ')}.`)

const left: Prose[] = projectFiles()
  .filter(({ path }) => path !== examples && kind.applies(path))
  .flatMap(({ path, text }) => kind.find(text).map((found) => ({ path, ...found })))
const random = seededRandom(Number(values.seed))

for (let n = 1; n <= Number(values.count) && left.length > 0; n += 1) {
  const [drawn] = left.splice(random.whole(0, left.length - 1), 1)
  const { path, line, text, below } = drawn!
  console.log(`${n}. ${path}:${line}\n   ${text}${below ? `\n     ${below}` : ''}`)
}
