import path from 'node:path'

export { ownPhotosOf } from './own-photos.ts'
export { copyWithdrawals } from './queries.ts'
export { deleteUnusedFiles } from './unused-files.ts'
export { filesOfChart } from './views.ts'

/**
 * Returns the folder in which photos of charts are stored. No call takes a file name of this folder: every photo is
 * requested by its id, so that the server always checks first who may read the chart.
 */
export const chartPhotosFolder = (uploadsDir: string): string => path.join(uploadsDir, 'charts')
