import { request } from 'node:http'
import { checkAnswer } from './api-contract.ts'

/** A response with its raw headers. */
export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/**
 * Sends a request with headers and a path that `fetch` does not allow. The response is checked against the description.
 */
export function rawRequest(
  url: string,
  options: { path: string; method?: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method: options.method ?? 'GET', path: options.path, agent: false, headers: options.headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          const body = Buffer.concat(chunks).toString('utf8')
          const contentType = headers['content-type'] ?? ''
          try {
            // Node itself responds to invalid HTTP, without a body.
            const described = options.path.startsWith('/api/') && options.method !== 'HEAD'
            if (described && contentType.startsWith('application/json'))
              checkAnswer({
                method: options.method ?? 'GET',
                path: options.path,
                status,
                contentType,
                body: JSON.parse(body),
              })
            resolve({ status, headers, body })
          } catch (error) {
            reject(error as Error)
          }
        })
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}
