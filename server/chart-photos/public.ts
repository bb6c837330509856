import path from 'node:path'

export { copyWithdrawals } from './queries.ts'
export { filesOfChart } from './views.ts'

/** The folder of the photos. No call serves it by file name, so that a photo is sent only after the check of its chart. */
export const chartPhotosFolder = (uploadsDir: string): string => path.join(uploadsDir, 'charts')
