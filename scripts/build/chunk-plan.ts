/** A module as the bundler knows it: what it imports plainly, and how large it is. */
export type PlannedModule = { id: string; size: number; imports: readonly string[] }

/** What a browser loads together: an entry or a part that is loaded on demand, with what is there already. */
export type Load = {
  /** Modules that the browser asks for by themselves. */
  roots: readonly string[]
  /** How much a byte too many weighs here. */
  weight: number
  /** How many scripts it may take, those of the roots included. */
  most: number
}

/** So many bytes in vain double what another one costs a load. */
const EVEN_BYTES = 10_000

type Group = {
  modules: string[]
  size: number
  /** A 1 for each load that it comes with: millions of them are compared, and nothing is faster than bytes. */
  needs: Uint8Array
  imports: Set<Group>
}

/** Every module that the roots reach by plain imports. */
export function reachedFrom(roots: readonly string[], modules: ReadonlyMap<string, PlannedModule>): Set<string> {
  const reached = new Set(roots)
  // The set grows while it is walked.
  for (const id of reached) modules.get(id)?.imports.forEach((next) => modules.has(next) && reached.add(next))
  return reached
}

/** Takes over what another group is needed by. */
function addNeeds(needs: Uint8Array, more: Uint8Array): void {
  more.forEach((needed, load) => needed && (needs[load] = 1))
}

/** The groups that come with each group by plain imports, itself left out. Groups never need each other. */
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

/** True when the one leads to the other over a third: as one file, it and the third would need each other. */
const isCircular = (a: Group, b: Group, reach: Reach): boolean =>
  [...a.imports].some((next) => next !== b && reach.get(next)!.has(b)) ||
  [...b.imports].some((next) => next !== a && reach.get(next)!.has(a))

/** Puts modules that the same roots share into one file, and then the smallest of these files into others. */
class Plan {
  private groups: Group[] = []
  /** The bytes that each load carries and does not need. */
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
      // What one root alone uses comes in the root's own file.
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

  /** The load that is furthest over its limit, as its number; undefined when all keep to theirs. */
  private worstLoad(): number | undefined {
    const over = this.loads.map((load, number) => {
      const files = this.groups.filter(({ needs }) => needs[number]).length + load.roots.length
      return files - load.most
    })
    const most = Math.max(...over)
    return most > 0 ? over.indexOf(most) : undefined
  }

  /** The bytes that each load gets and does not need, were the two one file. */
  private vainBytes(a: Group, b: Group, reach: Reach): Float64Array {
    const touched = new Set([a, b, ...reach.get(a)!, ...reach.get(b)!])
    const vain = new Float64Array(this.loads.length)
    for (let load = 0; load < vain.length; load++) {
      if (!a.needs[load] && !b.needs[load]) continue
      for (const group of touched) if (!group.needs[load]) vain[load]! += group.size
    }
    return vain
  }

  /** What they cost: the more a load carries in vain already, the more another byte weighs, so that none carries much. */
  private costOf(a: Group, b: Group, reach: Reach): number {
    return this.vainBytes(a, b, reach).reduce((cost, bytes, load) => {
      const evenness = 1 + (this.vain[load]! + bytes) / EVEN_BYTES
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

  /** The file of each shared module, by a number; merges until every load keeps to its limit. */
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
 * Which shared modules go into which file, so that no load takes more scripts than it may and as few bytes as possible
 * come to who does not need them. Modules that one root alone uses have no number. No two files need each other.
 */
export const planChunks = (modules: readonly PlannedModule[], loads: readonly Load[]): Map<string, number> =>
  new Plan(new Map(modules.map((module) => [module.id, module])), loads).run()
