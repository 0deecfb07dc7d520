import { loadModel } from '../load-model.ts'
import type { LocalModel } from '../local-model.ts'
import { ModelError } from '../model-error.ts'
import type { FromProcess, ModelCall, ToProcess } from './messages.ts'

// The program of the model process. It serves calls over IPC until the host disconnects.

let model: LocalModel | undefined
const running = new Map<number, AbortController>()

process.on('message', (message: ToProcess) => {
  if ('cancel' in message) running.get(message.id)?.abort()
  else void answer(message.id, message.call)
})
process.on('disconnect', () => process.exit(0))

async function answer(id: number, call: ModelCall): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  const onText = (text: string) => send({ id, text })
  try {
    send({ id, answer: await perform(call, { signal: controller.signal, onText }) })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    send({ id, error: { ...(ModelError.isInstance(error) && { code: error.code }), message } })
  } finally {
    running.delete(id)
  }
}

async function perform(call: ModelCall, options: { signal: AbortSignal; onText: (text: string) => void }) {
  if (call.kind === 'load') {
    model = await loadModel(call.options)
    return model.info
  }
  if (!model) throw new ModelError('model_closed', 'no model is loaded')
  switch (call.kind) {
    case 'complete':
      return model.complete(call.request, options)
    case 'warm':
      return model.warm(call.messages, options)
    case 'count':
      return model.countTokens(call.text)
    case 'embed':
      return model.embed(call.texts, options)
  }
}

function send(message: FromProcess): void {
  if (process.connected) process.send?.(message)
}
