const lookMs = 250

/**
 * npm runs a command through a shell, and neither of the two passes SIGTERM on. When they are gone, this process gets the signal
 * that was meant for it. Without npm above it, nothing is watched.
 */
export function followParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, lookMs)
  looking.unref()
}
