// Every npm command starts here. This is plain JavaScript that uses only Node's built-in modules, because it must run
// before any package is installed.
import { fileURLToPath } from 'node:url'
import { nodeVersionSentence } from './setup/node-version.mjs'

const commands = {
  start: () => import('./setup/start.mjs').then(({ start }) => start()),
  demo: (args) => import('./setup/start.mjs').then(({ demo }) => demo(args)),
  seed: (args) => import('./setup/start.mjs').then(({ runBuilt }) => runBuilt('run-seed', args)),
  backup: (args) => import('./setup/start.mjs').then(({ runBuilt }) => runBuilt('run-backup', args)),
  restore: (args) => import('./setup/start.mjs').then(({ runBuilt }) => runBuilt('run-restore', args)),
  'reset-password': (args) => import('./setup/start.mjs').then(({ runBuilt }) => runBuilt('run-reset-password', args)),
  'check-records': () => import('./setup/start.mjs').then(({ runBuilt }) => runBuilt('run-check-records', [])),
  doctor: () => import('./setup/start.mjs').then(({ runBuilt }) => runBuilt('run-doctor', [])),
  bench: (args) => import('./setup/start.mjs').then(({ runBuilt }) => runBuilt('run-bench', args)),
  release: async () => {
    const { buildIfStale } = await import('./setup/build-if-stale.mjs')
    const { runTool } = await import('./setup/run-tool.mjs')
    return buildIfStale() ?? runTool('scripts/release/run-release.ts')
  },
  dev: () => import('./setup/run-tool.mjs').then(({ runTool }) => runTool('scripts/run-dev.ts')),
  check: () => import('./setup/run-tool.mjs').then(({ runTool }) => runTool('scripts/run-check.ts')),
  drills: (args) => import('./setup/run-tool.mjs').then(({ runTool }) => runTool('scripts/drills/run-drills.ts', args)),
  test: (args) => import('./setup/run-tool.mjs').then(({ runTool }) => runTool('scripts/run-tests.ts', args)),
}

function refuse(sentence) {
  process.stderr.write(`\n${sentence}\n\n`)
  process.exit(1)
}

const [command = '', ...args] = process.argv.slice(2)
const run = Object.hasOwn(commands, command) ? commands[command] : undefined
const tooOld = nodeVersionSentence(process.versions.node)
if (tooOld) refuse(tooOld)
else if (!run) refuse(`Mutya knows these commands: ${Object.keys(commands).join(', ')}.`)
else {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  const { followParent } = await import('./setup/follow-parent.mjs')
  followParent()
  const { installIfNeeded } = await import('./setup/install.mjs')
  const problem = installIfNeeded() ?? (await run(args))
  if (typeof problem === 'string') refuse(problem)
}
