import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Builds the programs of an earlier commit and returns their folder. They use the packages of this version. Needs the
 * project's git history.
 */
export function buildEarlierVersion(commit: string): string {
  const tree = path.resolve('dist', `earlier-${commit}`)
  const there = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`])
  if (there.status !== 0) throw new Error(`This drill needs the history of the project: git has no commit ${commit}.`)
  fs.rmSync(tree, { recursive: true, force: true })
  fs.mkdirSync(tree, { recursive: true })
  onTestFinished(() => fs.rmSync(tree, { recursive: true, force: true }))
  const archive = execFileSync(
    'git',
    ['archive', commit, 'package.json', 'tsconfig.json', 'server', 'shared', 'scripts', 'web'],
    {
      maxBuffer: 1e9,
    },
  )
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  const build = `import('./scripts/build/build-server.ts').then(({ buildServer }) => buildServer('dist/server'))`
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', build], {
    cwd: tree,
    stdio: 'inherit',
  })
  return path.join(tree, 'dist/server')
}
