import fs from 'node:fs'
import { z } from 'zod'

/** A figure that a drill measured, with the goal to reach; `isMissed` is true if it was not reached. */
export type Figure = { what: string; value: string | number; goal?: string; isMissed?: boolean }

/** The environment variable by which `npm run drills` tells the tests which drill runs them, and with which sizes. */
export const DRILL_VARIABLE = 'MUTYA_DRILL'

const formSchema = z.object({
  name: z.string(),
  sizes: z.record(z.string(), z.number()),
  figures: z.string(),
  /** True if the drill runs tests of other drills too, whose figures it does not store. */
  storesOnlyOwn: z.boolean(),
})
export type DrillForm = z.infer<typeof formSchema>

const given = process.env[DRILL_VARIABLE]
const form: DrillForm | undefined = given ? formSchema.parse(JSON.parse(given)) : undefined

/** True if a drill runs the tests of this process, and not `npm test`. */
export const isDrill = form !== undefined

export const isDrillNamed = (name: string): boolean => form?.name === name

/** Returns the size of a test: `short` in `npm test`, and in a drill the size that the drill has given. */
export const drillSize = (name: string, short: number): number => form?.sizes[name] ?? short

/**
 * Stores a figure of a drill for `docs/trust.md`. Does nothing in `npm test`, whose tests are too short for figures. A
 * drill that runs tests of other drills stores only figures with its own name.
 */
export function recordFigure(figure: Figure, drill?: string): void {
  if (form && (drill === form.name || !form.storesOnlyOwn))
    fs.appendFileSync(form.figures, `${JSON.stringify(figure)}\n`)
}
