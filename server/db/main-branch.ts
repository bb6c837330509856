/** The clinic's one branch; the migration of the branches makes it with this id in every database. */
export const MAIN_BRANCH_ID = '01900000-0000-7000-8000-00000000000b'
