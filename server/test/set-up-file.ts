import { renewStatementNames } from '#server/db/statement-names.ts'

// The test files of a worker share its modules. So the names of prepared statements are reset, as at the start of an
// app.
renewStatementNames()
