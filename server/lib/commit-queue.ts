import type { Tx } from '#server/db/pool.ts'
import type { Channels } from '#shared/messages/message-types.ts'

/** What a hook gets right before the commit: the transaction, the time and the channels of messages. */
type Commit = { tx: Tx; now: Date; channels: Channels }

/** Writes everything that one change has queued for this hook. It reads nothing, so that it costs no round trip. */
export type CommitHook<Item> = (commit: Commit, items: readonly Item[]) => Promise<void>

/** Collects the items that one change has queued for hooks before its commit. */
export class CommitQueue {
  readonly #queued = new Map<CommitHook<never>, unknown[]>()

  add<Item>(hook: CommitHook<Item>, item: Item): void {
    const items = this.#queued.get(hook)
    if (items) items.push(item)
    else this.#queued.set(hook, [item])
  }

  /**
   * Calls each hook once with all its items. The cast is safe, because `add` accepts only items of the hook's own type.
   */
  async run(commit: Commit): Promise<void> {
    for (const [hook, items] of this.#queued) await hook(commit, items as never[])
  }
}
