import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { planChunks, reachedFrom, type Budget, type Load, type PlannedModule } from './chunk-plan.ts'
import { minifiedSize } from './minified-size.ts'

/** The file in which the build lists the parts that each page can load on demand. `scripts/sizes` reads the file. */
export const PARTS_FILE = '.vite/parts.json'

/** Every page inside the app loads its scripts after those of `app.html` and the layout. */
const app = /\/app\.html$/
const frame = /\/app\/layouts\/app-layout\.tsx$/
/** The part of the booking page that is loaded after its first paint. */
const bookingCalls = /\/appointments\/booking\/booking-api\.ts$/

/** The page that opens a visit from an e-mail link. It has no layout and loads parts of its own. */
const pageOfALink = /\/visit-link-page\.tsx$/

/** Parts that every page of the app loads right after its first view. */
const onEveryPage = /\/(alert-dialog|floating-layers|requests-button)\.tsx$/

/** Matches parts that are loaded only after a click. Other parts are loaded ahead while the browser is idle. */
const onClick =
  /\/(receipt-pdf|pair-pdf|poster-pdf|read-qr|open-report|log-in-dialog|second-step|log-out-question|history-dialog|stock-dialog)\.tsx?$|\/shared\//

/**
 * The most scripts that may be loaded together. A browser loads six files at a time. A page may load more scripts with
 * its dialogs, because these load after the first view and delay nobody. Not counted are React, the forms, the contract
 * of the first booking steps, the bundler's runtime, the theme and the sentence for older browsers.
 */
const MOST_SCRIPTS = { entry: 7, part: 31 }

/** Settings by which the build divides modules into files: limits for scripts, and how much unneeded bytes count. */
type Settings = {
  /** The largest allowed number of scripts of a page: `page` without its dialogs, `withDialogs` together with them. */
  page: number
  withDialogs: number
  /** How much it costs if a dialog loads a byte that it does not need: little, because the page is already open. */
  part: number
  /**
   * How much it costs if a part of the page of an e-mail link loads a byte that it does not need: much, because a
   * client on a phone loads page and part for one visit.
   */
  link: number
}

/**
 * The build tries these settings in this order, and takes the first plan of files that nearly keeps all size budgets
 * (`SMALL_EXCESS`), or else the plan that exceeds them least. Small changes of the code decide which setting is best.
 */
const SETTINGS: readonly Settings[] = [
  { page: 20, withDialogs: 53, part: 6, link: 80_000 },
  { page: 20, withDialogs: 54, part: 5, link: 80_000 },
  { page: 20, withDialogs: 51, part: 7, link: 80_000 },
  { page: 20, withDialogs: 49, part: 9, link: 80_000 },
]

/** The excess in minified characters with which the size check still passes, because its budgets have some room. */
const SMALL_EXCESS = 7_000
/**
 * How much it costs if a public page or the shell of the app loads a byte that it does not need: most of all, because
 * phones on slow connections open public pages, and every page of the app waits for the shell.
 */
const ENTRY_WEIGHT = 600_000
const PAGE_WEIGHT = 3

/**
 * React, the form code and the PDF writer have files of their own, because React changes rarely, pages without a form
 * need no form code, and only a click needs the PDF writer. The contract of the first booking steps has its own file,
 * because in another file it would make the booking page load code of log-in and staff pages.
 */
const ownFiles: Readonly<Record<string, RegExp>> = {
  offer: /\/shared\/(catalogue\/(booking-contract|records|service-tax)|lib\/(money-fields|taxes))\.ts$/,
  react: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  forms: /node_modules[\\/](react-hook-form|@hookform)[\\/]/,
  pdf: /node_modules[\\/]jspdf[\\/]/,
  qr: /node_modules[\\/]qr[\\/]/,
}
const hasOwnFile = (id: string) => Object.values(ownFiles).some((pattern) => pattern.test(id))

/**
 * The size limits of a file, and of what a dialog or another part may load on an open page, in minified characters.
 * After compression these are 60 to 70 KB and at most 60 KB, because the code of packages compresses differently.
 * `scripts/sizes` measures the files of the build and allows 60 KB.
 */
const LARGEST_FILE = 270_000
const LARGEST_PART = 230_000
/** The most minified characters of modules that only one page needs: about 15 KB after compression. */
const LARGEST_OWN = 58_000
/** The most unneeded characters of each entry, which keep it within its budget in `scripts/sizes/public-pages.ts`. */
const MOST_UNNEEDED = { landing: 12_000, booking: 8_000, login: 40_000, app: 0 }

const isPage = (id: string) => id.endsWith('-page.tsx')

type Part = { id: string; dynamicImporters: readonly string[] }

