export { headingOf } from './cells.ts'
export { exportedTables, tablesToExport, type ExportedTable, type TableName } from './exported-tables.ts'
export { columnsOfFile, storedColumns, type FileColumn } from './views.ts'
