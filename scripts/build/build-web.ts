import path from 'node:path'
import { build } from 'vite'
import { prerender } from '../prerender.tsx'
import { precompress } from './precompress.ts'

const webRoot = path.resolve('dist/web')

/** The pages: bundled, their first view written into them, and everything compressed that is sent as it lies there. */
export async function buildWeb(): Promise<void> {
  await build({ logLevel: 'warn' })
  await prerender(webRoot)
  await precompress(webRoot)
}
