/**
 * Moves the clock of the program or page in which it runs: `Date` answers `offsetMs` later, or earlier, than the machine.
 * Timers stay as they are. It is sent as text into pages, so it may use nothing from outside itself; it is plain JavaScript,
 * so that the app of a test needs no compiler to load it (half of the time that the app takes to start).
 */
export function shiftDate(offsetMs) {
  const Machine = (globalThis.machineDate ??= Date)
  const now = () => Machine.now() + offsetMs
  globalThis.Date = new Proxy(Machine, {
    construct: (target, args) => (args.length === 0 ? new target(now()) : new target(...args)),
    apply: () => new Machine(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
}
