import { createHash, createHmac } from 'node:crypto'

export type S3Credentials = { region: string; accessKey: string; secretKey: string }

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  host: string
  /** The path with its slashes, not encoded. */
  path: string
  query?: Readonly<Record<string, string>>
  /** Further headers to sign, in lower case. */
  headers?: Readonly<Record<string, string>>
  /** The SHA-256 of the body in hexadecimal digits. */
  bodySha256: string
  at: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Encodes as Amazon does: everything except letters, digits and `-._~`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const encodePath = (path: string) => path.split('/').map(encode).join('/')

const encodeQuery = (query: Readonly<Record<string, string>>) =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

/** The path and query of a request as they are sent. */
export function targetOf({ path, query = {} }: Pick<S3Request, 'path' | 'query'>): string {
  const text = encodeQuery(query)
  return text === '' ? encodePath(path) : `${encodePath(path)}?${text}`
}

/** `20130524T000000Z`: the time in UTC, as S3 wants it. */
function timestampOf(at: Date): string {
  const text = at.toISOString()
  return text.replace(/[-:]|\.\d{3}/g, '')
}

/** Returns the headers of a request, signed with Amazon's Signature Version 4, which other S3 services use as well. */
export function signS3Request(request: S3Request, { region, accessKey, secretKey }: S3Credentials) {
  const timestamp = timestampOf(request.at)
  const day = timestamp.slice(0, 8)
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': request.bodySha256,
    'x-amz-date': timestamp,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    encodePath(request.path),
    encodeQuery(request.query ?? {}),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    request.bodySha256,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, day))
  const signature = hmac(key, ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}
