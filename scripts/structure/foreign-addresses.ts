import { occurrences, type Rule } from './source-file.ts'

// Written in parts, so that this file does not find itself.
const registries = new RegExp(`\\b(${['registry.npmjs', 'registry.yarnpkg', 'npm.pkg.github'].join('|')})\\.`)
const machines = new RegExp(
  `(?<![\\w.$}])(${['/w[o]rk/', '/root/', '/home/[a-z]', '/Users/', '[A-Z]:\\\\Users'].join('|')})`,
)

/** The project is the same on every machine: no address of a package registry, no path of somebody's computer. */
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
