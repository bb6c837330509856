import { ApiError } from '#shared/lib/http-client.ts'
import { seededRandom, type Random } from '../../../scripts/demo/random.ts'

/** A step of a random walk: its name, whether the model expects it to succeed, and the call. */
export type Step = { name: string; isAllowed: boolean; send: () => Promise<unknown> }

/**
 * A random sequence of calls to the app (a random walk), with a model of the records that says whether each next call
 * must succeed.
 */
export type Walker = {
  next: () => Step
  /** Compares the records with the model after each step; a step that was refused has not changed the model. */
  compare: () => Promise<void>
  /** Compares with the model the records that are final only at the end of the walk. */
  finish: () => Promise<void>
}

export type WalkCounts = { allowed: number; refused: number }

/**
 * Makes the step and throws if its outcome is not that of the model: an allowed step must succeed, and a forbidden one
 * must be refused with a sentence and a status from 400 to 499.
 */
async function take({ name, isAllowed, send }: Step): Promise<void> {
  const error = await send().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error === null) {
    if (!isAllowed) throw new Error(`“${name}” succeeded, but the model forbids it.`)
    return
  }
  if (!(error instanceof ApiError) || error.status >= 500) throw new Error(`“${name}” broke.`, { cause: error })
  if (isAllowed) throw new Error(`“${name}” was refused: ${error.status} ${error.message}`)
}

async function playWalk(walker: Walker, steps: number, counts: WalkCounts): Promise<void> {
  const journal: string[] = []
  try {
    for (let n = 0; n < steps; n++) {
      const step = walker.next()
      journal.push(step.name + (step.isAllowed ? '' : ', refused'))
      await take(step)
      await walker.compare()
      counts[step.isAllowed ? 'allowed' : 'refused']++
    }
    await walker.finish()
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : String(error)}\nSteps: ${journal.slice(-12).join(' → ')}`,
      {
        cause: error,
      },
    )
  }
}

type Walks = { walks: number; steps: number; seed: number; atOnce: number }

/** Plays random walks, several at once. The error of a failed walk names the seed that reproduces the walk. */
export async function playWalks(
  { walks, steps, seed, atOnce }: Walks,
  start: (random: Random, walk: number) => Promise<Walker>,
): Promise<WalkCounts> {
  const counts: WalkCounts = { allowed: 0, refused: 0 }
  let next = 0
  const playInTurn = async () => {
    while (next < walks) {
      const walk = next++
      await playWalk(await start(seededRandom(seed + walk), walk), steps, counts).catch((error: Error) => {
        throw new Error(`The walk of the seed ${seed + walk} differs from the model. ${error.message}`, {
          cause: error,
        })
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, playInTurn))
  return counts
}
