import { admin, everyone, loggedIn, type Row } from './access-roles.ts'

/** Who may make the calls that log people in, change their passwords, and set up their second factor. */
export const logInAccess: readonly Row[] = [
  { call: 'GET /api/csrf-cookie', may: everyone },
  { call: 'POST /api/register', may: everyone },
  { call: 'POST /api/login', may: everyone },
  { call: 'POST /api/login/second-factor', may: everyone },
  { call: 'POST /api/forgot-password', may: everyone },
  { call: 'POST /api/reset-password', may: everyone },
  { call: 'POST /api/setup', may: everyone },
  { call: 'POST /api/verify-email', may: everyone },
  { call: 'GET /api/user', may: loggedIn },
  { call: 'PUT /api/user/password', may: loggedIn },
  { call: 'POST /api/logout', may: loggedIn },
  { call: 'GET /api/my/devices', may: loggedIn },
  { call: 'DELETE /api/my/devices', may: loggedIn },
  { call: 'DELETE /api/my/devices/:id', may: loggedIn },
  { call: 'DELETE /api/my/trusted-devices/:id', may: loggedIn },
  { call: 'GET /api/my/second-factor', may: loggedIn },
  { call: 'POST /api/my/second-factor', may: loggedIn },
  { call: 'POST /api/my/second-factor/secret', may: loggedIn },
  { call: 'POST /api/my/second-factor/recovery-codes', may: loggedIn },
  { call: 'POST /api/my/second-factor/off', may: loggedIn },
  { call: 'POST /api/my/second-factor/later', may: loggedIn },
  { call: 'GET /api/log-in-rules', may: admin },
  { call: 'PUT /api/log-in-rules', may: admin },
  { call: 'POST /api/users/:id/second-factor-reset', may: admin },
]
