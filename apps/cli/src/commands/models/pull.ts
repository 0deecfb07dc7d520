import type { DownloadProgress } from '@narratoria/planner/models'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import type { Io, Output } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { PullOptions } from '../models.ts'
import { formatSize, withModels } from './store.ts'

/** `narratoria models pull`: downloads a model. Continues a cancelled download. */
export async function pullModel({ source, ...options }: PullOptions, io: Io): Promise<void> {
  const { signal, release } = abortOnInterrupt(io)
  const onProgress = io.stderr.isTTY ? progressLine(io.stderr) : undefined
  try {
    const model = await withModels(io, (store) => store.pull(source, { ...options, signal, onProgress }))
    if (onProgress) io.stderr.write('\n')
    print(io, `${model.name}: ${formatSize(model.sizeBytes)}, sha256 ${model.sha256}`)
  } finally {
    release()
  }
}

function progressLine(stderr: Output): (progress: DownloadProgress) => void {
  let shownAt = 0
  return ({ receivedBytes, totalBytes }) => {
    if (Date.now() - shownAt < 100 && receivedBytes !== totalBytes) return
    shownAt = Date.now()
    const share = totalBytes
      ? ` of ${formatSize(totalBytes)} (${Math.floor((receivedBytes / totalBytes) * 100)} %)`
      : ''
    stderr.write(`\r${formatSize(receivedBytes)}${share}`)
  }
}
