import type { ReadTx } from '#server/db/pool.ts'
import { KeyMissingError, type SecretBox } from '#server/lib/secret-box.ts'
import { MailError, smtpMailer, type Mailer } from './mailer.ts'
import { hasMailServer, type MailServerRow } from './queries.ts'

type At = { tx: ReadTx; branchId: string }

/**
 * Returns whether the clinic can send e-mails now: by a mail server that environment variables set up, or by the one of
 * the settings.
 */
export type SendsEmail = (context: At) => Promise<boolean>

/**
 * Returns a function that tells whether the clinic can send e-mails. If environment variables set up a mail server
 * (`isFixed`), the function does not read the settings.
 */
export const sendsEmailOf =
  (isFixed: boolean): SendsEmail =>
  async ({ tx, branchId }) =>
    isFixed || hasMailServer(tx, branchId)

/** The purpose with which a mail server's password is encrypted, so that it can be decrypted for this branch only. */
export const passwordPurpose = (branchId: string): string => `mail server of ${branchId}`

/**
 * Returns the decrypted password; undefined for a server without a log-in, and null if the key file is missing, such as
 * after a restore.
 */
export async function readPassword(row: MailServerRow, secrets: SecretBox): Promise<string | undefined | null> {
  if (row.encrypted_password === null) return undefined
  return secrets.decrypt(row.encrypted_password, passwordPurpose(row.branch_id)).catch((error: unknown) => {
    if (error instanceof KeyMissingError) return null
    throw error
  })
}

/**
 * Creates a mailer from the stored mail settings. If the key that decrypts the password is missing, the mailer refuses
 * each e-mail, so that messages wait until somebody enters the password again.
 */
export async function storedMailer(row: MailServerRow, secrets: SecretBox): Promise<Mailer> {
  const { host, port, security, user_name: user, sender_address: from, sender_name: fromName } = row
  const password = await readPassword(row, secrets)
  const refuse = () => Promise.reject(new MailError('key-missing', true, 'key-missing'))
  if (password === null) return { from, host, send: refuse, verify: refuse, close: () => undefined }
  const logIn = user !== null && password !== undefined ? { user, pass: password } : undefined
  return smtpMailer({ host, port, security, logIn, from, fromName: fromName ?? undefined })
}
