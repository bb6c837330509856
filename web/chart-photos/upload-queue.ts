import type { Angle } from '#shared/chart-photos/angles.ts'
import { ApiError } from '#shared/lib/http-client.ts'

/** A photo that is stored on this device until it has been uploaded to the server. */
export type WaitingPhoto = {
  /** The photo's id in the chart, so that a repeated upload adds nothing. */
  id: string
  /** The id of the person who took the photo; nobody else uploads it. */
  ownerId: string
  clientId: string
  name: string
  type: string
  content: ArrayBuffer
  angle: Angle
  area: string | null
  note: string | null
  taken_at: string
}

type UploadState =
  | { state: 'waiting' }
  | { state: 'sending'; percent: number }
  | { state: 'retrying' }
  /** The photo waits until the person who took it logs in again. */
  | { state: 'held' }
  | { state: 'refused'; message: string }
export type Upload = WaitingPhoto & { progress: UploadState }

/** The storage of photos that wait for their upload, which survives a reload of the page. */
export type PhotoStore = {
  all: (ownerId: string) => Promise<WaitingPhoto[]>
  put: (photos: readonly WaitingPhoto[]) => Promise<void>
  remove: (id: string) => Promise<void>
}

type QueueOptions = {
  store: PhotoStore
  send: (photo: WaitingPhoto, onProgress: (percent: number) => void) => Promise<void>
  wait: (milliseconds: number) => Promise<void>
  /** Called with the number of photos that arrived since the last call. */
  onArrived: (count: number) => void
}

/** How many photos are sent at once. Sending more would not be faster, because all uploads share one connection. */
const AT_ONCE = 2
/**
 * The pauses in milliseconds between the attempts to upload a photo. After the last value, the last value is used
 * again.
 */
const PAUSES = [1_000, 2_000, 5_000, 10_000, 30_000]
/** After how many uploaded photos `onArrived` is called while further photos are being sent. */
const ARRIVALS = 6

const isForLater = ({ status }: ApiError) => status === 0 || status === 408 || status === 429 || status >= 500

/**
 * Sends photos until the server has each of them. A photo leaves the device's storage only after the server's answer,
 * so a broken connection or a reload loses none.
 */
export class UploadQueue {
  readonly #options: QueueOptions
  #uploads: readonly Upload[] = []
  #tries = new Map<string, number>()
  #sending = 0
  #arrived = 0
  #isStored = true
  #listeners = new Set<() => void>()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  current = (): readonly Upload[] => this.#uploads

  /** False if the device could not store a photo, so that closing the page would lose it. */
  isStored = (): boolean => this.#isStored

  async add(photos: readonly WaitingPhoto[]): Promise<void> {
    this.#set([...this.#uploads, ...photos.map((photo) => ({ ...photo, progress: { state: 'waiting' } as const }))])
    await this.#options.store.put(photos).catch(() => {
      this.#isStored = false
      this.#set([...this.#uploads])
    })
    this.#pump()
  }

  /**
   * Continues with this person's photos: those that an earlier page has left, and those that waited for a log-in. The
   * photos of somebody who was logged in before on the same page are held.
   */
  async resume(ownerId: string): Promise<void> {
    const before = this.#uploads
    const left = await this.#options.store.all(ownerId).catch((): WaitingPhoto[] => [])
    // The stored photos include those that were added, resumed or removed while they were read.
    const known = new Set([...before, ...this.#uploads].map(({ id }) => id))
    const found = left.filter(({ id }) => !known.has(id))
    const waiting = { state: 'waiting' } as const
    this.#set([
      ...this.#uploads.map((one): Upload => {
        if (one.ownerId === ownerId) return one.progress.state === 'held' ? { ...one, progress: waiting } : one
        return one.progress.state === 'sending' ? one : { ...one, progress: { state: 'held' } }
      }),
      ...found.map((photo) => ({ ...photo, progress: waiting })),
    ])
    this.#pump()
  }

  /** Tries again at once, without waiting for the end of the pause. */
  retry(id?: string): void {
    const isMeant = (one: Upload) => (id === undefined ? one.progress.state === 'retrying' : one.id === id)
    this.#set(this.#uploads.map((one) => (isMeant(one) ? { ...one, progress: { state: 'waiting' } as const } : one)))
    this.#pump()
  }

  async remove(id: string): Promise<void> {
    this.#set(this.#uploads.filter((one) => one.id !== id))
    await this.#options.store.remove(id).catch(() => undefined)
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }

  #mark(id: string, progress: UploadState): void {
    this.#set(this.#uploads.map((one) => (one.id === id ? { ...one, progress } : one)))
  }

  #pump(): void {
    while (this.#sending < AT_ONCE) {
      const next = this.#uploads.find(({ progress }) => progress.state === 'waiting')
      if (!next) return
      this.#sending += 1
      this.#mark(next.id, { state: 'sending', percent: 0 })
      void this.#sendOne(next).finally(() => {
        this.#sending -= 1
        this.#pump()
        this.#tellArrivals()
      })
    }
  }

  async #sendOne(photo: WaitingPhoto): Promise<void> {
    const { id } = photo
    try {
      await this.#options.send(photo, (percent) => this.#mark(id, { state: 'sending', percent }))
      this.#arrived += 1
      this.#tries.delete(id)
      await this.remove(id)
    } catch (error) {
      this.#fail(id, error)
    }
  }

  #fail(id: string, error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return this.#mark(id, { state: 'held' })
    if (!isForLater(error)) return this.#mark(id, { state: 'refused', message: error.message })
    this.#mark(id, { state: 'retrying' })
    const tries = this.#tries.get(id) ?? 0
    this.#tries.set(id, tries + 1)
    void this.#options.wait(PAUSES[Math.min(tries, PAUSES.length - 1)]!).then(() => {
      const isWaiting = this.#uploads.some((one) => one.id === id && one.progress.state === 'retrying')
      if (isWaiting) this.retry(id)
    })
  }

  #tellArrivals(): void {
    if (this.#arrived === 0 || (this.#sending > 0 && this.#arrived < ARRIVALS)) return
    const count = this.#arrived
    this.#arrived = 0
    this.#options.onArrived(count)
  }
}
