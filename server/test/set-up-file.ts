import { renewStatementNames } from '#server/db/statement-names.ts'

// The files of a worker share its modules. Each begins as a started app does: no statement has a name.
renewStatementNames()
