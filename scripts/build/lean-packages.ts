import type { Plugin } from 'vite'

/**
 * Methods of zod's schemas that we never call. Each includes code that bundlers cannot remove. `lean-packages.test.ts`
 * fails if one is used.
 */
// The list includes methods for text formats, because `z.email()` and `z.uuid()` are separate schemas.
export const UNUSED_ZOD_METHODS = `
  email url jwt emoji guid uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid base64 base64url xid ksuid ipv4
  ipv6 cidrv4 cidrv6 e164 datetime date time duration and prefault readonly nonoptional exactOptional
  encode decode encodeAsync decodeAsync safeEncode safeDecode safeEncodeAsync safeDecodeAsync validate
  validateAsync
`
  .trim()
  .split(/\s+/)

/**
 * Replaces the code that a pattern matches. Throws if nothing matches, so that the build fails if a package has
 * changed.
 */
function replaced(code: string, pattern: RegExp, by: string): string {
  if (code.search(pattern) < 0) throw new Error(`nothing matches ${String(pattern)}: see ${import.meta.url}`)
  return code.replace(pattern, by)
}

const methodOf = (name: string) => {
  const head = `^ {4}(?:async )?${name}(?:: (?:async )?function \\w+)?\\(`
  return new RegExp(`${head}(?:params|data, params|defaultValue|def|d|arg)?\\) \\{\\n(?: {8}.*\\n)* {4}\\},\\n`, 'gm')
}

/**
 * Parts of zod that the app does not use: messages in 60 languages, compiled parsers, and schemas made from JSON
 * schemas. The bundler removes them only after `page-chunks.ts` has divided modules into files by their sizes, where
 * they would count as needed by every page that uses a contract.
 */
const unusedZodExports: readonly [module: RegExp, statements: readonly RegExp[]][] = [
  [
    /\/zod\/v4\/classic\/external\.js$/,
    [
      /^export \* as locales from .*\n/m,
      /^export \{ fromJSONSchema \} from .*\n/m,
      / INVALID, toZod, compile, withParser, ZodCompileAsyncError, ZodCompileUnsupportedError,/,
    ],
  ],
  [/\/zod\/v4\/core\/index\.js$/, [/^export \* as locales from .*\n/m, /^export \* from "\.\/compile\.js";\n/m]],
]

/**
 * Removes from zod the exports in `unusedZodExports`, so that they are not counted when modules are divided into files.
 */
export const withoutUnusedZod = (): Plugin => ({
  name: 'without-unused-zod',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: unusedZodExports.map(([module]) => module) },
    handler: (code, id) => {
      const statements = unusedZodExports.find(([module]) => module.test(id))?.[1] ?? []
      return { code: statements.reduce((rest, statement) => replaced(rest, statement, ''), code), map: null }
    },
  },
})

/**
 * Removes from zod the unused methods (`UNUSED_ZOD_METHODS`), its English messages, and its JIT compiler, which CSP
 * forbids.
 */
export const leanZod = (): Plugin => ({
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => {
      const without = UNUSED_ZOD_METHODS.reduce((rest, name) => replaced(rest, methodOf(name), ''), code)
      // Fields without their own message use `shared/lib/fields.ts`, so zod's English is never used.
      const silent = replaced(
        replaced(without, /^import en from .*\n/m, ''),
        /^ {8}core\.config\(en\(\)\);\n/m,
        '        return;\n',
      )
      return { code: replaced(silent, /core\.\$ZodObjectJIT\.init/, 'core.$ZodObject.init'), map: null }
    },
  },
})

/** Marks the router's top-level code as removable, and removes its warnings. */
const routerChanges: readonly [RegExp, string][] = [
  [/^\w+\.displayName = "[\w.]+";$/gm, ''],
  [/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2'],
  [/^var (\w+) = (class extends React\d*\.Component \{[\s\S]*?^\});$/gm, 'var $1 = /* @__PURE__ */ (() => $2)();'],
  // Removes prefetching, which needs the router's own server.
  [/return shouldPrefetch && !isAbsolute \? .* : link;/, 'return link;'],
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/, '= [false, null, {}];'],
  // Removes functions of the router that change data or routes: our changes go through `useAction`, and all routes are
  // static. `lean-packages.test.ts` fails if the app uses one.
  [/^ {4}fetch: fetch2,\n/m, ''],
  [/^ {4}patchRoutes,\n/m, ''],
  [/^ {4}_internalSetRoutes,\n/m, ''],
  // Removes hydration of server-rendered routes and instrumentation hooks, because the app uses neither.
  [/hydrationData: opts\?\.hydrationData \|\| parseHydrationData\(\),/g, 'hydrationData: opts?.hydrationData,'],
  [/if \(init\.instrumentations\) \{/g, 'if (false) {'],
  [/if \(this\.context\) \{\s*return .*RSCErrorHandler.*\s*\}/, ''],
  [/^var ENABLE_DEV_WARNINGS = true;$/m, 'var ENABLE_DEV_WARNINGS = false;'],
]

/** Removes from the router's production build what the app does not use. */
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
