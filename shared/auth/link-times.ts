/** How many minutes a password link that was sent by e-mail works. */
export const EMAILED_MINUTES = 60
/** How many hours the link for confirming an e-mail works. */
export const VERIFY_HOURS = 48
/** How many minutes the code for confirming a mobile number works. */
export const CODE_MINUTES = 10
/** How many days an invitation can be accepted. */
export const INVITED_DAYS = 7
