import net from 'node:net'
import { z } from 'zod'

/** Thrown with one sentence for each unusable variable. */
class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

const unset = (value: unknown) => (value === '' ? undefined : value)
const url = (sentence: string, protocol: RegExp) => z.preprocess(unset, z.url({ protocol, error: sentence }).optional())
const whole = (sentence: string, from: number, to: number, otherwise: number) =>
  z.preprocess(unset, z.coerce.number(sentence).int(sentence).min(from, sentence).max(to, sentence).default(otherwise))

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.trim().split('/')
  const family = net.isIP(address)
  if (namedNetworks.includes(text.trim())) return true
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const proxySentence =
  'TRUSTED_PROXY must name your proxy: addresses or networks such as "127.0.0.1" or "10.0.0.0/8", separated by commas.'
const pushSentence =
  'PUSH_SERVICES must be origins such as https://push.example.com, separated by commas, without a path.'
const webhookSentence = 'WEBHOOK_PRIVATE_ADDRESSES must be “allow”, or be left out.'
const accessLogSentence = 'ACCESS_LOG must be “on”, or be left out.'
const passphraseSentence = 'BACKUP_PASSPHRASE must have at least 12 characters.'
const bucketSentence =
  'BACKUP_S3_BUCKET must be a bucket such as “clinic-backups”, or a folder in it such as “clinic-backups/makati”.'
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/
const metricsSentence = 'METRICS_TOKEN must have at least 16 characters.'
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const postgres = /^postgres(ql)?$/
const http = /^https?$/
const smtp = /^smtps?$/

const schema = z.object({
  PORT: whole('PORT must be a number from 0 to 65535.', 0, 65_535, 3000),
  HOST: z.preprocess(unset, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(unset, z.string().default('data')),
  DATABASE_URL: url('DATABASE_URL must look like postgres://user:password@host:5432/database.', postgres),
  DATABASE_ADMIN_URL: url('DATABASE_ADMIN_URL must look like postgres://owner:password@host:5432/database.', postgres),
  REPORTS_DATABASE_URL: url(
    'REPORTS_DATABASE_URL must look like postgres://user:password@replica:5432/database.',
    postgres,
  ),
  DATABASE_TIMEOUT: whole('DATABASE_TIMEOUT must be a whole number of seconds from 1 to 60.', 1, 60, 3),
  PUBLIC_URL: url('PUBLIC_URL must be the address people type, such as https://clinic.example.ph.', http),
  TRUSTED_PROXY: z.preprocess(
    unset,
    z
      .string()
      .refine((text) => text.split(',').every(isNetwork), proxySentence)
      .optional(),
  ),
  SMTP_URL: url('SMTP_URL must look like smtp://user:password@mail.example.ph:587 (smtps:// for port 465).', smtp),
  MAIL_FROM: z.preprocess(
    unset,
    z.email('MAIL_FROM must be the address that emails come from, such as clinic@example.ph.').optional(),
  ),
  SEMAPHORE_API_KEY: z.preprocess(
    unset,
    z.string().min(8, 'SEMAPHORE_API_KEY must be the key of your account.').optional(),
  ),
  SEMAPHORE_SENDER: z.preprocess(
    unset,
    z.string().max(11, 'SEMAPHORE_SENDER must be a sender name of up to 11 characters.').optional(),
  ),
  SEMAPHORE_URL: url('SEMAPHORE_URL must be an http or https address.', http),
  SMS_WEBHOOK_URL: url('SMS_WEBHOOK_URL must be an http or https address that takes SMS.', http),
  SMS_WEBHOOK_TOKEN: z.preprocess(unset, z.string().optional()),
  SESSION_HOURS: whole('SESSION_HOURS must be a whole number from 1 to 720.', 1, 720, 24),
  HOLIDAY_SERVICE_URL: url('HOLIDAY_SERVICE_URL must be an http or https address.', http),
  PUSH_SERVICES: z.preprocess(
    unset,
    z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
        pushSentence,
      )
      .default([]),
  ),
  LOG_LEVEL: z.preprocess(unset, z.enum(levels, `LOG_LEVEL must be one of ${levels.join(', ')}.`).default('warn')),
  ACCESS_LOG: z.preprocess(unset, z.literal('on', accessLogSentence).optional()),
  BACKUP_DIR: z.preprocess(unset, z.string().optional()),
  BACKUP_PASSPHRASE: z.preprocess(unset, z.string().min(12, passphraseSentence).optional()),
  BACKUP_COPY_DIR: z.preprocess(unset, z.string().optional()),
  BACKUP_S3_ENDPOINT: url(
    'BACKUP_S3_ENDPOINT must be an address such as https://s3.ap-southeast-1.amazonaws.com.',
    http,
  ),
  BACKUP_S3_BUCKET: z.preprocess(unset, z.string().regex(bucketName, bucketSentence).optional()),
  BACKUP_S3_REGION: z.preprocess(unset, z.string().default('us-east-1')),
  BACKUP_S3_ACCESS_KEY: z.preprocess(unset, z.string().optional()),
  BACKUP_S3_SECRET_KEY: z.preprocess(unset, z.string().optional()),
  BACKUP_KEEP: whole('BACKUP_KEEP must be a whole number from 1 to 1000.', 1, 1000, 14),
  BACKUP_HOUR: whole('BACKUP_HOUR must be an hour of the day from 0 to 23.', 0, 23, 4),
  WEBHOOK_PRIVATE_ADDRESSES: z.preprocess(unset, z.literal('allow', webhookSentence).optional()),
  METRICS_TOKEN: z.preprocess(unset, z.string().min(16, metricsSentence).optional()),
  CHROMIUM_PATH: z.preprocess(unset, z.string().optional()),
  NODE_ENV: z.preprocess(unset, z.string().default('production')),
  PATH: z.string().default(''),
})

