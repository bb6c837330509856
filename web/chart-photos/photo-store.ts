import { PHOTO_DATABASE } from '#web/lib/waiting-photos.ts'
import type { PhotoStore, WaitingPhoto } from './upload-queue.ts'

const PHOTOS = 'waiting'

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the device refused the storage')))
  })

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the device has no room')))
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(PHOTO_DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(PHOTOS, { keyPath: 'id' }))
  return resultOf(request)
}

/** Runs work on the stored photos, and resolves when the device has written the change. */
async function withPhotos<Result>(
  mode: IDBTransactionMode,
  work: (photos: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(PHOTOS, mode)
    const ended = endOf(transaction)
    const result = await work(transaction.objectStore(PHOTOS))
    await ended
    return result
  } finally {
    database.close()
  }
}

/** Keeps photos in the browser's database (IndexedDB) until the server has them. */
export const devicePhotoStore: PhotoStore = {
  all: (ownerId) =>
    withPhotos('readonly', async (photos) =>
      (await resultOf<WaitingPhoto[]>(photos.getAll())).filter((photo) => photo.ownerId === ownerId),
    ),
  put: (added) =>
    withPhotos('readwrite', async (photos) => {
      await Promise.all(added.map((photo) => resultOf(photos.put(photo))))
    }),
  remove: (id) =>
    withPhotos('readwrite', async (photos) => {
      await resultOf(photos.delete(id))
    }),
}
