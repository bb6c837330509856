import { expect, test } from 'vitest'
import { ApiError } from '#shared/lib/http-client.ts'
import { UploadQueue, type PhotoStore, type WaitingPhoto } from './upload-queue.ts'

const OWNER = 'ana'

const photoOf = (id: string, ownerId = OWNER): WaitingPhoto => ({
  id,
  ownerId,
  clientId: 'bianca',
  name: `${id}.jpg`,
  type: 'image/jpeg',
  content: new ArrayBuffer(1),
  angle: 'front',
  area: null,
  note: null,
  taken_at: '2026-11-23T09:00:00+08:00',
})

/** A photo store in memory that stands for the browser's storage, which outlives the page. */
function memoryStore(photos: WaitingPhoto[] = []) {
  const kept = new Map(photos.map((photo) => [photo.id, photo]))
  const store: PhotoStore = {
    all: async (ownerId) => [...kept.values()].filter((photo) => photo.ownerId === ownerId),
    put: async (added) => added.forEach((photo) => kept.set(photo.id, photo)),
    remove: async (id) => void kept.delete(id),
  }
  return { kept, store }
}

const lost = () => new ApiError(0, 'no_answer', 'No answer')

type Options = { store?: PhotoStore; send?: (photo: WaitingPhoto) => Promise<void> }

function startQueue({ store = memoryStore().store, send = async () => undefined }: Options) {
  const pauses: number[] = []
  const arrivals: number[] = []
  const queue = new UploadQueue({
    store,
    send,
    wait: async (milliseconds) => void pauses.push(milliseconds),
    onArrived: (count) => void arrivals.push(count),
  })
  const empty = () =>
    new Promise<void>((resolve) => {
      const check = () => queue.current().length === 0 && resolve()
      queue.subscribe(check)
      check()
    })
  return { queue, pauses, arrivals, empty }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('twenty photos are uploaded although every second call fails; each stays on the device until the server has it', async () => {
  const { kept, store } = memoryStore()
  const server = new Map<string, number>()
  let calls = 0
  const { queue, empty, arrivals } = startQueue({
    store,
    send: async ({ id }) => {
      expect(kept.has(id)).toBe(true)
      server.set(id, (server.get(id) ?? 0) + 1)
      if (calls++ % 2 === 0) throw lost()
    },
  })
  const photos = Array.from({ length: 20 }, (_, i) => photoOf(`p${i}`))
  await queue.add(photos)
  await empty()
  await settled()
  expect([...server.keys()].toSorted()).toEqual(photos.map(({ id }) => id).toSorted())
  expect(kept.size).toBe(0)
  expect(arrivals.reduce((sum, count) => sum + count, 0)).toBe(20)
})

test('photos that wait on the device when a page is closed are uploaded by the next page, but not those of another person', async () => {
  const { kept, store } = memoryStore([photoOf('mine'), photoOf('hers', 'bea')])
  const sent: string[] = []
  const { queue, empty } = startQueue({ store, send: async ({ id }) => void sent.push(id) })
  await queue.resume(OWNER)
  await empty()
  expect([sent, [...kept.keys()]]).toEqual([['mine'], ['hers']])
})

test('photos that are resumed twice at the same time are listed and uploaded once', async () => {
  const sent: string[] = []
  const { store } = memoryStore([photoOf('p1'), photoOf('p2'), photoOf('p3')])
  const { queue, empty } = startQueue({ store, send: async ({ id }) => void sent.push(id) })
  const lists: string[][] = []
  queue.subscribe(() => lists.push(queue.current().map(({ id }) => id)))
  await Promise.all([queue.resume(OWNER), queue.resume(OWNER)])
  await empty()
  expect(sent).toEqual(['p1', 'p2', 'p3'])
  for (const ids of lists) expect(ids).toEqual([...new Set(ids)])
})

test('photos that wait for a log-in are not uploaded when another person logs in on the same page', async () => {
  let isLoggedIn = false
  const sent: string[] = []
  const { store } = memoryStore()
  const { queue } = startQueue({
    store,
    send: async ({ id }) => {
      if (!isLoggedIn) throw new ApiError(401, 'unauthenticated', 'Please log in')
      sent.push(id)
    },
  })
  await queue.add([photoOf('p1')])
  await settled()
  isLoggedIn = true
  await queue.resume('bea')
  await settled()
  expect(sent).toEqual([])
  await queue.resume(OWNER)
  await settled()
  expect(sent).toEqual(['p1'])
})

test('the pauses between tries to upload a photo become longer, and a returning connection ends a pause', async () => {
  let isDown = true
  const { queue, pauses, empty } = startQueue({
    send: async () => {
      if (isDown && pauses.length < 7) throw lost()
    },
  })
  await queue.add([photoOf('p1')])
  await empty()
  expect(pauses).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000, 30_000])
  isDown = false
  queue.retry()
  expect(queue.current()).toEqual([])
})

test('a photo that the server refuses stays in the upload queue with the reason; one sent without a session waits for the log-in', async () => {
  const { kept, store } = memoryStore()
  let isLoggedIn = false
  const { queue, empty } = startQueue({
    store,
    send: async ({ id }) => {
      if (id === 'bad') throw new ApiError(422, 'validation', 'The picture cannot be read.')
      if (!isLoggedIn) throw new ApiError(401, 'unauthenticated', 'Please log in')
    },
  })
  await queue.add([photoOf('bad'), photoOf('good')])
  await settled()
  expect(queue.current().map(({ progress }) => progress)).toEqual([
    { state: 'refused', message: 'The picture cannot be read.' },
    { state: 'held' },
  ])
  isLoggedIn = true
  await queue.resume(OWNER)
  await settled()
  expect(queue.current().map(({ id }) => id)).toEqual(['bad'])
  await queue.remove('bad')
  await empty()
  expect(kept.size).toBe(0)
})

test('a device without room for the photos still sends them, and the queue says that they are not stored', async () => {
  const store: PhotoStore = { ...memoryStore().store, put: () => Promise.reject(new Error('quota')) }
  const sent: string[] = []
  const { queue, empty } = startQueue({ store, send: async ({ id }) => void sent.push(id) })
  await queue.add([photoOf('p1')])
  await empty()
  expect([sent, queue.isStored()]).toEqual([['p1'], false])
})
