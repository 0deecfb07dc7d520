// Builds the documentation site with guides and reference, checks its links, and serves it on this machine until Ctrl-C.
// `--build` exits after the check. `--port N` sets the port, which defaults to 4748.
import { spawnSync } from 'node:child_process'
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brokenLinks } from './site-links.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const site = join(root, 'docs', 'api')
const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
}

const { values } = parseArgs({ options: { build: { type: 'boolean' }, port: { type: 'string', default: '4748' } } })
process.exitCode = build()
if (process.exitCode === 0 && !values.build) serve(Number(values.port))

function build() {
  const built = spawnSync('typedoc', ['--options', 'typedoc.config.mjs'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (built.status !== 0) return 1
  const broken = brokenLinks(site)
  for (const { page, target } of broken)
    process.stderr.write(`docs: ${page} links to ${target}, which does not exist\n`)
  return broken.length === 0 ? 0 : 1
}

/** @param {number} port */
function serve(port) {
  const server = createServer(({ url = '/' }, response) => {
    const file = fileOf(url)
    if (!file) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Page not found.\n')
    response.writeHead(200, { 'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  server.on('error', (error) => {
    process.stderr.write(`docs: cannot listen on port ${port}: ${error.message}; try --port 0\n`)
    process.exitCode = 1
  })
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`Documentation: http://127.0.0.1:${typeof address === 'object' && address?.port}/\n`)
  })
  process.once('SIGINT', () => {
    server.close()
    server.closeAllConnections()
  })
}

/** Returns the file of a URL, or undefined if it does not exist within the site. @param {string} url */
function fileOf(url) {
  try {
    const path = normalize(join(site, decodeURIComponent(new URL(url, 'http://localhost').pathname)))
    const file = path.endsWith(sep) ? join(path, 'index.html') : path
    return file.startsWith(site + sep) && statSync(file).isFile() ? file : undefined
  } catch {
    return undefined
  }
}