/**
 * Returns what browsers load together: each entry, each page of the app with its layout, and each part that is loaded
 * on demand.
 */
function loadsOf(
  entries: readonly string[],
  parts: readonly Part[],
  reach: (roots: string[]) => Set<string>,
  settings: Settings,
): Load[] {
  const ids = parts.map(({ id }) => id)
  const find = (pattern: RegExp) => [...entries, ...ids].filter((id) => pattern.test(id))
  const shell = [...find(app), ...find(frame)]
  const calls = find(bookingCalls)
  const others = ids.filter((id) => !shell.includes(id) && !calls.includes(id))
  /** Returns the parts, such as dialogs, that a page loads in the background right after its first view. */
  const behind = (page: string) => {
    const here = reach([...shell, page])
    const isBehind = ({ id, dynamicImporters }: Part) =>
      others.includes(id) && !isPage(id) && !onClick.test(id) && dynamicImporters.some((importer) => here.has(importer))
    return parts.filter(isBehind).map(({ id }) => id)
  }
  const everywhere = find(onEveryPage)
  const linkPages = find(pageOfALink)
  const ofLinks = linkPages.flatMap((page) => behind(page).map((part) => [...find(app), page, part]))
  const ofPage = (page: string): Load[] => [
    { roots: [...shell, page, ...everywhere], weight: PAGE_WEIGHT, most: settings.page },
    {
      roots: [...new Set([...shell, page, ...everywhere, ...behind(page)])],
      weight: PAGE_WEIGHT,
      most: settings.withDialogs,
    },
  ]
  return [
    ...entries.map((id) => ({ roots: [id], weight: ENTRY_WEIGHT, most: MOST_SCRIPTS.entry })),
    { roots: [...find(/\/booking\.html$/), ...calls], weight: ENTRY_WEIGHT, most: MOST_SCRIPTS.entry + 1 },
    ...others.filter(isPage).flatMap(ofPage),
    ...ofLinks.map((roots) => ({ roots, weight: settings.link, most: MOST_SCRIPTS.part })),
    ...others
      .filter((id) => !isPage(id))
      .map((id) => ({ roots: [...shell, id], weight: settings.part, most: MOST_SCRIPTS.part })),
  ]
}

/** A page, or the layout around pages, and the parts that it can load on demand. */
type Opener = { id: string; parts: readonly string[] }

/** Returns the pages and the layout, each with the parts that it can load on demand. */
function openersOf(parts: readonly Part[], reach: (roots: string[]) => Set<string>): Opener[] {
  const openers = parts.map(({ id }) => id).filter((id) => isPage(id) || frame.test(id))
  return openers.map((id) => {
    const here = reach([id])
    const opened = parts.filter(({ dynamicImporters }) => dynamicImporters.some((importer) => here.has(importer)))
    return { id, parts: opened.map((part) => part.id) }
  })
}

/**
 * Returns as JSON which parts each page and the layout can load on demand, by their source files below `web/`. The
 * manifest of the build lists parts only per output file, which several pages share.
 */
function partsByPage(openers: readonly Opener[]): string {
  const inWeb = (id: string) => path.relative(path.resolve('web'), id)
  return JSON.stringify(Object.fromEntries(openers.map(({ id, parts }) => [inWeb(id), parts.map(inWeb)])))
}

/** Returns budgets: for each entry, for each part loaded on an open page, and for the code that only one page needs. */
function budgetsOf(
  entries: readonly string[],
  openers: readonly Opener[],
  modules: readonly PlannedModule[],
): Budget[] {
  const known = new Map(modules.map((module) => [module.id, module]))
  const needed = (roots: readonly string[]) =>
    [...reachedFrom(roots, known)].reduce((sum, id) => sum + (known.get(id)?.size ?? 0), 0)
  const ofEntries = Object.entries(MOST_UNNEEDED).map(([name, unneeded]) => {
    const roots = [...known.keys()].filter(
      (id) => id.endsWith(`/${name}.html`) || (name === 'booking' && bookingCalls.test(id)),
    )
    return { roots, after: [], size: needed(roots) + unneeded }
  })
  const shell = entries.filter((entry) => app.test(entry))
  const ofParts = openers.flatMap(({ id, parts }) =>
    parts
      .filter((part) => !isPage(part) && !frame.test(part))
      .map((part) => ({ roots: [part], after: [...shell, id], size: LARGEST_PART })),
  )
  const pages = openers.map(({ id }) => id).filter(isPage)
  const ofPages = pages.map((page) => ({
    roots: [page],
    after: [...shell, ...pages.filter((other) => other !== page)],
    size: LARGEST_OWN,
  }))
  return [...ofEntries, ...ofParts, ...ofPages]
}

/**
 * Returns the modules that the plan assigns to files: all except those of packages with a file of their own, such as
 * React.
 */
