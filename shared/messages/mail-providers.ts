import type { Security } from './mail-server-contract.ts'
import type { providerHints } from './mail-server-messages.ts'

type Provider = { id: keyof typeof providerHints; name: string; host: string; port: number; security: Security }

/** The mail servers of common providers. Their names are trademarks, so they are not translated. */
export const MAIL_PROVIDERS: readonly Provider[] = [
  { id: 'gmail', name: 'Gmail', host: 'smtp.gmail.com', port: 587, security: 'starttls' },
  { id: 'microsoft', name: 'Microsoft 365', host: 'smtp.office365.com', port: 587, security: 'starttls' },
  { id: 'yahoo', name: 'Yahoo Mail', host: 'smtp.mail.yahoo.com', port: 465, security: 'tls' },
  { id: 'zoho', name: 'Zoho Mail', host: 'smtp.zoho.com', port: 465, security: 'tls' },
  { id: 'brevo', name: 'Brevo', host: 'smtp-relay.brevo.com', port: 587, security: 'starttls' },
  { id: 'sendgrid', name: 'SendGrid', host: 'smtp.sendgrid.net', port: 587, security: 'starttls' },
]
