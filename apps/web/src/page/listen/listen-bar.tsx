import { mdiClose, mdiPause, mdiPlay, mdiSkipNext, mdiSkipPrevious } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '../components/icon.tsx'
import { SelectField } from '../components/outlined-field.tsx'
import { Tip } from '../components/tip.tsx'
import { t } from '../language/text.ts'
import { useSwitch } from '../settings/preferences.ts'
import type { OpenSession } from '../story/use-session.ts'
import { StoryReader, turnInSight } from './reader.ts'

const rates = [0.75, 1, 1.25, 1.5, 2]

/** The voices of the browser. Some browsers load them late. */
function useVoices(): SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState(() => speechSynthesis.getVoices())
  useEffect(() => {
    const load = () => setVoices(speechSynthesis.getVoices())
    speechSynthesis.addEventListener('voiceschanged', load)
    return () => speechSynthesis.removeEventListener('voiceschanged', load)
  }, [])
  return voices
}

/** Reads the story aloud from the first turn in sight, with buttons to pause and to choose the voice. */
export function ListenBar({ session, onClose }: { session: OpenSession; onClose: () => void }) {
  const [reader] = useState(() => new StoryReader())
  const { status, problem } = useSyncExternalStore(reader.subscribe, () => reader.state)
  const [reading, setReading] = useState({ voice: '', rate: 1 })
  const [follows, setFollows] = useSwitch('listen.follow')
  const voices = useVoices()
  useEffect(() => {
    reader.start(turnInSight(), reading)
    return () => reader.stop()
  }, [reader])
  const { head, lineLength = 0 } = model(session)
  const [known, setKnown] = useState(head)
  useEffect(() => {
    if (head === known) return
    setKnown(head)
    if (follows && status === 'silent' && head) requestAnimationFrame(() => reader.start(lineLength, reading))
  }, [head, known, follows, status, lineLength, reader, reading])
  const change = (wanted: Partial<typeof reading>) => {
    const next = { ...reading, ...wanted }
    setReading(next)
    if (status === 'speaking') reader.resume(next)
  }
  const isSpeaking = status === 'speaking'
  const toggleLabel = isSpeaking ? t('Pause') : t('Read aloud')
  const toggle = () => {
    if (isSpeaking) return reader.pause()
    if (status === 'paused') return reader.resume(reading)
    reader.start(turnInSight(), reading)
  }
  return (
    <section className="listen" aria-label={t('Reading aloud')}>
      <ListenButton
        label={t('Previous sentence')}
        icon={mdiSkipPrevious}
        onClick={() => reader.step(-1)}
        disabled={status === 'silent'}
      />
      {/* Its name changes while it is pointed at. */}
      <IconButton autoFocus aria-label={toggleLabel} title={toggleLabel} onClick={toggle}>
        <Icon path={isSpeaking ? mdiPause : mdiPlay} />
      </IconButton>
      <ListenButton
        label={t('Next sentence')}
        icon={mdiSkipNext}
        onClick={() => reader.step(1)}
        disabled={status === 'silent'}
      />
      <div className="listen-choices">
        {voices.length > 0 && (
          <SelectField id="voice" label={t('Voice')} value={reading.voice} onChange={(voice) => change({ voice })}>
            <option value="">{t('Default voice')}</option>
            {voices.map(({ name, lang }) => (
              <option key={name} value={name}>
                {name} ({lang})
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          id="speed"
          className="listen-speed"
          label={t('Speed')}
          value={reading.rate}
          onChange={(rate) => change({ rate: Number(rate) })}
        >
          {rates.map((rate) => (
            <option key={rate} value={rate}>
              {t('{rate} ×', { rate })}
            </option>
          ))}
        </SelectField>
      </div>
      <label className="listen-follow">
        <input type="checkbox" checked={follows} onChange={({ target }) => setFollows(target.checked)} />
        {t('Also read new turns')}
      </label>
      <p role="status" className={problem ? 'field-problem' : 'visually-hidden'}>
        {problem
          ? t('The browser could not speak. It may have no voice.')
          : voices.length === 0 && t('This browser lists no voice.')}
      </p>
      <span className="listen-close">
        <ListenButton label={t('Close')} icon={mdiClose} onClick={onClose} />
      </span>
    </section>
  )
}

interface ListenButtonProps {
  label: string
  icon: string
  onClick: () => void
  disabled?: boolean
}

function ListenButton({ label, icon, ...props }: ListenButtonProps) {
  return (
    <Tip title={label}>
      <IconButton aria-label={label} {...props}>
        <Icon path={icon} />
      </IconButton>
    </Tip>
  )
}

function model({ model: { session } }: OpenSession): { head?: string | null; lineLength?: number } {
  return session ?? {}
}
