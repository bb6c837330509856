const lookMs = 250

/**
 * npm runs a command through a shell, and neither passes SIGTERM on. When they have ended, this function sends the
 * signal to this process. Does nothing if the process was not started by npm.
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
