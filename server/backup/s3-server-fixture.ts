import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { S3Settings } from './s3-store.ts'
import { signS3Request, type S3Request } from './sign-s3-request.ts'

/** How many objects the server lists on one page. */
const PAGE = 2

/** A small server that works like S3: it checks each signature and the checksum of each body, and lists in pages. */
export async function startS3Server() {
  const objects = new Map<string, Buffer>()
  const credentials = { region: 'ap-southeast-1', accessKey: 'CLINIC', secretKey: 'the secret key of the clinic' }
  const state = { status: 0 }

  const isSigned = (request: IncomingMessage, url: URL): boolean => {
    const { headers } = request
    const at = String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5')
    const signed = signS3Request(
      {
        method: request.method as S3Request['method'],
        host: headers.host ?? '',
        path: decodeURIComponent(url.pathname),
        query: Object.fromEntries(url.searchParams),
        bodySha256: String(headers['x-amz-content-sha256']),
        at: new Date(at),
      },
      credentials,
    )
    return signed.authorization === headers.authorization
  }
  const list = (url: URL): string => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
    const from = Number(url.searchParams.get('continuation-token') ?? 0)
    const page = keys.slice(from, from + PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    const isCut = from + PAGE < keys.length
    const next = isCut ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${page.join('')}${next}</ListBucketResult>`
  }
  const answer = async (request: IncomingMessage): Promise<[status: number, body: string]> => {
    const body = await buffer(request)
    if (state.status !== 0) return [state.status, '<Error><Code>SlowDown</Code></Error>']
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    if (!isSigned(request, url)) return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>']
    if (createHash('sha256').update(body).digest('hex') !== request.headers['x-amz-content-sha256'])
      return [400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>']
    const [, bucket = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? []
    if (bucket !== 'clinic') return [404, '<Error><Code>NoSuchBucket</Code></Error>']
    if (request.method === 'GET') return [200, list(url)]
    if (request.method === 'PUT') objects.set(key, body)
    else objects.delete(key)
    return [request.method === 'PUT' ? 200 : 204, '']
  }
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: S3Settings = { ...credentials, endpoint, bucket: 'clinic/makati' }
  return {
    settings,
    objects,
    /** Makes the server answer each request with this HTTP status from now on; 0 makes it work again. */
    failWith: (status: number) => {
      state.status = status
    },
  }
}
