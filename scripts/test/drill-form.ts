import fs from 'node:fs'
import { z } from 'zod'

/** What a drill measured, with the figure to reach; `isMissed` when it was not reached. */
export type Figure = { what: string; value: string | number; goal?: string; isMissed?: boolean }

/** The variable by which `npm run drills` tells the tests that it runs how large they should be. */
export const DRILL_VARIABLE = 'MUTYA_DRILL'

const formSchema = z.object({ name: z.string(), sizes: z.record(z.string(), z.number()), figures: z.string() })
export type DrillForm = z.infer<typeof formSchema>

const given = process.env[DRILL_VARIABLE]
const form: DrillForm | undefined = given ? formSchema.parse(JSON.parse(given)) : undefined

/** True if a drill runs the tests of this process, and not `npm test`. */
export const isDrill = form !== undefined

export const isDrillNamed = (name: string): boolean => form?.name === name

/** How large a test is: `short` in a test run, and as large as the drill says in a drill. */
export const drillSize = (name: string, short: number): number => form?.sizes[name] ?? short

/** Writes a figure of a drill for `docs/trust.md`. Does nothing in a usual test run, which is too short for figures. */
export function recordFigure(figure: Figure): void {
  if (form) fs.appendFileSync(form.figures, `${JSON.stringify(figure)}\n`)
}
