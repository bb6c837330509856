/** How many minutes a password link works when it is sent by e-mail. */
export const EMAILED_MINUTES = 60
/** How many hours a link works that confirms an e-mail. */
export const VERIFY_HOURS = 48
/** How many minutes a code works that confirms a mobile number. */
export const CODE_MINUTES = 10
/** How many days an invitation can be accepted. */
export const INVITED_DAYS = 7
