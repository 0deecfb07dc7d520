// The program of a worker process: runs tools of JavaScript as functions, each for many requests. It uses modules of Node alone, so that it
// starts as a file of its own. It writes the compiled code of the tools as soon as it is idle, because its host kills it in the end.
//
// Standard input has one command per line; standard output has one line per answer, which begins with the number of its attempt:
//
//   {"load":PATH}                           imports a tool
//   {"id":1,"tool":PATH,"request":{…}}      runs it        1 e EVENT   a line of the tool
//   {"id":1,"cancel":true}                  aborts it      1 p TEXT    a line of its standard error
//                                                          1 x         the file is not a tool that can be called
//                                                          1 d         it has ended

// Not imported: an import of a built-in module makes an ES module of all its exports.
const { flushCompileCache } = process.getBuiltinModule('node:module')
const { pathToFileURL } = process.getBuiltinModule('node:url')

interface CallableTool {
  call(
    request: unknown,
    options: { write: (line: string) => void; signal: AbortSignal; print: (text: string) => void },
  ): Promise<void>
}

type Command =
  | { load: string }
  | { id: number; tool: string; request: unknown; cancel?: undefined }
  | { id: number; cancel: true }

const write = process.stdout.write.bind(process.stdout)
// What a tool prints does not belong on standard output.
process.stdout.write = process.stderr.write.bind(process.stderr)
// A module that defines a tool then does not run it.
Reflect.set(globalThis, Symbol.for('narratoria.host'), true)

const running = new Map<number, AbortController>()
let hasInputEnded = false

/** Imports a tool, from the cache of modules if it was imported before. */
async function load(path: string): Promise<CallableTool | undefined> {
  const { default: tool } = (await import(pathToFileURL(path).href)) as { default?: Partial<CallableTool> }
  return typeof tool?.call === 'function' ? (tool as CallableTool) : undefined
}

async function run(id: number, path: string, request: unknown): Promise<void> {
  const abort = new AbortController()
  running.set(id, abort)
  const print = (text: string) => {
    for (const line of text.replace(/\n$/, '').split('\n')) write(`${id} p ${line}\n`)
  }
  try {
    const tool = await load(path).catch(() => undefined)
    if (tool) await tool.call(request, { write: (line) => write(`${id} e ${line}`), signal: abort.signal, print })
    else write(`${id} x\n`)
  } catch (error) {
    print(String(error instanceof Error ? error.stack : error))
  }
  running.delete(id)
  write(`${id} d\n`)
  if (running.size === 0) flushCompileCache()
  endIfIdle()
}

function obey(line: string): void {
  const command = JSON.parse(line) as Command
  if ('load' in command) load(command.load).catch(() => {})
  else if (command.cancel) running.get(command.id)?.abort()
  else void run(command.id, command.tool, command.request)
}

// The end of standard input is the end of the host.
function endIfIdle(): void {
  if (hasInputEnded && running.size === 0) process.exit(0)
}

let unfinished: string[] = []
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text: string) => {
  const lines = text.split('\n')
  const last = lines.pop()!
  for (const line of lines) {
    obey(unfinished.length > 0 ? unfinished.join('') + line : line)
    unfinished = []
  }
  if (last !== '') unfinished.push(last)
})
process.stdin.on('end', () => {
  hasInputEnded = true
  for (const abort of running.values()) abort.abort()
  endIfIdle()
})
