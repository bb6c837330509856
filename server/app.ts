import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import { MAX_IMAGE_BYTES } from '#shared/lib/image-file.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { serveApiDocs } from './api-docs/public.ts'
import { findKeyPrincipal } from './api-keys/public.ts'
import { addressKey } from './auth/address-key.ts'
import { isDiskFull } from './db/is-database-away.ts'
import type { Database } from './db/pool.ts'
import { registerFeatures, type FeatureOptions } from './features.ts'
import { AppError } from './lib/app-error.ts'
import { DiskSpace } from './lib/disk-space.ts'
import { handleClientError, handleError, handleFrameworkError } from '#server/lib/http/errors.ts'
import type { EventHub } from './lib/event-hub.ts'
import type { HubEvent } from './lib/hub-event.ts'
import { limitBodyTime } from '#server/lib/http/limit-body-time.ts'
import { limitConcurrency } from '#server/lib/http/limit-concurrency.ts'
import { limitSessions, TokenBuckets } from '#server/lib/http/limit-rate.ts'
import { defaultRequestTimeouts, timeoutOptions, type RequestTimeouts } from '#server/lib/http/limits.ts'
import { addAuthorization, hasApiKey, tokenOf } from '#server/lib/http/authorize.ts'
import { createRegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { createBackgroundTasks } from './lib/background-tasks.ts'
import type { SmsGateway } from './messages/transport/sms-gateway.ts'
import { channelsOf } from './messages/deliver.ts'
import type { Reach } from './messages/settings.ts'
import { newId } from './lib/new-id.ts'
import { addSecurityHeaders } from '#server/lib/http/security-headers.ts'
import { logAccess } from '#server/lib/http/access-log.ts'
import { serializeRequest } from '#server/lib/http/request-log.ts'
import { warnOfUntrustedProxy } from '#server/lib/http/untrusted-proxy.ts'
import { limitUploads } from '#server/lib/http/limit-uploads.ts'
import { fileOfPart } from './lib/uploads.ts'
import { PushSender } from './push/push-sender.ts'
import { findPrincipal } from './sessions/public.ts'
import { OfferRunner } from './waitlist/offer-runner.ts'
import { registerHealth } from '#server/lib/http/health.ts'
import { presentAddress } from '#server/lib/http/moved-calls.ts'
import type { PoolCounts } from './metrics/clinic-metrics.ts'
import { registerMetrics } from './metrics/register-metrics.ts'
import { addNotFound } from './pages/register-pages.ts'

export type AppOptions = Omit<
  FeatureOptions,
  'db' | 'hub' | 'registerEndpoint' | 'backgroundTasks' | 'reach' | 'personOf'
> & {
  db: Database
  /** The connection pool for changes of data (see `createChangePool`). By default it is the same pool as `db`. */
  changeDb?: Database | undefined
  exportDb: Database
  /** The replica from which reports are read. Without a replica, they are read from the main database. */
  replica?: Database | undefined
  clock: () => Date
  hub: EventHub
  logger: FastifyServerOptions['logger']
  /** The proxies whose X-Forwarded-* headers are trusted; none by default. */
  trustProxy?: string | boolean | undefined
  publicUrl?: string | undefined
  requestTimeouts?: RequestTimeouts | undefined
  /** The connection pools whose counts `/metrics` adds up and reports, and the token that `/metrics` requires. */
  metrics?: { pools?: readonly PoolCounts[]; token?: string | undefined }
  /** True if the log gets a line for each response. */
  hasAccessLog?: boolean | undefined
  /** Sends SMS. Without a gateway the clinic sends no SMS. */
  sms?: SmsGateway | undefined
  /**
   * If false, only the job that runs every minute offers freed times to the waitlist; by default they are offered at
   * once.
   */
  offersAtOnce?: boolean | undefined
}

const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Mutya',
    version: '1',
  },
  components: {
    securitySchemes: {
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: 'access_token',
        description: 'The session cookie of a browser. Changes also need the header X-CSRF-Token.',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session, from POST /api/login.' },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key of Settings, Developers. The description of a call names the scope that the key needs.',
      },
    },
  },
} as const

/** Registers Fastify's own plug-ins: compression, OpenAPI, cookies and forms. */
async function addPlugins(app: FastifyInstance): Promise<void> {
  // Only JSON is compressed here: the build compresses pages and files already, and compression would delay event
  // streams.
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    customTypes: /^application\/json/,
    // Compressed requests are refused, because a small one could decompress into gigabytes.
    globalDecompression: false,
  })
  await app.register(swagger, { transform: jsonSchemaTransform, openapi: openApi })
  await app.register(cookie)
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile(part) {
      return fileOfPart(this, part)
    },
    limits: { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 20, fieldSize: 10_000, parts: 21 },
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    async (request: FastifyRequest, body: string) => {
      if (request.routeOptions.config.sends !== 'form') throw new AppError('validation', requestRefusals.unreadable)
      return Object.fromEntries(new URLSearchParams(body))
    },
  )
}

