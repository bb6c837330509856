/** A module as the bundler knows it: static imports and size. */
export type PlannedModule = { id: string; size: number; imports: readonly string[] }

/**
 * The modules that a browser needs for a page, or for a part that is loaded on demand, including those that it has
 * loaded before.
 */
export type Load = {
  /** Modules that the browser requests directly. */
  roots: readonly string[]
  /** How much it costs in the plan if the files of this load have a byte that the load does not need. */
  weight: number
  /** The most script files from which a browser may load this page or part, including the files of its roots. */
  most: number
}

/**
 * The number of unneeded bytes in a load at which one more unneeded byte costs twice as much as the first one. The cost
 * grows with the square, so at twice this number it is five times as high.
 */
const EVEN_BYTES = 10_000

/** What may be loaded at most for a page, or for a part of it such as a dialog. */
export type Budget = {
  /** Modules that the browser requests directly. */
  roots: readonly string[]
  /** The modules whose files the browser has loaded already. */
  after: readonly string[]
  /** The maximum total size of the files that are loaded for this page or part, in the unit of the modules' sizes. */
  size: number
}

/** How many times more a merge costs if it exceeds a budget. Such a merge is made only if no other is possible. */
const OVER_BUDGET = 1e9

type Group = {
  modules: string[]
  size: number
  /**
   * One byte for each page or part: 1 if the page or part needs this group. Bytes are used because they are compared
   * millions of times.
   */
  needs: Uint8Array
  imports: Set<Group>
}

/** Returns all modules that the roots reach by static imports. */
export function reachedFrom(roots: readonly string[], modules: ReadonlyMap<string, PlannedModule>): Set<string> {
  const reached = new Set(roots)
  // The loop adds modules to the set that it iterates, and so follows imports of imports.
  for (const id of reached) modules.get(id)?.imports.forEach((next) => modules.has(next) && reached.add(next))
  return reached
}

/** Marks in `needs` every page or part that `more` marks as needing a group. */
function addNeeds(needs: Uint8Array, more: Uint8Array): void {
  more.forEach((needed, load) => needed && (needs[load] = 1))
}

/** Maps each group of modules to the other groups that it reaches by static imports. Groups never form cycles. */
function reachOf(groups: readonly Group[]): ReadonlyMap<Group, ReadonlySet<Group>> {
  const known = new Map<Group, Set<Group>>()
  const reach = (group: Group): Set<Group> => {
    const before = known.get(group)
    if (before) return before
    const reached = new Set<Group>()
    known.set(group, reached)
    for (const next of group.imports) {
      reached.add(next)
      for (const further of reach(next)) reached.add(further)
    }
    return reached
  }
  groups.forEach(reach)
  return known
}
type Reach = ReturnType<typeof reachOf>

/** A group of modules that can be merged with another, with the unneeded bytes that it gives each page or part. */
type Candidate = { group: Group; unneeded: Float64Array }

/** True if one group reaches the other through a third, so that merging them would create a cycle. */
const isCircular = (a: Group, b: Group, reach: Reach): boolean =>
  [...a.imports].some((next) => next !== b && reach.get(next)!.has(b)) ||
  [...b.imports].some((next) => next !== a && reach.get(next)!.has(a))

/**
 * A size budget as unneeded bytes: `load` may have at most `room` more of them than the load `before`, if there is one.
 */
type Limit = { load: number; before: number | null; room: number }

/** Puts modules shared by the same roots into one file, and then merges the smallest of these files. */
class Plan {
  private groups: Group[] = []
  /** The pages and parts of the app, followed by the loads that `limitsOf` adds only to measure size budgets. */
  private readonly loads: Load[]
  private readonly limits: readonly Limit[]
  /** The number of bytes that each page or part loads without needing them. */
  private readonly vain: Float64Array

  constructor(
    modules: ReadonlyMap<string, PlannedModule>,
    private readonly weighted: readonly Load[],
    budgets: readonly Budget[],
    private readonly largestFile: number,
  ) {
    this.loads = [...weighted]
    this.limits = this.limitsOf(modules, budgets)
    this.vain = new Float64Array(this.loads.length)
    this.groups = this.firstGroups(modules)
  }

