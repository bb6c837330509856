// Every command of a release starts here. This file is plain JavaScript that any version of Node.js can run, because it
// tells people with an old version what to install. The archive has this file in its root, beside the folder `setup`.
import module from 'node:module'
import { followParent } from './setup/follow-parent.mjs'
import { nodeVersionSentence } from './setup/node-version.mjs'

const programs = {
  start: 'main',
  backup: 'run-backup',
  restore: 'run-restore',
  'reset-password': 'run-reset-password',
  'check-records': 'run-check-records',
  doctor: 'run-doctor',
}

function refuse(sentence) {
  process.stderr.write(`\n${sentence}\n\n`)
  process.exit(1)
}

const [command = 'start', ...args] = process.argv.slice(2)
const program = Object.hasOwn(programs, command) ? programs[command] : undefined
const tooOld = nodeVersionSentence(process.versions.node)
if (tooOld) refuse(tooOld)
else if (!program) refuse(`Mutya knows these commands: ${Object.keys(programs).join(', ')}.`)
else if (!process.env.DATA_DIR)
  refuse(
    'Set DATA_DIR to the folder of your data, such as /var/lib/mutya. Choose a folder outside of this one, because the ' +
      'next release comes in another folder.',
  )
else {
  followParent()
  // Caches compiled code between starts. Node.js 20 does not have this function.
  module.enableCompileCache?.()
  process.argv = [process.argv[0], command, ...args]
  await import(new URL(`./dist/server/${program}.js`, import.meta.url).href)
}
