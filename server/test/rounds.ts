/**
 * How often a test repeats a race. A test run plays a fifth of the rounds, because a missing lock or constraint shows in
 * the first ones; `RACES=long` plays all of them.
 */
export const rounds = (all: number): number => (process.env['RACES'] === 'long' ? all : Math.max(2, Math.ceil(all / 5)))
