import { occurrences, type Rule } from './source-file.ts'

// The names are split, so that this rule does not report its own file.
const registries = new RegExp(`\\b(${['registry.npmjs', 'registry.yarnpkg', 'npm.pkg.github'].join('|')})\\.`)
const machines = new RegExp(
  `(?<![\\w.$}])(${['/w[o]rk/', '/root/', '/home/[a-z]', '/Users/', '[A-Z]:\\\\Users'].join('|')})`,
)

/**
 * Forbids addresses of package registries and paths of personal computers, because the project must work the same on
 * every machine.
 */
export const foreignAddresses: Rule = (files) =>
  files
    .filter((file) => !file.path.startsWith('scripts/structure/'))
    .flatMap((file) => [
      ...occurrences(file, registries, 'This is the address of a package registry.'),
      ...(file.path === 'package-lock.json'
        ? occurrences(file, /"resolved": "http/, 'The lock file records no download addresses.')
        : []),
      ...occurrences(file, machines, "This is a path of somebody's machine."),
    ])
