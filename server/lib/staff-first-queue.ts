import { isStaff } from '#shared/users/roles.ts'
import type { Principal } from './context.ts'

/** The person whose upload or picture waits. */
export type Uploader = { isStaff: boolean; key: string }

export const uploaderOf = ({ id, role }: Pick<Principal, 'id' | 'role'>): Uploader => ({
  isStaff: isStaff(role),
  key: id,
})

type Entry = Uploader & { begin: () => void }

export type StaffFirstLimits = {
  /** The number of jobs that run at once. */
  atOnce: number
  /** How many of these jobs may belong to clients. */
  clientsAtOnce: number
}

/**
 * Admits staff before clients, and one job of each client at a time. After each job, a client's waiting jobs move
 * behind those of others.
 */
export class StaffFirstQueue {
  readonly #limits: StaffFirstLimits
  readonly #waiting = new Set<Entry>()
  readonly #running = new Set<Entry>()

  constructor(limits: StaffFirstLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Calls `begin` when the job is admitted, which may be at once. Returns a function that leaves the queue, admitted or
   * not.
   */
  enter(uploader: Uploader, begin: () => void): () => void {
    const entry = { ...uploader, begin }
    this.#waiting.add(entry)
    this.#admit()
    return () => {
      this.#waiting.delete(entry)
      if (this.#running.delete(entry)) this.#moveToEnd(entry.key)
      this.#admit()
    }
  }

  /** Runs `work` once the person is admitted. */
  async run<T>(uploader: Uploader, work: () => Promise<T>): Promise<T> {
    let leave = () => {}
    await new Promise<void>((resolve) => (leave = this.enter(uploader, resolve)))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.delete(next)
      this.#running.add(next)
      next.begin()
    }
  }

  #next(): Entry | undefined {
    const running = [...this.#running]
    if (running.length >= this.#limits.atOnce) return undefined
    const waiting = [...this.#waiting]
    const ofStaff = waiting.find((uploader) => uploader.isStaff)
    if (ofStaff) return ofStaff
    const clients = running.filter((uploader) => !uploader.isStaff)
    if (clients.length >= this.#limits.clientsAtOnce) return undefined
    return waiting.find(({ key }) => !clients.some((client) => client.key === key))
  }

  /** Moves a person's waiting jobs behind those of others. */
  #moveToEnd(ofKey: string): void {
    for (const entry of [...this.#waiting].filter(({ key }) => key === ofKey)) {
      this.#waiting.delete(entry)
      this.#waiting.add(entry)
    }
  }
}