const plannedModules = (infos: readonly Rolldown.ModuleInfo[]): PlannedModule[] =>
  infos
    .filter(({ id }) => !hasOwnFile(id))
    .map(({ id, code, importedIds }) => ({ id, size: minifiedSize(id, code ?? ''), imports: [...importedIds] }))

/** Compares scripts by name. Style sheets come last and stay in their order, which decides which rule wins. */
const byName = (one: string, other: string): number => {
  const [isStyle, isOtherStyle] = [one.endsWith('.css'), other.endsWith('.css')]
  if (isStyle || isOtherStyle) return Number(isStyle) - Number(isOtherStyle)
  return one < other ? -1 : 1
}

/**
 * Returns the files that the script `host` preloads for a part. The app's script has a list of such files for each
 * page, and the shell contains these lists. To keep them short, the lists leave out what the shell has loaded already.
 * Each list has the page's own file first and the rest in a fixed order, because similar lists compress better.
 */
function withoutShell(host: string, files: string[], ofShell: ReadonlySet<string>): string[] {
  if (!/\/app-/.test(host)) return files
  const [own, ...others] = files.filter(
    (file) => !ofShell.has(/(shared-\d+|react|rolldown-runtime)-/.exec(file)?.[1] ?? ''),
  )
  return own === undefined ? [] : [own, ...others.toSorted(byName)]
}

/**
 * Yields the plan of files for each of the settings. A plan is made only when the caller has refused those before it.
 */
function* lazyPlans(
  modules: readonly PlannedModule[],
  budgets: readonly Budget[],
  loads: (settings: Settings) => Load[],
) {
  for (const settings of SETTINGS) yield planChunks(modules, loads(settings), budgets, LARGEST_FILE)
}

/**
 * Returns the number of each module's file by the first plan that nearly keeps all size budgets, or else by the plan
 * that exceeds them least.
 */
function bestPlan(plans: Iterable<ReturnType<typeof planChunks>>): Map<string, number> {
  let best: ReturnType<typeof planChunks> | undefined
  for (const plan of plans) {
    if (!best || plan.excess < best.excess) best = plan
    if (plan.excess <= SMALL_EXCESS) break
  }
  if (!best) throw new Error('there are no settings for the plan of the files')
  return best.fileOf
}

type PageChunks = {
  plugin: Plugin
  codeSplitting: Rolldown.CodeSplittingOptions
  /** Returns those of `files` that the script `host` preloads. */
  preloadedBy: (host: string, files: string[]) => string[]
}

/**
 * Splits the build into files: one for React, one for the forms, and as few as `planChunks` finds for what pages share.
 * The plug-in reads all modules once they are known, and the splitting uses its result.
 */
export function pageChunks(): PageChunks {
  let plan = new Map<string, number>()
  let openers: readonly Opener[] = []
  let ofShell = new Set<string>()
  const nameOf = (id: string) => {
    const number = plan.get(id)
    return number === undefined ? null : `shared-${number}`
  }
  const plugin: Plugin = {
    name: 'page-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      // Modules come in the order in which they happened to load. They are sorted so that every build has the same
      // plan.
      const infos = [...this.getModuleIds()].toSorted().flatMap((id) => this.getModuleInfo(id) ?? [])
      const modules = plannedModules(infos)
      const entries = infos.filter(({ isEntry }) => isEntry).map(({ id }) => id)
      const parts = infos.filter(({ isEntry, dynamicImporters }) => !isEntry && dynamicImporters.length > 0)
      const known = new Map(modules.map((module) => [module.id, module]))
      const reach = (roots: string[]) => reachedFrom(roots, known)
      openers = openersOf(parts, reach)
      const budgets = budgetsOf(entries, openers, modules)
      const plans = lazyPlans(modules, budgets, (settings) => loadsOf(entries, parts, reach, settings))
      plan = bestPlan(plans)
      const shell = reach([...entries, ...parts.map(({ id }) => id)].filter((id) => app.test(id) || frame.test(id)))
      ofShell = new Set(['react', 'rolldown-runtime', ...[...shell].flatMap((id) => nameOf(id) ?? [])])
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: PARTS_FILE, source: partsByPage(openers) })
    },
  }
  const own = Object.entries(ownFiles).map(([name, test]) => ({ name, test, priority: 2 }))
  return {
    plugin,
    preloadedBy: (host, files) => withoutShell(host, files, ofShell),
    codeSplitting: {
      // By default the bundler also puts everything that a module imports into the module's file, so public pages would
      // load contracts of staff screens together with zod.
      includeDependenciesRecursively: false,
      groups: [...own, { name: nameOf, debugName: 'shared by pages', priority: 1 }],
    },
  }
}
