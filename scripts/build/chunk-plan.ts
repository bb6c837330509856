/** A module as the bundler knows it: static imports and size. */
export type PlannedModule = { id: string; size: number; imports: readonly string[] }

/**
 * The modules that a browser needs at one time: those of a page or of a part loaded on demand, and those loaded before.
 */
export type Load = {
  /** Modules that the browser requests directly. */
  roots: readonly string[]
  /** How much each unneeded byte of this load counts in the plan. */
  weight: number
  /** The maximum number of scripts, including the roots'. */
  most: number
}

/**
 * The number of unneeded bytes in a load at which one more unneeded byte costs twice as much as the first one. The cost
 * grows with the square, so at twice this number it is five times as high.
 */
const EVEN_BYTES = 10_000

type Group = {
  modules: string[]
  size: number
  /**
   * One byte for each load: 1 if the load needs this group. Bytes are fast to compare, which happens millions of times.
   */
  needs: Uint8Array
  imports: Set<Group>
}

/** All modules that the roots reach by static imports. */
export function reachedFrom(roots: readonly string[], modules: ReadonlyMap<string, PlannedModule>): Set<string> {
  const reached = new Set(roots)
  // The loop adds modules to the set that it iterates, and so follows imports of imports.
  for (const id of reached) modules.get(id)?.imports.forEach((next) => modules.has(next) && reached.add(next))
  return reached
}

/** Marks a group as needed by every load that needs another group. */
function addNeeds(needs: Uint8Array, more: Uint8Array): void {
  more.forEach((needed, load) => needed && (needs[load] = 1))
}

/** The groups reached from each group by static imports, without itself. Groups never form cycles. */
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

/** True if one group reaches the other through a third, so that merging them would create a cycle. */
const isCircular = (a: Group, b: Group, reach: Reach): boolean =>
  [...a.imports].some((next) => next !== b && reach.get(next)!.has(b)) ||
  [...b.imports].some((next) => next !== a && reach.get(next)!.has(a))

/** Puts modules shared by the same roots into one file, and then merges the smallest of these files. */
class Plan {
  private groups: Group[] = []
  /** The unneeded bytes of each load. */
  private readonly vain: Float64Array

  constructor(
    modules: ReadonlyMap<string, PlannedModule>,
    private readonly loads: readonly Load[],
  ) {
    this.vain = new Float64Array(loads.length)
    const roots = [...new Set(loads.flatMap((load) => load.roots))]
    const rootsOf = new Map<string, number[]>()
    roots.forEach((root, index) =>
      reachedFrom([root], modules).forEach((id) => rootsOf.set(id, [...(rootsOf.get(id) ?? []), index])),
    )
    const byRoots = new Map<string, Group>()
    const groupOf = new Map<string, Group>()
    for (const [id, indexes] of rootsOf) {
      // Modules of a single root are in the root's own file.
      if (indexes.length < 2) continue
      const key = indexes.join()
      const group = byRoots.get(key) ?? {
        modules: [],
        size: 0,
        needs: new Uint8Array(loads.length),
        imports: new Set(),
      }
      byRoots.set(key, group)
      groupOf.set(id, group)
      group.modules.push(id)
      group.size += modules.get(id)!.size
      loads.forEach((load, number) => {
        if (indexes.some((index) => load.roots.includes(roots[index]!))) group.needs[number] = 1
      })
    }
    for (const [id, group] of groupOf)
      for (const next of modules.get(id)!.imports) {
        const other = groupOf.get(next)
        if (other && other !== group) group.imports.add(other)
      }
    this.groups = [...byRoots.values()]
  }

  /** The index of the load furthest above its limit; undefined if there is none. */
  private worstLoad(): number | undefined {
    const over = this.loads.map((load, number) => {
      const files = this.groups.filter(({ needs }) => needs[number]).length + load.roots.length
      return files - load.most
    })
    const most = Math.max(...over)
    return most > 0 ? over.indexOf(most) : undefined
  }

  /** Returns how many unneeded bytes each load would have if the two groups were one file. */
  private vainBytes(a: Group, b: Group, reach: Reach): Float64Array {
    const touched = new Set([a, b, ...reach.get(a)!, ...reach.get(b)!])
    const vain = new Float64Array(this.loads.length)
    for (let load = 0; load < vain.length; load++) {
      if (!a.needs[load] && !b.needs[load]) continue
      for (const group of touched) if (!group.needs[load]) vain[load]! += group.size
    }
    return vain
  }

  /**
   * The cost of merging: the more unneeded bytes a load already has, the more a further one costs, so that none gets
   * many.
   */
  private costOf(a: Group, b: Group, reach: Reach): number {
    return this.vainBytes(a, b, reach).reduce((cost, bytes, load) => {
      const evenness = 1 + ((this.vain[load]! + bytes) / EVEN_BYTES) ** 2
      return bytes === 0 ? cost : cost + bytes * this.loads[load]!.weight * evenness
    }, 0)
  }

  private merge(a: Group, b: Group, reach: Reach): void {
    this.vainBytes(a, b, reach).forEach((bytes, load) => (this.vain[load]! += bytes))
    a.modules.push(...b.modules)
    a.size += b.size
    addNeeds(a.needs, b.needs)
    b.imports.forEach((next) => next !== a && a.imports.add(next))
    a.imports.delete(b)
    for (const group of this.groups) if (group.imports.delete(b) && group !== a) group.imports.add(a)
    this.groups = this.groups.filter((group) => group !== b)
    for (const group of reachOf(this.groups).get(a)!) addNeeds(group.needs, a.needs)
  }

  /** The file number of each shared module; merges until every load is within its limit. */
  run(): Map<string, number> {
    for (let worst = this.worstLoad(); worst !== undefined; worst = this.worstLoad()) {
      const reach = reachOf(this.groups)
      const here = this.groups.filter(({ needs }) => needs[worst])
      const pairs = here
        .toSorted((a, b) => a.size - b.size)
        .slice(0, 12)
        .flatMap((a) => here.filter((b) => b !== a && !isCircular(a, b, reach)).map((b) => [a, b] as const))
      const [best] = pairs
        .map(([a, b]) => ({ a, b, cost: this.costOf(a, b, reach) }))
        .toSorted((x, y) => x.cost - y.cost)
      if (!best) throw new Error('no two files can be one: the limit of scripts cannot be kept')
      this.merge(best.a, best.b, reach)
    }
    const numbers = new Map<string, number>()
    this.groups.forEach((group, index) => group.modules.forEach((id) => numbers.set(id, index)))
    return numbers
  }
}

/**
 * Assigns shared modules to files, so that no load exceeds its number of scripts and unneeded bytes are few. The result
 * is the number of each module's file; a module that only one root imports is not in it, because the bundler puts it
 * beside its root. The planned files never import each other in a circle.
 */
export const planChunks = (modules: readonly PlannedModule[], loads: readonly Load[]): Map<string, number> =>
  new Plan(new Map(modules.map((module) => [module.id, module])), loads).run()
