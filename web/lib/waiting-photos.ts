/** The browser's database (IndexedDB) of the chart photos that wait on this device for their upload. */
export const PHOTO_DATABASE = 'mutya.chart-photos'

/** True if this device has stored chart photos before, so that the app loads the code that uploads them. */
export async function hasPhotoDatabase(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === PHOTO_DATABASE)
  } catch {
    // Storage is disabled, so this device has stored no photos.
    return false
  }
}
