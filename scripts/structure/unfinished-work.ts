import { forbid, isTest, type Rule } from './source-file.ts'

const everywhere = (path: string) => !path.startsWith('scripts/structure/')

/** True for set-up files, which Vitest runs again for each test file. */
const isSetUp = (path: string) => /^(scripts\/test\/|web\/test\/tidy-up|server\/test\/set-up-file)/.test(path)

/** Forbids unfinished code and disabled tests or checks. */
export const unfinishedWork: Rule[] = [
  forbid(
    /\b(it|test|describe)\s*\.\s*(only|skip|todo|fails)\b/,
    'A test that is switched off shows nothing.',
    everywhere,
  ),
  forbid(/\bas any\b|:\s*any\b/, 'any switches the types off.', everywhere),
  forbid(
    /waitForTimeout\(/,
    'A fixed wait is either too short or too long; wait for what the person would see.',
    isTest,
  ),
  forbid(
    /^(before|after)(All|Each)\(/m,
    'Test files share modules: only the first one would get this hook. Set it in a function that each file calls.',
    (path) => !/\.(test|spec)\.tsx?$/.test(path) && !isSetUp(path),
  ),
  (files) =>
    files
      .filter((file) => everywhere(file.path) && /\.(tsx?|mjs|sql|css|html)$/.test(file.path))
      .flatMap((file) =>
        file.text.split('\n').flatMap((line, index) => {
          const found = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)/.exec(line)
          return found
            ? [{ path: file.path, line: index + 1, sentence: `${found[0]} has no place here: finish it.` }]
            : []
        }),
      ),
]