/** The SMS gateway that the environment names, and how to log in to it. */
export type SmsSettings =
  | { kind: 'semaphore'; url: string; apiKey: string; sender: string | undefined }
  | { kind: 'webhook'; url: string; token: string | undefined }

/** The app's settings, read once at the start. */
export type Env = {
  port: number
  host: string
  dataDir: string
  /** The URL of an external database; if undefined, the private database is started. */
  databaseUrl: string | undefined
  /** The URL with the owner of the database, for migrations; if undefined, the app's own role runs them. */
  databaseAdminUrl: string | undefined
  /** The URL of a replica of the external database, from which reports and exports are read. */
  reportsDatabaseUrl: string | undefined
  /** How many milliseconds a statement of a request may run. */
  statementMs: number
  /** The public origin without a path, used for links and the Origin check. */
  publicUrl: string | undefined
  /**
   * The proxies whose `X-Forwarded-*` headers are trusted: addresses and networks separated by commas, in Fastify's
   * notation.
   */
  trustedProxy: string | undefined
  /** The SMTP server and the sender of e-mails; if undefined, the mail account in the settings is used. */
  mail: { smtpUrl: string; from: string } | undefined
  /** The SMS gateway; if undefined, no SMS is sent. */
  sms: SmsSettings | undefined
  sessionHours: number
  holidayServiceUrl: string | undefined
  /** Origins of push services that are accepted in addition to those of common browsers. */
  pushServices: readonly string[]
  logLevel: (typeof levels)[number]
  /** True if the log gets a line for each response. */
  hasAccessLog: boolean
  /** The folder of the daily backups; if undefined, no daily backups are made. */
  backupDir: string | undefined
  /** The passphrase with which backups are encrypted; if undefined, backups are not encrypted. */
  backupPassphrase: string | undefined
  /** A folder into which backups are copied. */
  backupCopyDir: string | undefined
  /** S3-compatible storage into which backups are copied. */
  backupS3: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string } | undefined
  /** The number of backups to keep in `backupDir`. */
  backupKeep: number
  /** The hour of the day in Manila from which the daily backup is due. */
  backupHour: number
  /** True if webhooks may send to private networks and over http. */
  allowsPrivateWebhooks: boolean
  /** The token that `/metrics` requires; if undefined, only this machine may read the metrics. */
  metricsToken: string | undefined
  chromiumPath: string | undefined
  /** True in watch mode (`npm run dev`), in which Vite serves the pages and not the app. */
  development: boolean
  /** The PATH in which a system's PostgreSQL is searched. */
  searchPath: string
}

type Source = Record<string, string | undefined>

