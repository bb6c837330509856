import { expect, test } from 'vitest'
import { planChunks, type Load, type PlannedModule } from './chunk-plan.ts'

const module = (id: string, imports: string[] = [], size = 100): PlannedModule => ({ id, size, imports })
const load = (roots: string[], most = 99): Load => ({ roots, weight: 1, most })

/** Pages a and b share the module `both`, b and c share `pair`, a and c share `large`; all need `base`. */
const modules = [
  module('a', ['both', 'large']),
  module('b', ['both', 'pair']),
  module('c', ['pair', 'large']),
  module('both', ['base']),
  module('pair', ['base']),
  module('large', ['base'], 10_000),
  module('base'),
  module('alone'),
]
const loads = (most: number) => [load(['a'], most), load(['b'], most), load(['c'], most)]

/** Returns the files into which a plan puts the modules, each as the names of its modules. */
function filesOf(plan: Map<string, number>): string[] {
  const files = new Map<number, string[]>()
  plan.forEach((number, id) => files.set(number, [...(files.get(number) ?? []), id]))
  return Array.from(files.values(), (ids) => ids.toSorted().join('+')).toSorted()
}

test('without a size limit, the build puts modules that the same pages share into one file; a module of only one page is in no shared file', () => {
  expect(filesOf(planChunks(modules, loads(99)).fileOf)).toEqual(['base', 'both', 'large', 'pair'])
})

test('with a size limit, the build merges small files, and a large file stays with the pages that need it', () => {
  const plan = planChunks(modules, loads(3)).fileOf
  const files = filesOf(plan)
  expect(files).toContain('large')
  for (const page of ['a', 'b', 'c']) {
    const needed = new Set(
      modules
        .find(({ id }) => id === page)!
        .imports.concat('base')
        .map((id) => plan.get(id)),
    )
    expect(needed.size + 1, page).toBeLessThanOrEqual(3)
  }
})

test('no two files of the build import each other', () => {
  // `x` imports `z` through `y`: merging x and z would create a cycle with y.
  const chain = [
    module('a', ['x', 'w']),
    module('b', ['x', 'y']),
    module('c', ['z', 'w']),
    module('d', ['y', 'w']),
    module('x', ['y'], 1),
    module('y', ['z'], 5_000),
    module('z', [], 1),
    module('w', [], 1),
  ]
  const plan = planChunks(
    chain,
    ['a', 'b', 'c', 'd'].map((root) => load([root], 3)),
  ).fileOf
  const needs = new Map<number, Set<number>>()
  for (const { id, imports } of chain)
    for (const next of imports) {
      const [from, to] = [plan.get(id), plan.get(next)]
      if (from !== undefined && to !== undefined && from !== to) needs.set(from, (needs.get(from) ?? new Set()).add(to))
    }
  const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
    [...(needs.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
  expect([...needs.keys()].filter((file) => reaches(file, file))).toEqual([])
})

test('a size limit for files of the build that cannot be met is an error, not an endless search', () => {
  expect(() => planChunks(modules, loads(0))).toThrow('the limit of scripts cannot be kept')
})

test('a size budget includes every file that a page newly loads, as a whole, even its modules that the page does not need', () => {
  // Every page may load one file besides its own, so `ab`, `bc` and `ac` are in one file and page a loads `bc` too.
  const pages = [module('a', ['ab', 'ac']), module('b', ['ab', 'bc']), module('c', ['ac', 'bc'])]
  const excess = (after: string[], ...sizes: number[]) => {
    const budgets = sizes.map((size) => ({ roots: ['a'], after, size }))
    return planChunks([...pages, module('ab'), module('bc'), module('ac')], loads(2), budgets).excess
  }
  expect(excess([], 400)).toBe(0)
  expect(excess([], 399)).toBe(1)
  expect(excess([], 399, 398)).toBe(3)
  expect(excess(['bc'], 100)).toBe(0)
  expect(excess(['bc'], 99)).toBe(1)
})

test('files of the build are merged so that a size budget is kept, even where another merge would add fewer unneeded bytes to pages', () => {
  const budget = { roots: ['a'], after: [], size: 100 + 100 + 100 + 10_000 }
  const without = planChunks(modules, loads(3))
  const kept = planChunks(modules, loads(3), [budget])
  expect(kept.excess).toBe(0)
  expect(filesOf(kept.fileOf)).not.toEqual(filesOf(without.fileOf))
})

test('merging makes no file of the build larger than allowed, and a limit of scripts that would need a larger file is an error', () => {
  const sizes = (largest: number) => {
    const files = new Map<number, number>()
    planChunks(modules, loads(4), [], largest).fileOf.forEach((file, id) => {
      const { size } = modules.find((one) => one.id === id)!
      files.set(file, (files.get(file) ?? 0) + size)
    })
    return [...files.values()]
  }
  expect(Math.max(...sizes(10_000))).toBe(10_000)
  expect(() => planChunks(modules, loads(2), [], 300)).toThrow('the limit of scripts cannot be kept')
})
