import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { site } from './site.ts'

const sharing = z.object({
  /** The origin of the clinic's public address; null when the installation does not name one. */
  address: z.string().nullable(),
  /** True once the clinic has published its website; until then visitors see the automatic page. */
  is_published: z.boolean(),
  /** Logo and colours of the published website. */
  logo: site.shape.logo,
  colours: site.shape.colours,
})
export type Sharing = z.output<typeof sharing>

export const sharingContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/website/sharing',
    access: 'website.manage',
    summary: 'What links, QR codes and posters of the website need',
    response: z.object({ data: sharing }),
  }),
}
