import type { Rolldown } from 'vite'

/** What the bundler tells about a module while it cuts the build into files. */
type Modules = {
  getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[]; isEntry: boolean } | null
}

/** The HTML entries, the frame around the app's pages, and the part of the booking page that is loaded after its first paint. */
const entries = {
  app: /\/app\.html$/,
  landing: /\/landing\.html$/,
  booking: /\/booking\.html$/,
  login: /\/login\.html$/,
  calls: /\/appointments\/booking\/booking-api\.ts$/,
  frame: /\/app\/layouts\/app-layout\.tsx$/,
} as const

const nameOf = (id: string): string => Object.entries(entries).find(([, pattern]) => pattern.test(id))?.[0] ?? id

/** What a browser asks for by itself (an entry, or a part that is loaded on demand) and reaches the module by plain imports. */
function rootsOf(id: string, modules: Modules): Set<string> {
  const roots = new Set<string>()
  const seen = new Set([id])
  // The set grows while it is walked: importers of importers come at its end.
  for (const module of seen) {
    const info = modules.getModuleInfo(module)
    if (!info || info.isEntry || info.dynamicImporters.length > 0) roots.add(nameOf(module))
    info?.importers.forEach((importer) => seen.add(importer))
  }
  return roots
}

/** Parts of the libraries that only some pages use, each with the kit's component over it. */
const parts: Readonly<Record<string, RegExp>> = {
  forms:
    /\/node_modules\/(react-hook-form|@hookform)\/|\/web\/lib\/(contract-resolver|place-refusal)\.|\/web\/data\/use-contract-form\.|\/web\/ui\/(field|form-dialog|money-input|password-input|textarea|use-unsaved-guard)\./,
  select: /\/@base-ui\/react\/select\/|\/web\/ui\/(select|page-size-select)\./,
  tabs: /\/@base-ui\/react\/tabs\/|\/web\/ui\/tabs\./,
  checkbox: /\/@base-ui\/react\/checkbox\/|\/web\/ui\/checkbox\./,
  choices: /\/@base-ui\/react\/(radio|radio-group|switch)\/|\/web\/ui\/(radio-group|switch)\./,
  combobox: /\/@base-ui\/react\/(combobox|autocomplete)\/|\/web\/ui\/combobox\./,
  tables:
    /\/web\/ui\/(data-table[\w-]*|pager|search-box)\.|\/web\/data\/(?!use-contract-form)[\w-]+\.|\/web\/lib\/use-(debounced|existing-page)\./,
  dialogs:
    /\/@base-ui\/react\/(dialog|alert-dialog|drawer)\/|\/web\/ui\/(alert-dialog|dialog[\w-]*|sheet|use-dialog)\./,
}

/**
 * What the library's components are made of. In a file that imports none of theirs: a component's class extends one of
 * these as soon as it is loaded, whichever of two files that need each other comes first.
 */
const foundations =
  /\/@base-ui\/(utils|react\/(internals|utils|floating-ui-react|merge-props|use-render|csp-provider|direction-provider))\/|\/node_modules\/(@floating-ui|reselect|tabbable|use-sync-external-store)\//

/** The folder of what only a few pages share: a screen's, a feature's, or the kit. */
function folderOf(id: string): string {
  const [, feature = 'ui', screen = ''] = /\/(?:web|shared)\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(id) ?? []
  if (['ui', 'lib'].includes(feature)) return 'kit'
  return screen ? `${feature}-${screen}` : feature
}

/** From so many pages on a module comes with every page of the app. */
const COMMON_PAGES = 4

/** A name for each case: what one public page does not need must not come with what it does. Null where one root alone uses the module. */
function publicChunkOf(roots: ReadonlySet<string>): string | null {
  const inApp = roots.has('app')
  if (roots.has('landing') && roots.has('booking')) return inApp ? 'public' : 'public-pages'
  if (roots.has('landing')) return roots.has('calls') ? null : 'landing-shared'
  if (roots.has('booking')) return inApp ? 'booking-shared' : 'booking-pages'
  if (roots.has('calls')) return inApp ? 'calls' : 'booking-contracts'
  return null
}

/**
 * What several parts of the build share goes into few files and not into one for each icon: a browser asks for six at a
 * time. Null leaves a module where it would be, with the one part that uses it.
 */
function chunkOf(id: string, modules: Modules): string | null {
  const roots = rootsOf(id, modules)
  if (roots.size < 2) return null
  if (['landing', 'booking', 'calls'].some((root) => roots.has(root))) {
    const chunk = publicChunkOf(roots)
    // What the log-in shares with one public page must not bring that page's other parts along.
    return chunk !== null && roots.has('login') && !roots.has('app') ? `${chunk}-login` : chunk
  }
  if (roots.has('app')) return roots.has('login') ? 'login-shell' : 'shell'
  if (foundations.test(id) && !roots.has('login')) return 'foundations'
  const part = Object.entries(parts).find(([, pattern]) => pattern.test(id))?.[0]
  if (part) return part
  if (roots.has('login')) return /\/(node_modules|web\/(ui|lib))\//.test(id) ? 'login-kit' : 'login-forms'
  const pages = [...roots].filter((root) => root.endsWith('-page.tsx')).length
  if (roots.has('frame') || pages >= COMMON_PAGES) return 'common'
  return pages > 0 ? folderOf(id) : `${folderOf(id)}-dialogs`
}

/** How the build is cut into files: React in one, and what pages share in one for each use. */
export function pageChunks(): Rolldown.CodeSplittingOptions {
  return {
    // A group takes what it names and nothing else: the contracts of staff screens must not follow zod.
    includeDependenciesRecursively: false,
    groups: [
      { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
      { name: (id, modules) => chunkOf(id, modules), debugName: 'shared by pages', priority: 1 },
    ],
  }
}
