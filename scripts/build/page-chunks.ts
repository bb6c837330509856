import type { Rolldown } from 'vite'

/** What the bundler tells about a module while it cuts the build into files. */
type Modules = {
  getModuleInfo: (id: string) => { importers: string[]; isEntry: boolean } | null
}

/** The HTML entries, and the part of the booking page that is loaded after its first paint. */
const roots = {
  app: /\/app\.html$/,
  landing: /\/landing\.html$/,
  booking: /\/booking\.html$/,
  calls: /\/appointments\/booking\/booking-api\.ts$/,
} as const
type Root = keyof typeof roots | 'elsewhere'

/**
 * Which roots reach a module by plain imports: a public page, the booking calls, the app's shell, or anything else (a page of
 * the app and what is loaded on demand). Modules are asked for upwards, from importer to importer.
 */
function rootsOf(id: string, modules: Modules, known: Map<string, Set<Root>>): Set<Root> {
  const found = known.get(id)
  if (found) return found
  const reached = new Set<Root>()
  // Entered before its importers are asked, so that a circle of imports comes to an end.
  known.set(id, reached)
  const info = modules.getModuleInfo(id)
  const own = (Object.keys(roots) as (keyof typeof roots)[]).find((root) => roots[root].test(id))
  if (own) reached.add(own)
  else if (!info || info.importers.length === 0 || info.isEntry) reached.add('elsewhere')
  for (const importer of info?.importers ?? []) for (const root of rootsOf(importer, modules, known)) reached.add(root)
  return reached
}

/**
 * The public pages open on phones over slow lines, six requests at a time: what they share with the rest of the build
 * goes into a few files and not into one for each icon. Null leaves a module where it would be.
 */
function chunkOf(id: string, modules: Modules, known: Map<string, Set<Root>>): string | null {
  const reached = rootsOf(id, modules, known)
  if (reached.size < 2) return null
  // What the app's shell does not need must not come with it: a name for each case.
  const inShell = reached.has('app')
  if (reached.has('landing') && reached.has('booking')) return inShell ? 'public' : 'public-pages'
  // What the landing page shares with the booking calls must bring neither's other parts along.
  if (reached.has('landing')) return reached.has('calls') ? null : 'landing-shared'
  if (reached.has('booking')) return inShell ? 'booking-shared' : 'booking-pages'
  if (reached.has('calls')) return inShell ? 'calls' : 'booking-contracts'
  return null
}

/** How the build is cut into files: React in one, and the shared parts of the public pages in one for each use. */
export function pageChunks(): Rolldown.CodeSplittingOptions {
  const known = new Map<string, Set<Root>>()
  return {
    // A group takes what it names and nothing else: the contracts of staff screens must not follow zod.
    includeDependenciesRecursively: false,
    groups: [
      { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
      { name: (id, modules) => chunkOf(id, modules, known), debugName: 'public pages', priority: 1 },
    ],
  }
}
