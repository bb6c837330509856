import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './backup-error.ts'
import type { BackupStore } from './backup-stores.ts'
import { signS3Request, targetOf, type S3Credentials, type S3Request } from './sign-s3-request.ts'

export type S3Settings = S3Credentials & {
  /** The address of the service, such as `https://s3.ap-southeast-1.amazonaws.com`. */
  endpoint: string
  /** The bucket, with a folder in it if need be: `clinic-backups/makati`. */
  bucket: string
}

/** The largest object in bytes that S3 accepts in one request. */
const LARGEST_BYTES = 5_368_709_120
/** A connection counts as broken if no data passes for this many milliseconds. */
const IDLE_MS = 60_000

type Upload = { file: string; bytes: number }
type Answer = { status: number; body: string }

/** Sends a request; resolves with the answer once it has ended. */
function send(url: URL, options: http.RequestOptions, upload: Upload | undefined): Promise<Answer> {
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = open(url, options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    request.setTimeout(IDLE_MS, () => request.destroy(new Error('no answer')))
    request.on('error', reject)
    if (upload) pipeline(createReadStream(upload.file), request).catch(reject)
    else request.end()
  })
}

const tagged = (body: string, tag: string) =>
  [...body.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, content = '']) => content)

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const EMPTY = createHash('sha256').digest('hex')

type Wanted = Pick<S3Request, 'method' | 'path' | 'query'> & { bodySha256?: string }

/** Returns the function that sends signed requests and throws a `BackupError` unless they succeed. */
function signedCalls(settings: S3Settings, name: string, clock: () => Date) {
  const { host, origin } = new URL(settings.endpoint)
  return async (wanted: Wanted, signal?: AbortSignal, upload?: Upload): Promise<string> => {
    const headers = signS3Request({ bodySha256: EMPTY, ...wanted, host, at: clock() }, settings)
    const length = upload ? { 'content-length': upload.bytes } : {}
    const url = new URL(origin + targetOf(wanted))
    const options = { method: wanted.method, headers: { ...headers, ...length }, ...(signal && { signal }) }
    const { status, body } = await send(url, options, upload).catch((error: Error) => {
      if (signal?.aborted) throw error
      throw new BackupError(`${name} cannot be reached (${error.message || String(error)}). Check BACKUP_S3_ENDPOINT.`)
    })
    if (status >= 200 && status < 300) return body
    const reason = [status, ...tagged(body, 'Code')].join(', ')
    throw new BackupError(
      `${name} refused the request (${reason}). Check BACKUP_S3_BUCKET, BACKUP_S3_REGION and the two keys.`,
    )
  }
}

/**
 * A bucket of S3-compatible storage. The URLs name the bucket in their path, because every such service understands
 * this form.
 */
export function s3Store(settings: S3Settings, clock: () => Date): BackupStore {
  const [bucket = '', ...folders] = settings.bucket.split('/')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  const name = `${settings.bucket} at ${new URL(settings.endpoint).host}`
  const call = signedCalls(settings, name, clock)
  const pathOf = (fileName: string) => `/${bucket}/${prefix}${fileName}`
  return {
    name,
    list: async (signal) => {
      const names: string[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const more: Record<string, string> = token === '' ? {} : { 'continuation-token': token }
        const query = { 'list-type': '2', prefix, ...more }
        const body: string = await call({ method: 'GET', path: `/${bucket}`, query }, signal)
        names.push(...tagged(body, 'Key').map((key) => key.slice(prefix.length)))
        token = tagged(body, 'IsTruncated')[0] === 'true' ? tagged(body, 'NextContinuationToken')[0] : undefined
      }
      return names
    },
    put: async (fileName, file, signal) => {
      const { size: bytes } = await stat(file)
      if (bytes > LARGEST_BYTES)
        throw new BackupError(`${fileName} is larger than 5 GB, which ${name} does not accept. Use BACKUP_COPY_DIR.`)
      const bodySha256 = await sha256Of(file)
      await call({ method: 'PUT', path: pathOf(fileName), bodySha256 }, signal, { file, bytes })
    },
    remove: async (fileName) => {
      await call({ method: 'DELETE', path: pathOf(fileName) })
    },
  }
}
