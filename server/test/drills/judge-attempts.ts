/** A call in which the n-th query failed; `changed` names the tables whose rows differ from before. */
export type Attempt = { n: number; hasFailed: boolean; status: number; body: string; changed: string[] }

const hasSentence = (body: string): boolean => /"message":"[^"]+/.test(body) && /"code":"[^"]+/.test(body)
const insides = /division by zero|select |node_modules|\n\s+at /

/**
 * Returns the faults of repeated attempts of one call: an unclear error, a row that a failed attempt changed, or a
 * success that wrote nothing. In each attempt another query fails; in the last one none does.
 */
export function findFaults(attempts: readonly Attempt[]): string[] {
  const last = attempts.at(-1)
  return attempts.flatMap(({ n, hasFailed, status, body, changed }) => {
    if (!hasFailed) return []
    if (status >= 400 && changed.length > 0)
      return [`query ${n} failed with ${status} and changed ${changed.join(', ')}`]
    if (status >= 400 && (!hasSentence(body) || insides.test(body)))
      return [`query ${n} failed with ${status} and an unclear answer: ${body.slice(0, 100)}`]
    const isLost = status < 400 && changed.length === 0 && last !== undefined && last.changed.length > 0
    return isLost ? [`query ${n} failed, the answer was ${status}, and nothing was written`] : []
  })
}
