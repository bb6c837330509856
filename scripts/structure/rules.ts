import { clockAndEnvironment } from './clock-and-environment.ts'
import { compatibleMigrations } from './compatible-migrations.ts'
import { conformance, drills, journeys } from './conformance.ts'
import { documentNumbers } from './document-numbers.ts'
import { foldersAreKnown, importRules } from './import-rules.ts'
import { folderSizes, screenOrder } from './folders.ts'
import { foreignAddresses } from './foreign-addresses.ts'
import { loadStates } from './load-states.ts'
import { lockFile } from './lock-file.ts'
import { messagesModules } from './messages-modules.ts'
import { migrationSums } from './migration-sums.ts'
import { fileNames } from './names.ts'
import { singleImporters } from './single-importers.ts'
import { sqlDialect } from './sql-dialect.ts'
import { styleSources } from './style-sources.ts'
import { tableOwners } from './table-owners.ts'
import { unfinishedWork } from './unfinished-work.ts'
import { unusedDependencies } from './unused-dependencies.ts'
import { unusedExports } from './unused-exports.ts'
import type { Rule } from './source-file.ts'

/** All rules that `npm run check` applies in addition to the linter's. */
export const rules: Rule[] = [
  fileNames,
  ...clockAndEnvironment,
  ...messagesModules,
  migrationSums,
  compatibleMigrations,
  documentNumbers,
  importRules,
  foldersAreKnown,
  folderSizes,
  screenOrder,
  loadStates,
  singleImporters,
  sqlDialect,
  styleSources,
  tableOwners,
  ...unfinishedWork,
  unusedExports,
  unusedDependencies,
  foreignAddresses,
  lockFile,
  conformance,
  journeys,
  drills,
]
