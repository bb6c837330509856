/** The clinic's only branch. A migration creates it with this id in every database. */
export const MAIN_BRANCH_ID = '01900000-0000-7000-8000-00000000000b'
