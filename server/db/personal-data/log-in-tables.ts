import { deleted, each, nothing, person, row, table, type PersonalData } from './choices.ts'
import { BOTH, ENDS, exported, exportedAs, KEY, SECRET, STAFF } from './shared-choices.ts'

// The tables of log-ins: sessions, links and codes, and second factors. They are a part of the list of personal data
// (`personal-data.ts`).

export const logInTables = {
  sessions: table(deleted(person('user_id', ENDS, 'log_ins')), {
    created_at: exportedAs('began_at'),
    expires_at: exportedAs('ends_at'),
    device: exported,
    last_used_at: exported,
    ...nothing(KEY, 'id', 'user_id', 'hand_over_id', 'must_set_up_second_factor', 'password_at'),
    ...nothing(SECRET, 'token_hash', 'passkey_challenge', 'passkey_challenge_until'),
  }),
  push_subscriptions: table(deleted(row('session_id', 'sessions')), {
    ...nothing('where a device is reached while it is logged in', 'endpoint', 'auth', 'p256dh', 'created_at'),
    ...nothing(KEY, 'id', 'session_id'),
  }),
  email_links: table(deleted(person('person_id', ENDS)), {
    ...nothing(SECRET, 'token_hash', 'person_id', 'created_at', 'expires_at'),
  }),
  phone_codes: table(deleted(person('person_id', ENDS)), {
    ...nothing(SECRET, 'code_hash', 'person_id', 'created_at', 'expires_at', 'tries'),
  }),
  reset_links: table(deleted(person('user_id', ENDS)), {
    ...nothing(SECRET, 'token_hash', 'user_id', 'created_at', 'expires_at'),
    ...nothing(STAFF, 'made_by'),
  }),
  approval_pins: table(deleted(person('account_id', BOTH)), {
    ...nothing(SECRET, 'account_id', 'pin_hash', 'set_at'),
  }),
  totp_secrets: table(deleted(person('account_id', ENDS)), {
    ...nothing(SECRET, 'account_id', 'secret', 'made_at', 'confirmed_at', 'last_step'),
  }),
  recovery_codes: table(deleted(person('account_id', ENDS)), nothing(SECRET, 'account_id', 'code_hash', 'made_at')),
  pending_log_ins: table(deleted(person('account_id', ENDS)), {
    ...nothing(SECRET, 'token_hash', 'account_id', 'created_at', 'expires_at', 'tries', 'passkey_challenge'),
  }),
  passkeys: table(deleted(person('account_id', ENDS)), {
    ...each(['name', 'created_at', 'last_used_at'], exported),
    ...nothing(KEY, 'id', 'account_id'),
    ...nothing(SECRET, 'credential_id', 'public_key', 'counter', 'transports'),
  }),
  trusted_devices: table(deleted(person('account_id', ENDS)), {
    ...each(['device', 'created_at', 'last_used_at', 'expires_at'], exported),
    ...nothing(KEY, 'id', 'account_id'),
    ...nothing(SECRET, 'token_hash'),
  }),
  second_factor_offers: table(deleted(person('account_id', ENDS)), nothing(KEY, 'account_id', 'declined_at')),
} satisfies Partial<PersonalData>
