/**
 * Shifts the clock of this program or page: `Date` is `offsetMs` later (or earlier) than the machine's clock, and
 * timers are unchanged. The function is sent to pages as text, so it may use nothing outside itself. It is plain
 * JavaScript, because loading a compiler would double the time in which the app of a test starts.
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
