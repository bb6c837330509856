import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('the environment', () => {
  it('the environment is valid without any variables', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: 'data',
      databaseUrl: undefined,
      reportsDatabaseUrl: undefined,
      statementMs: 3000,
      sessionHours: 24,
      logLevel: 'warn',
      hasAccessLog: false,
      backupDir: undefined,
      backupKeep: 14,
      backupHour: 4,
      metricsToken: undefined,
      development: false,
    })
  })

  it('an empty environment variable counts as not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', TRUSTED_PROXY: '', LOG_LEVEL: '' })).toEqual(readEnv({}))
  })

  it('the app gets the values of all environment variables', () => {
    const env = readEnv({
      PORT: '8080',
      DATABASE_URL: 'postgresql://app:secret@db:5432/mutya',
      DATABASE_ADMIN_URL: 'postgres://owner@db/mutya',
      DATABASE_TIMEOUT: '20',
      PUBLIC_URL: 'https://clinic.example.ph/',
      TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8, ::1, loopback',
      SESSION_HOURS: '12',
      NODE_ENV: 'development',
    })
    expect(env).toMatchObject({
      port: 8080,
      publicUrl: 'https://clinic.example.ph',
      sessionHours: 12,
      statementMs: 20_000,
    })
    expect(env).toMatchObject({ development: true, trustedProxy: '127.0.0.1, 10.0.0.0/8, ::1, loopback' })
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/mutya'],
    ['DATABASE_TIMEOUT', '0'],
    ['PUBLIC_URL', 'clinic.example.ph'],
    ['TRUSTED_PROXY', 'true'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['SESSION_HOURS', '0'],
    ['HOLIDAY_SERVICE_URL', 'ftp://holidays.example'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_HOUR', '24'],
    ['BACKUP_PASSPHRASE', 'hunter2'],
    ['BACKUP_S3_ENDPOINT', 'storage.example'],
    ['BACKUP_S3_BUCKET', 'hunter2/../other'],
    ['METRICS_TOKEN', 'hunter2'],
    ['PUSH_SERVICES', 'https://push.example.com/with/a/path'],
    ['PUSH_SERVICES', 'push.example.com'],
    ['LOG_LEVEL', 'loud'],
    ['ACCESS_LOG', 'yes'],
    ['SMTP_URL', 'https://user:hunter2@mail.example.ph'],
    ['SMTP_URL', 'mail.example.ph:587'],
    ['MAIL_FROM', 'Perlas Clinic'],
  ])('the environment %s=%s is rejected with a message that names the variable and not its value', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`, 'm'))
    expect(() => readEnv({ [name]: value })).not.toThrow('hunter2')
  })

  const mail = { SMTP_URL: 'smtps://user:secret@mail.example.ph', MAIL_FROM: 'hello@example.ph' }

  it('the app gets the mail settings of the environment', () => {
    expect(readEnv({}).mail).toBeUndefined()
    expect(readEnv({ ...mail, PUBLIC_URL: 'https://clinic.example.ph' }).mail).toEqual({
      smtpUrl: mail.SMTP_URL,
      from: mail.MAIL_FROM,
    })
  })

  it.each([
    [{ ...mail }, /^SMTP_URL needs PUBLIC_URL beside it: .*\.$/],
    [{ ...mail, PUBLIC_URL: 'https://c.ph', MAIL_FROM: '' }, /^SMTP_URL needs MAIL_FROM beside it: .*\.$/],
    [{ MAIL_FROM: mail.MAIL_FROM }, /^MAIL_FROM needs SMTP_URL beside it: .*\.$/],
  ])('the error for incomplete mail settings names the missing part: %o', (env, sentence) => {
    expect(() => readEnv(env)).toThrow(sentence)
    expect(() => readEnv(env)).not.toThrow('secret')
  })

  it('a storage to which backups are copied needs all its environment variables, and the folder of the backups', () => {
    const keys = { BACKUP_S3_ACCESS_KEY: 'CLINIC', BACKUP_S3_SECRET_KEY: 'secret' }
    const storage = { BACKUP_S3_ENDPOINT: 'https://s3.example.com/', BACKUP_S3_BUCKET: 'clinic/makati', ...keys }
    expect(readEnv({ BACKUP_DIR: '/backups', ...storage }).backupS3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'clinic/makati',
      region: 'us-east-1',
      accessKey: 'CLINIC',
      secretKey: 'secret',
    })
    for (const missing of ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_SECRET_KEY', 'BACKUP_DIR'])
      expect(() => readEnv({ BACKUP_DIR: '/backups', ...storage, [missing]: '' })).toThrow(/^Copies in S3 need .*\.$/)
    expect(() => readEnv({ BACKUP_COPY_DIR: '/mnt/usb' })).toThrow(/^BACKUP_COPY_DIR needs BACKUP_DIR beside it: .*\.$/)
  })

  it('one error names every invalid environment variable', () => {
    expect(() => readEnv({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_ADMIN_URL: 'postgres://owner@db/mutya' })).toThrow(
      /PORT must[^\n]*\nLOG_LEVEL must[^\n]*\nDATABASE_ADMIN_URL needs/,
    )
  })
})
