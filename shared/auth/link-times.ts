/** How long a link for a new password works when it is sent by e-mail. */
export const EMAILED_MINUTES = 60
/** How long a link works that confirms an e-mail address. */
export const VERIFY_HOURS = 48
/** How long a code works that confirms a mobile number. */
export const CODE_MINUTES = 10
/** How long an invitation can be accepted. */
export const INVITED_DAYS = 7
