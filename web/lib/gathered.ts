/** Calls within `ms` of the first are one call at the end of that time; a stream of them still gets through. */
export function gathered(work: () => void, ms: number): (() => void) & { cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, ms)
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return Object.assign(call, { cancel })
}