  /** Returns the groups before any merging: modules that the same roots of weighted loads need are one group. */
  private firstGroups(modules: ReadonlyMap<string, PlannedModule>): Group[] {
    const roots = [...new Set(this.weighted.flatMap((load) => load.roots))]
    const rootsOf = new Map<string, number[]>()
    roots.forEach((root, index) =>
      reachedFrom([root], modules).forEach((id) => rootsOf.set(id, [...(rootsOf.get(id) ?? []), index])),
    )
    const reached = this.loads.map((load) => reachedFrom(load.roots, modules))
    const byRoots = new Map<string, Group>()
    const groupOf = new Map<string, Group>()
    for (const [id, indexes] of rootsOf) {
      // Modules that only a single root needs get no group, because the bundler puts them into the root's own file.
      if (indexes.length < 2) continue
      const key = indexes.join()
      const group = byRoots.get(key) ?? {
        modules: [],
        size: 0,
        needs: new Uint8Array(this.loads.length),
        imports: new Set(),
      }
      byRoots.set(key, group)
      groupOf.set(id, group)
      group.modules.push(id)
      group.size += modules.get(id)!.size
      reached.forEach((ids, load) => ids.has(id) && (group.needs[load] = 1))
    }
    for (const [id, group] of groupOf)
      for (const next of modules.get(id)!.imports) {
        const other = groupOf.get(next)
        if (other && other !== group) group.imports.add(other)
      }
    return [...byRoots.values()]
  }

  /**
   * For each size budget, adds a load with all files of the budget, and one with only the files that are loaded before,
   * to measure the difference.
   */
  private limitsOf(modules: ReadonlyMap<string, PlannedModule>, budgets: readonly Budget[]): Limit[] {
    const known = new Map<string, { load: number; needed: number }>()
    const measure = (roots: readonly string[]) => {
      const key = roots.toSorted().join()
      const before = known.get(key)
      if (before) return before
      const needed = [...reachedFrom(roots, modules)].reduce((sum, id) => sum + (modules.get(id)?.size ?? 0), 0)
      const measured = { load: this.loads.push({ roots, weight: 0, most: Infinity }) - 1, needed }
      known.set(key, measured)
      return measured
    }
    return budgets.map(({ roots, after, size }) => {
      const all = measure([...new Set([...after, ...roots])])
      const before = after.length > 0 ? measure(after) : null
      return { load: all.load, before: before?.load ?? null, room: size - (all.needed - (before?.needed ?? 0)) }
    })
  }

  /** True if the two groups as one file would exceed a budget, or exceed it further. */
  private exceedsLimit(a: Candidate, b: Candidate): boolean {
    return this.limits.some((limit) => {
      const more = this.vainBytes(a, b, limit.load) - (limit.before === null ? 0 : this.vainBytes(a, b, limit.before))
      return more > 0 && this.overBy(limit) + more > 0
    })
  }

  /** Returns by how many bytes a budget is exceeded; negative if there is room. */
  private overBy({ load, before, room }: Limit): number {
    return this.vain[load]! - (before === null ? 0 : this.vain[before]!) - room
  }

  /** Returns by how many bytes the budgets are exceeded, all of them together. */
  excess(): number {
    return this.limits.reduce((sum, limit) => sum + Math.max(0, this.overBy(limit)), 0)
  }

  /** Returns the index of the page or part that most exceeds its limit of scripts, or undefined if none exceeds it. */
  private worstLoad(): number | undefined {
    const over = this.loads.map((load, number) => {
      const files = this.groups.filter(({ needs }) => needs[number]).length + load.roots.length
      return files - load.most
    })
    const most = Math.max(...over)
    return most > 0 ? over.indexOf(most) : undefined
  }

  /**
   * Returns for each page or part how many unneeded bytes it would load with this group: those of the group and of the
   * groups that it imports, except the groups that the page or part needs.
   */
  private unneededWith(group: Group, reach: Reach): Float64Array {
    const unneeded = new Float64Array(this.loads.length)
    for (const { needs, size } of [group, ...reach.get(group)!])
      for (let load = 0; load < unneeded.length; load++) if (!needs[load]) unneeded[load]! += size
    return unneeded
  }

