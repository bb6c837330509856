import { forbid, isTest, type Rule } from './source-file.ts'

const inApp = (path: string) => /^(shared|server|web)\//.test(path) && !isTest(path)
const except =
  (...allowed: string[]) =>
  (path: string) =>
    inApp(path) && !allowed.includes(path)

/**
 * True for the scripts that may read the environment: those in which every command starts, before packages are
 * installed, and `child-environment.ts`.
 */
const readsForScripts = (path: string) =>
  path.startsWith('scripts/setup') || ['scripts/mutya.mjs', 'scripts/child-environment.ts'].includes(path)
const readsEnvironment = (path: string) => path === 'server/lib/env.ts' || readsForScripts(path)

const manilaTime = 'shared/lib/manila-time.ts'

/** With these rules only a few named modules read the environment, format dates, read the clock or make ids. */
export const clockAndEnvironment: Rule[] = [
  forbid(
    /process\.env\b/,
    'Only server/lib/env.ts reads the environment.',
    (path) => !readsEnvironment(path) && !isTest(path),
  ),
  forbid(
    /new Date\(\)|Date\.now\(\)/,
    'The time of day is an argument; it enters by main.ts and use-now.ts.',
    except('server/main.ts', 'web/lib/use-now.ts'),
  ),
  forbid(
    /new Date\(\s*['"`]\d{4}-\d{2}-\d{2}['"`]/,
    'A date without a time is read in UTC and shown a day off; keep it a string.',
    (path) => /^(shared|server|web|scripts|tools)\//.test(path),
  ),
  forbid(
    /toISOString\(\)\s*\.(slice|split|substring|substr|replace)\b/,
    'This is the date in UTC, not in Manila; use manila-time.ts.',
    (path) => /^(shared|server|web|scripts|tools|e2e)\//.test(path),
  ),
  forbid(/Intl\.DateTimeFormat|toLocale(Date|Time)String/, 'Only manila-time.ts formats dates.', except(manilaTime)),
  forbid(
    /crypto\.randomUUID/,
    'Browsers have no crypto.randomUUID on plain http; use newUuid of idempotency-key.ts.',
    (path) => path.startsWith('web/') && !isTest(path) && path !== 'web/lib/idempotency-key.ts',
  ),
  forbid(
    /\.get(FullYear|Month|Date|Day|Hours|Minutes)\(\)/,
    "These read the machine's own time zone; use manila-time.ts.",
    except(manilaTime),
  ),
]
