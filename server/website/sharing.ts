import type { ReadTx } from '#server/db/pool.ts'
import { parseUrl } from '#shared/lib/parse-url.ts'
import type { Sharing } from '#shared/website/sharing-contract.ts'
import { publishedWebsite } from './published-site.ts'
import * as views from './views.ts'

/**
 * The data for links, QR codes and posters. `publicUrl` is the address in the environment variable PUBLIC_URL, if it is
 * set.
 */
export async function readSharing(tx: ReadTx, branchId: string, publicUrl: string | undefined): Promise<Sharing> {
  const { logo, colours } = await publishedWebsite(tx, branchId)
  const latest = await views.latestVersion(tx, branchId)
  const address = publicUrl === undefined ? null : (parseUrl(publicUrl)?.origin ?? null)
  return { address, is_published: latest !== undefined, logo, colours }
}
