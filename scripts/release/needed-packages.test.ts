import { expect, test } from 'vitest'
import { neededPackages, type LockPackages } from './needed-packages.ts'

const lock: LockPackages = {
  'node_modules/pictures': {
    dependencies: { colours: '1' },
    optionalDependencies: { 'pictures-linux': '1', 'pictures-mac': '1' },
  },
  'node_modules/pictures-linux': {},
  'node_modules/pictures-mac': {},
  'node_modules/colours': { dependencies: { names: '2' } },
  'node_modules/colours/node_modules/names': { dependencies: { letters: '1' } },
  'node_modules/names': {},
  'node_modules/letters': {},
  'node_modules/builder': { dependencies: { letters: '1' } },
}
const onLinux = (folder: string) => !folder.endsWith('-mac')

test('a release contains the packages that the app loads and what they need, but no development package', () => {
  expect(neededPackages(['pictures'], lock, [], onLinux)).toEqual([
    'node_modules/colours',
    'node_modules/colours/node_modules/names',
    'node_modules/letters',
    'node_modules/pictures',
    'node_modules/pictures-linux',
  ])
  expect(neededPackages(['pictures'], lock, ['names'], onLinux)).toEqual([
    'node_modules/colours',
    'node_modules/pictures',
    'node_modules/pictures-linux',
  ])
})

test('a release is refused while a package that it needs is not installed', () => {
  expect(() => neededPackages(['pictures'], lock, [], (folder) => !folder.endsWith('/names'))).toThrow(
    'node_modules/colours needs the package names, which is not installed.',
  )
  expect(() => neededPackages(['unknown'], lock, [])).toThrow('The app needs the package unknown')
})
