import Fastify from 'fastify'

// This server is only a comparison for the benchmarks: Fastify without our code, which answers every request with the
// same data.
const app = Fastify()
const answer = { appointment_times: ['09:00:00', '09:30:00', '10:00:00'] }
app.post('/answer', () => answer)
app.get('/answer', () => answer)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
process.on('SIGTERM', () => void app.close())
