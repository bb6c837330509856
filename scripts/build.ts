import { buildServer } from './build/build-server.ts'
import { buildWeb } from './build/build-web.ts'

const builders: Record<string, () => Promise<void>> = { server: () => buildServer(), web: buildWeb }
const named = process.argv.slice(2)
const chosen = Object.entries(builders).filter(([part]) => named.length === 0 || named.includes(part))

/** `tsx scripts/build.ts [server] [web]`: builds both unless one is named. */
await Promise.all(chosen.map(([, build]) => build()))
