export { describeApi, type ApiDocument } from './describe-api.ts'
export { serveApiDocs } from './serve-docs.ts'
