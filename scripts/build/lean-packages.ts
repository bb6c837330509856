import type { Plugin } from 'vite'

/**
 * Methods of zod's schemas that no schema of ours calls. Each brings a kind of schema or a format of text along, which no
 * bundler can leave out by itself. `lean-packages.test.ts` finds a call of one of them.
 */
// Formats of text are here too: `z.email()` and `z.uuid()` are schemas of their own.
export const UNUSED_ZOD_METHODS = `
  email url jwt emoji guid uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid base64 base64url xid ksuid ipv4
  ipv6 cidrv4 cidrv6 e164 datetime date time duration and prefault readonly nonoptional exactOptional
  encode decode encodeAsync decodeAsync safeEncode safeDecode safeEncodeAsync safeDecodeAsync validate
  validateAsync
`
  .trim()
  .split(/\s+/)

/** The code after a replacement that must find its place: a package that has changed its form is noticed at the build. */
function replaced(code: string, pattern: RegExp, by: string): string {
  if (code.search(pattern) < 0) throw new Error(`nothing matches ${String(pattern)}: see ${import.meta.url}`)
  return code.replace(pattern, by)
}

const methodOf = (name: string) => {
  const head = `^ {4}(?:async )?${name}(?:: (?:async )?function \\w+)?\\(`
  return new RegExp(`${head}(?:params|data, params|defaultValue|def|d|arg)?\\) \\{\\n(?: {8}.*\\n)* {4}\\},\\n`, 'gm')
}

/** zod without the methods above, without its English, and without the reader that compiles itself, which our content security policy forbids. */
export const leanZod = (): Plugin => ({
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => {
      const without = UNUSED_ZOD_METHODS.reduce((rest, name) => replaced(rest, methodOf(name), ''), code)
      // A field without a sentence of its own says one of `shared/lib/fields.ts`: zod's English is never asked for.
      const silent = replaced(
        replaced(without, /^import en from .*\n/m, ''),
        /^ {8}core\.config\(en\(\)\);\n/m,
        '        return;\n',
      )
      return { code: replaced(silent, /core\.\$ZodObjectJIT\.init/, 'core.$ZodObject.init'), map: null }
    },
  },
})

/** What the router does at its top level, marked so that the parts nobody uses can be left out, and without its warnings. */
const routerChanges: readonly [RegExp, string][] = [
  [/^\w+\.displayName = "[\w.]+";$/gm, ''],
  [/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2'],
  [/^var (\w+) = (class extends React\d*\.Component \{[\s\S]*?^\});$/gm, 'var $1 = /* @__PURE__ */ (() => $2)();'],
  // Links that load the next page beforehand need a server of the router's own.
  [/return shouldPrefetch && !isAbsolute \? .* : link;/, 'return link;'],
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/, '= [false, null, {}];'],
  // Changes go through `useAction`, and all routes are known from the start. `lean-packages.test.ts` finds a use of these.
  [/^ {4}fetch: fetch2,\n/m, ''],
  [/^ {4}patchRoutes,\n/m, ''],
  [/^ {4}_internalSetRoutes,\n/m, ''],
  // Neither a server of the router's own renders our pages, nor does anything watch the router.
  [/hydrationData: opts\?\.hydrationData \|\| parseHydrationData\(\),/g, 'hydrationData: opts?.hydrationData,'],
  [/if \(init\.instrumentations\) \{/g, 'if (false) {'],
  [/if \(this\.context\) \{\s*return .*RSCErrorHandler.*\s*\}/, ''],
  [/^var ENABLE_DEV_WARNINGS = true;$/m, 'var ENABLE_DEV_WARNINGS = false;'],
]

/** The router in its production form, of which the build keeps what the app uses. */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-router\/dist\/development\/chunk-\w+\.mjs$/, code: 'var ENABLE_DEV_WARNINGS' },
    handler: (code) => ({
      code: routerChanges.reduce((rest, [pattern, by]) => replaced(rest, pattern, by), code),
      map: null,
    }),
  },
})