/**
 * Adds authentication and rate limits. Returns the request queue for `registerEndpoint` and a function that identifies
 * the caller.
 */
function addAccess(app: FastifyInstance, options: AppOptions) {
  const { db, clock } = options
  const wrongKeys = new TokenBuckets(options.limits.floods.wrongKeysPerAddress)
  const warn = (error: unknown, text: string) => app.log.warn({ err: error }, text)
  const find = (token: string, request: FastifyRequest) =>
    concurrency.lookUpSession(request, async () =>
      hasApiKey(request)
        ? findKeyPrincipal({ db, wrongKeys, warn }, { token, addressKey: addressKey(request.ip), now: clock() })
        : findPrincipal({ db, warn }, token, clock()),
    )
  const concurrency = limitConcurrency(options.limits.floods, addressKey)
  app.addHook('onRequest', (request, _reply, done) =>
    concurrency.startInTurn(request, (refusal) => (refusal ? done(refusal) : done())),
  )
  addAuthorization(app, {
    findPrincipal: find,
    publicUrl: options.publicUrl,
  })
  limitSessions(app, options.limits.floods)
  limitBodyTime(app, options.requestTimeouts ?? defaultRequestTimeouts)
  limitUploads(app, addressKey)
  const personOf = async (request: FastifyRequest) => {
    // For pages a request with an API key counts as not logged in, because API keys are only for calls of the API.
    const token = hasApiKey(request) ? undefined : tokenOf(request)
    const principal = token === undefined ? null : await find(token, request)
    // A client holds the tablet of a handed-over session, so pages treat the request as not logged in.
    return principal?.hand_over_id ? null : principal
  }
  return { concurrency, personOf }
}

/**
 * Returns the function that publishes a change: to the screens of all processes, to push subscriptions, and to the
 * waitlist.
 */
function publisher(app: FastifyInstance, options: AppOptions) {
  const { db, clock, hub, publicUrl, limits } = options
  // Push services require a contact of the sender. Browsers subscribe only over https, and then the public URL is set.
  const contact = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:clinic@mutya.invalid'
  const pushes = new PushSender({ db, clock, contact, warn: (line) => app.log.warn(line) })
  app.addHook('onClose', () => pushes.close())
  const offers = new OfferRunner({
    db,
    clock,
    limits: limits.waitlist,
    channels: channelsOf(options),
    publish: (events) => hub.publish(events),
    warn: (error, text) => app.log.warn({ err: error }, text),
  })
  app.addHook('onClose', () => offers.close())
  return (events: HubEvent[], pendingIds: string[]): void => {
    hub.publish(events, pendingIds)
    pushes.announce(events)
    if (options.offersAtOnce !== false) offers.announce(events)
  }
}

/** Turns errors into sentences for people and remembers a full disk for `/readyz`. */
function addErrorHandler(app: FastifyInstance, options: AppOptions): DiskSpace {
  const space = new DiskSpace(options.db, options.uploadsDir)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isDiskFull(error)) space.noteFull()
    return handleError(error, request, reply)
  })
  return space
}

const reachOf = ({ mailer, sms }: Pick<AppOptions, 'mailer' | 'sms'>): Reach => ({
  email: mailer ? { host: mailer.host ?? '', from: mailer.from ?? '' } : null,
  sms: sms ? { host: sms.host } : null,
})

/** Removes secrets from every logged request. */
const loggerOf = (logger: AppOptions['logger']): AppOptions['logger'] =>
  typeof logger === 'object' ? { ...logger, serializers: { req: serializeRequest } } : (logger ?? false)

/** Builds the whole server as one Fastify instance, which does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: handleClientError,
    ...timeoutOptions(options.requestTimeouts ?? defaultRequestTimeouts),
    logger: loggerOf(options.logger),
    genReqId: newId,
    rewriteUrl: presentAddress,
    bodyLimit: 1_000_000,
    forceCloseConnections: true,
    trustProxy: options.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  // The response was already validated inside the transaction, so it is only stringified here.
  app.setSerializerCompiler(() => JSON.stringify)
  const space = addErrorHandler(app, options)
  if (options.hasAccessLog) logAccess(app)
  addNotFound(app)
  addSecurityHeaders(app)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await addPlugins(app)
  registerMetrics(app, { db: options.db, hub: options.hub, clock: options.clock, ...options.metrics })
  const { concurrency, personOf } = addAccess(app, options)
  warnOfUntrustedProxy(app)
  const registerEndpoint = createRegisterEndpoint(app, {
    ...options,
    afterCommit: publisher(app, options),
    queued: concurrency.queued,
    channels: channelsOf(options),
  })
  registerHealth(app, options.db, space)
  const backgroundTasks = createBackgroundTasks()
  app.addHook('onClose', () => backgroundTasks.close())
  await registerFeatures(app, { ...options, backgroundTasks, reach: reachOf(options), personOf, registerEndpoint })
  serveApiDocs(app)
  await app.ready()
  return app
}
