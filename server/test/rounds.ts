import { drillSize } from '../../scripts/test/drill-form.ts'

/**
 * How often a test repeats a race. A test run plays a fifth of the rounds, because a missing lock or constraint shows
 * in the first ones; the drill of the races plays more.
 */
export const rounds = (all: number): number => Math.max(2, Math.ceil((all * drillSize('percent of rounds', 20)) / 100))
