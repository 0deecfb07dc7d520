import { mdiMicrophone, mdiMicrophoneOff } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef, useState } from 'react'
import { Tip } from '../components/tip.tsx'
import { Icon } from '../components/icon.tsx'
import { useNotice } from '../components/notices.tsx'
import { language, t } from '../language/text.ts'

/** The speech recognition of a browser, as far as it is used. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
  onresult:
    | ((event: {
        resultIndex: number
        results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
      }) => void)
    | null
  onend: (() => void) | null
  onerror: ((event: { error: string }) => void) | null
}

type RecognitionClass = new () => Recognition

/** The browser's speech recognition, if it has one. */
function recognitionOf(): RecognitionClass | undefined {
  const browser = window as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass }
  return browser.SpeechRecognition ?? browser.webkitSpeechRecognition
}

/** Writes what the player says into the prompt field, where the browser offers it. */
export function DictateButton({ onWords }: { onWords: (words: string) => void }) {
  const [recognition, setRecognition] = useState<Recognition>()
  const notify = useNotice()
  const newest = useRef(onWords)
  useEffect(() => void (newest.current = onWords))
  useEffect(() => () => recognition?.abort(), [recognition])
  const Recognizer = recognitionOf()
  if (!Recognizer) return null
  function start(Wanted: RecognitionClass) {
    const next = new Wanted()
    next.lang = navigator.language || language
    next.continuous = true
    next.interimResults = false
    next.onresult = ({ resultIndex, results }) => {
      for (let index = resultIndex; index < results.length; index++) {
        const words = results[index]?.[0]?.transcript.trim()
        if (results[index]?.isFinal && words) newest.current(words)
      }
    }
    next.onend = () => setRecognition(undefined)
    next.onerror = ({ error }) => {
      if (error !== 'aborted' && error !== 'no-speech')
        notify(t('The browser could not take dictation ({error}).', { error }))
      setRecognition(undefined)
    }
    next.start()
    setRecognition(next)
  }
  const label = recognition ? t('Stop dictating') : t('Dictate')
  return (
    <Tip title={recognition ? label : t('Dictate. Some browsers send what you say to their maker.')}>
      <IconButton
        aria-label={label}
        aria-pressed={recognition !== undefined}
        onClick={() => (recognition ? recognition.stop() : start(Recognizer))}
      >
        <Icon path={recognition ? mdiMicrophoneOff : mdiMicrophone} />
      </IconButton>
    </Tip>
  )
}
