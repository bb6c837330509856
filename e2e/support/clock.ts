import type { CivilDate } from '#shared/lib/manila-time.ts'

/** When each test file begins, for the server and for the browser: a Tuesday morning in Manila, with no holiday near. */
export const OPENED_AT = new Date('2027-07-13T10:00:00+08:00')
/** The date of `OPENED_AT`. A file that runs for less than 14 hours ends on the same one. */
export const TODAY: CivilDate = '2027-07-13'

/**
 * Moves the clock of the program or page in which it runs: `Date` answers `offsetMs` later, or earlier, than the machine.
 * Timers stay as they are. It is sent as text into pages, so it may use nothing from outside itself.
 */
export function shiftDate(offsetMs: number): void {
  const scope = globalThis as typeof globalThis & { machineDate?: DateConstructor }
  const Machine = (scope.machineDate ??= Date)
  const now = () => Machine.now() + offsetMs
  scope.Date = new Proxy(Machine, {
    construct: (target, args: [] | [number]) => (args.length === 0 ? new target(now()) : new target(...args)),
    apply: () => new Machine(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  })
}