/** Groups of variables: if the first is set, all others must be. */
const together: { variables: [string, ...string[]]; sentence: string }[] = [
  {
    variables: ['DATABASE_ADMIN_URL', 'DATABASE_URL'],
    sentence: 'DATABASE_ADMIN_URL needs DATABASE_URL beside it: the role that the app itself runs as.',
  },
  {
    variables: ['REPORTS_DATABASE_URL', 'DATABASE_URL'],
    sentence: 'REPORTS_DATABASE_URL needs DATABASE_URL beside it: the database that the replica follows.',
  },
  {
    variables: ['SMTP_URL', 'MAIL_FROM'],
    sentence: 'SMTP_URL needs MAIL_FROM beside it: the address emails come from.',
  },
  {
    variables: ['SMTP_URL', 'PUBLIC_URL'],
    sentence: 'SMTP_URL needs PUBLIC_URL beside it: the links in emails lead there.',
  },
  {
    variables: ['MAIL_FROM', 'SMTP_URL'],
    sentence: 'MAIL_FROM needs SMTP_URL beside it: the server that takes emails.',
  },
  {
    variables: ['SEMAPHORE_SENDER', 'SEMAPHORE_API_KEY'],
    sentence: 'SEMAPHORE_SENDER needs SEMAPHORE_API_KEY beside it: the key of the account.',
  },
  {
    variables: ['BACKUP_COPY_DIR', 'BACKUP_DIR'],
    sentence: 'BACKUP_COPY_DIR needs BACKUP_DIR beside it: the folder of the backups that are copied.',
  },
  ...(['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET'] as const).map(
    (first) =>
      ({
        variables: [
          first,
          'BACKUP_S3_ENDPOINT',
          'BACKUP_S3_BUCKET',
          'BACKUP_S3_ACCESS_KEY',
          'BACKUP_S3_SECRET_KEY',
          'BACKUP_DIR',
        ],
        sentence:
          'Copies in S3 need BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and BACKUP_DIR.',
      }) satisfies { variables: [string, ...string[]]; sentence: string },
  ),
]

const incomplete = (source: Source) =>
  together
    .filter(({ variables: [first, ...others] }) => {
      const isSet = (name: string) => unset(source[name]) !== undefined
      return isSet(first) && !others.every(isSet)
    })
    .map(({ sentence }) => sentence)

const SEMAPHORE = 'https://api.semaphore.co/api/v4/messages'

/** If both are configured, Semaphore has priority over a webhook. */
function smsSettings(data: z.output<typeof schema>): SmsSettings | undefined {
  const { SEMAPHORE_API_KEY: apiKey, SMS_WEBHOOK_URL: webhook } = data
  if (apiKey !== undefined)
    return { kind: 'semaphore', url: data.SEMAPHORE_URL ?? SEMAPHORE, apiKey, sender: data.SEMAPHORE_SENDER }
  return webhook === undefined ? undefined : { kind: 'webhook', url: webhook, token: data.SMS_WEBHOOK_TOKEN }
}

/** The storage for copies of backups; undefined unless all its variables are set. */
function s3Settings(data: z.output<typeof schema>): Env['backupS3'] {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region } = data
  const { BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey } = data
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined
  return { endpoint: new URL(endpoint).origin, bucket, region, accessKey, secretKey }
}

/** Reads the environment; throws an `EnvironmentError` with a sentence for each unusable variable. */
export function readEnv(source: Source = process.env): Env {
  const { data, error } = schema.safeParse(source)
  const sentences = new Set([...(error?.issues.map((issue) => issue.message) ?? []), ...incomplete(source)])
  if (!data || sentences.size > 0) throw new EnvironmentError([...sentences].join('\n'))
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databaseAdminUrl: data.DATABASE_ADMIN_URL,
    reportsDatabaseUrl: data.REPORTS_DATABASE_URL,
    statementMs: data.DATABASE_TIMEOUT * 1000,
    publicUrl: data.PUBLIC_URL === undefined ? undefined : new URL(data.PUBLIC_URL).origin,
    trustedProxy: data.TRUSTED_PROXY,
    mail: data.SMTP_URL && data.MAIL_FROM ? { smtpUrl: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
    sms: smsSettings(data),
    sessionHours: data.SESSION_HOURS,
    holidayServiceUrl: data.HOLIDAY_SERVICE_URL,
    pushServices: data.PUSH_SERVICES,
    logLevel: data.LOG_LEVEL,
    hasAccessLog: data.ACCESS_LOG === 'on',
    backupDir: data.BACKUP_DIR,
    backupPassphrase: data.BACKUP_PASSPHRASE,
    backupCopyDir: data.BACKUP_COPY_DIR,
    backupS3: s3Settings(data),
    backupKeep: data.BACKUP_KEEP,
    backupHour: data.BACKUP_HOUR,
    allowsPrivateWebhooks: data.WEBHOOK_PRIVATE_ADDRESSES === 'allow',
    metricsToken: data.METRICS_TOKEN,
    chromiumPath: data.CHROMIUM_PATH,
    development: data.NODE_ENV === 'development',
    searchPath: data.PATH,
  }
}
