import { renewStatementNames } from '#server/db/statement-names.ts'

// The files of a worker share its modules, so reset the statement names as at an app's start.
renewStatementNames()
