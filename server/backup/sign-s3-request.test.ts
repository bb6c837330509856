import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signS3Request, targetOf, type S3Request } from './sign-s3-request.ts'

// The examples of "Authenticating Requests: Using the Authorization Header" in Amazon's description of S3.
const credentials = {
  region: 'us-east-1',
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const common = {
  method: 'GET',
  host: 'examplebucket.s3.amazonaws.com',
  path: '/',
  bodySha256: sha256(''),
  at: new Date('2013-05-24T00:00:00Z'),
} as const

test.each<[string, Partial<S3Request>, string]>([
  [
    'reading a part of an object',
    { path: '/test.txt', headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'writing an object whose name must be encoded',
    {
      method: 'PUT',
      path: '/test$file.text',
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      bodySha256: sha256('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'reading the rules of a bucket',
    { query: { lifecycle: '' } },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'listing objects',
    { query: { prefix: 'J', 'max-keys': '2' } },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('a request to S3 storage (%s) has the signature that Amazon publishes for it', (_, request, signature) => {
  const { authorization } = signS3Request({ ...common, ...request }, credentials)
  expect(authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request, /,
  )
  expect(authorization.split('Signature=')[1]).toBe(signature)
})

test('path and query of a request to S3 storage are sent in the form in which they are signed', () => {
  expect(targetOf({ path: '/bucket/a (b)*.gz' })).toBe('/bucket/a%20%28b%29%2A.gz')
  expect(targetOf({ path: '/bucket', query: { prefix: 'a/b', 'list-type': '2' } })).toBe(
    '/bucket?list-type=2&prefix=a%2Fb',
  )
})