  /**
   * Returns how many unneeded bytes a page or part would load in addition if two groups were one file. If the page or
   * part needs one of the groups, it loads the imports of that group anyway, so only the other group adds bytes.
   */
  private vainBytes(a: Candidate, b: Candidate, load: number): number {
    const [needsA, needsB] = [a.group.needs[load], b.group.needs[load]]
    return needsA === needsB ? 0 : needsA ? b.unneeded[load]! : a.unneeded[load]!
  }

  /**
   * The cost of merging two groups: the more unneeded bytes a page or part loads already, the more a further byte
   * costs, so that none loads many. Stops adding at `most`, because only the cheapest pair is merged and millions of
   * pairs are compared.
   */
  private costOf(a: Candidate, b: Candidate, most: number): number {
    let cost = 0
    for (let load = 0; load < this.weighted.length && cost < most; load++) {
      const bytes = this.vainBytes(a, b, load)
      if (bytes > 0) cost += bytes * this.loads[load]!.weight * (1 + ((this.vain[load]! + bytes) / EVEN_BYTES) ** 2)
    }
    return cost
  }

  /**
   * Returns the two groups of a page or part that cost least as one file; one of them is among the twelve smallest
   * groups.
   */
  private cheapestPair(needed: number): [Candidate, Candidate] | undefined {
    const reach = reachOf(this.groups)
    const here = this.groups
      .filter(({ needs }) => needs[needed])
      .map((group) => ({ group, unneeded: this.unneededWith(group, reach) }))
    let best: { pair?: [Candidate, Candidate]; cost: number } = { cost: Infinity }
    for (const a of here.toSorted((one, other) => one.group.size - other.group.size).slice(0, 12))
      for (const b of here) {
        if (!this.canMerge(a.group, b.group, reach)) continue
        let cost = this.costOf(a, b, best.cost)
        if (cost < best.cost && this.exceedsLimit(a, b)) cost = cost * OVER_BUDGET + OVER_BUDGET
        if (cost < best.cost) best = { pair: [a, b], cost }
      }
    return best.pair
  }

  private merge(first: Candidate, second: Candidate): void {
    const [a, b] = [first.group, second.group]
    this.vain.forEach((bytes, load) => (this.vain[load] = bytes + this.vainBytes(first, second, load)))
    a.modules.push(...b.modules)
    a.size += b.size
    addNeeds(a.needs, b.needs)
    b.imports.forEach((next) => next !== a && a.imports.add(next))
    a.imports.delete(b)
    for (const group of this.groups) if (group.imports.delete(b) && group !== a) group.imports.add(a)
    this.groups = this.groups.filter((group) => group !== b)
    for (const group of reachOf(this.groups).get(a)!) addNeeds(group.needs, a.needs)
  }

  /**
   * Merges groups until no page or part needs too many scripts. Returns the number of the file of each shared module.
   */
  run(): Map<string, number> {
    for (let worst = this.worstLoad(); worst !== undefined; worst = this.worstLoad()) {
      const pair = this.cheapestPair(worst)
      if (!pair) throw new Error('no two files can be one: the limit of scripts cannot be kept')
      this.merge(...pair)
    }
    const numbers = new Map<string, number>()
    this.groups.forEach((group, index) => group.modules.forEach((id) => numbers.set(id, index)))
    return numbers
  }

  private canMerge(a: Group, b: Group, reach: Reach): boolean {
    return a !== b && a.size + b.size <= this.largestFile && !isCircular(a, b, reach)
  }
}

/**
 * Assigns shared modules to files, so that no load exceeds its number of scripts and unneeded bytes are few. A merge
 * that exceeds a budget is made only where no other keeps the number of scripts. `fileOf` has the number of each
 * module's file; a module that only one root imports is not in it, because the bundler puts it beside its root. The
 * planned files never import each other in a circle. `excess` is by how many bytes the plan exceeds the budgets, all of
 * them together.
 */
export const planChunks = (
  modules: readonly PlannedModule[],
  loads: readonly Load[],
  budgets: readonly Budget[] = [],
  largestFile = Infinity,
): { fileOf: Map<string, number>; excess: number } => {
  const plan = new Plan(new Map(modules.map((module) => [module.id, module])), loads, budgets, largestFile)
  return { fileOf: plan.run(), excess: plan.excess() }
}
