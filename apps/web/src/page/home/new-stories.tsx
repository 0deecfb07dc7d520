import { mdiAutoFix } from '@mdi/js'
import Button from '@mui/material/Button'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { CharacterAnswers, CharacterQuestion } from '../../api/character.ts'
import type { CampaignEntry, NewSession, PremiseToAsk } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { Icon } from '../components/icon.tsx'
import { OutlinedField, SelectField } from '../components/outlined-field.tsx'
import { useNotice } from '../components/notices.tsx'
import { useSingleFlight } from '../hooks/use-single-flight.ts'
import { t } from '../language/text.ts'
import { navigate } from '../routing/route.ts'
import { curled } from '../language/curled.ts'
import { CharacterDialog } from './character-dialog.tsx'
import { initialOf } from './initial-of.ts'

interface NewStoriesProps {
  /** Whether stories are played without a language model. */
  isWithoutModel: boolean
  children?: ReactNode
}

/** How a new story can begin: in a campaign, or with a premise. Ends with the children. */
export function NewStories({ isWithoutModel, children }: NewStoriesProps) {
  const [campaigns, setCampaigns] = useState<CampaignEntry[]>()
  const notify = useNotice()
  const singleFlight = useSingleFlight()
  useEffect(() => {
    api.listCampaigns().then(
      (answer) => setCampaigns(answer.campaigns),
      () => setCampaigns([]),
    )
  }, [])
  const [asking, setAsking] = useState<Asking>()
  const open = async (story: NewSession) => {
    const { sessionId } = await api.createSession(story)
    navigate({ sessionId, screen: 'narrative' })
  }
  const begin = (story: NewSession) =>
    void singleFlight(() => open(story).catch((error: unknown) => notify(messageOf(error))))
  const choose = (campaign: CampaignEntry) =>
    campaign.questions.length > 0
      ? setAsking({
          title: t('{title}: your character', { title: curled(campaign.title) }),
          questions: campaign.questions,
          story: { campaign: campaign.name },
        })
      : begin({ campaign: campaign.name })
  const invent = (story: NewSession & { premise: string }) =>
    void singleFlight(async () => {
      try {
        const { questions } = await api.askAboutPremise(asked(story))
        if (questions.length === 0) await open(story)
        else setAsking({ title: t('Before the story begins'), questions, story })
      } catch (error) {
        notify(messageOf(error))
      }
    })
  // What one can want depends on who one is.
  const askAgain = ({ player }: CharacterAnswers) => {
    const { story, player: last } = asking ?? {}
    if (story?.premise === undefined || typeof player !== 'string' || player === last) return
    const premise = { ...story, premise: story.premise }
    setAsking((now) => now && { ...now, player })
    api.askAboutPremise({ ...asked(premise), player }).then(
      ({ questions }) =>
        setAsking((now) =>
          now?.player === player
            ? { ...now, questions: [...now.questions.filter(({ id }) => id === 'player'), ...questions] }
            : now,
        ),
      // The questions that are there can be answered, too.
      () => undefined,
    )
  }
  return (
    <section aria-labelledby="new-stories">
      <h2 id="new-stories">{t('Begin a story')}</h2>
      <ul className="covers">
        {campaigns?.map((campaign) => (
          <li key={campaign.name} className="cover">
            <button type="button" onClick={() => choose(campaign)}>
              <Cover campaign={campaign} />
            </button>
          </li>
        ))}
      </ul>
      <Premise isWithoutModel={isWithoutModel} onBegin={invent} />
      {children}
      {campaigns?.length === 0 && (
        <Button variant="outlined" onClick={() => begin({})}>
          {t('New story')}
        </Button>
      )}
      {asking && (
        <CharacterDialog
          title={asking.title}
          questions={asking.questions}
          onAnswer={askAgain}
          onBegin={(character) => open({ ...asking.story, character })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

/** What is asked before a story. */
interface Asking {
  title: string
  questions: readonly CharacterQuestion[]
  story: NewSession
  /** Who the player is in a premise. */
  player?: string
}

function asked({ premise, genre }: NewSession & { premise: string }): PremiseToAsk {
  return { premise, ...(genre !== undefined && { genre }) }
}

function Cover({ campaign: { title, description, genre, coverUrl } }: { campaign: CampaignEntry }) {
  return (
    <>
      {coverUrl === null ? (
        <span className="cover-blank" aria-hidden>
          {initialOf(title)}
        </span>
      ) : (
        <img src={coverUrl} alt="" loading="lazy" width="480" height="270" />
      )}
      <b>{curled(title)}</b>
      {genre !== null && <small className="cover-genre">{genre}</small>}
      <small>{curled(description)}</small>
    </>
  )
}

/** The genres that worlds are built for without a model, and common tones. Others can be typed. */
const genres: Record<string, string> = {
  fantasy: t('Fantasy'),
  space: t('Space'),
  crime: t('Crime'),
  ghost: t('Ghost story'),
  west: t('Western'),
  sea: t('At sea'),
  past: t('Historical'),
  modern: t('Present day'),
}
const tones = [t('Dark'), t('Light-hearted'), t('Tense'), t('Wistful'), t('Funny')]

interface PremiseProps {
  isWithoutModel: boolean
  onBegin: (story: NewSession & { premise: string }) => void
}

function Premise({ isWithoutModel, onBegin }: PremiseProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [genre, setGenre] = useState('')
  const [tone, setTone] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') {
      setProblem(t('Write your idea first.'))
      document.getElementById('premise')?.focus()
      return
    }
    const wish = { ...(genre !== '' && { genre }), ...(tone.trim() !== '' && { tone: tone.trim() }) }
    onBegin({ premise: text.trim(), ...wish })
  }
  return (
    <form className="premise" onSubmit={submit}>
      <h3>{t('Or write an idea of your own')}</h3>
      <OutlinedField id="premise" label={t('Your idea')}>
        <textarea
          id="premise"
          rows={2}
          maxLength={2_000}
          placeholder={t('For example: A lighthouse keeper finds a letter from her drowned brother.')}
          aria-describedby="premise-help premise-problem"
          aria-invalid={problem !== undefined}
          value={text}
          onChange={(event) => (setText(event.target.value), setProblem(undefined))}
        />
      </OutlinedField>
      <p id="premise-problem" role="alert" className="field-problem">
        {problem}
      </p>
      <p id="premise-help" className="quiet">
        {t('An idea is one to three sentences: who, where, and what is wrong.')}
        {isWithoutModel &&
          ` ${t('Without a language model, the story is built from your words and from text that comes with Narratoria.')}`}
      </p>
      <div className="premise-more">
        <SelectField id="genre" label={t('Genre')} value={genre} onChange={setGenre}>
          <option value="">{t('Any')}</option>
          {Object.entries(genres).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
        <OutlinedField id="tone" label={t('Tone')}>
          <input
            id="tone"
            list="tones"
            maxLength={100}
            placeholder={t('For example: gloomy')}
            value={tone}
            onChange={(event) => setTone(event.target.value)}
          />
          <datalist id="tones">
            {tones.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </OutlinedField>
      </div>
      <Button type="submit" variant="contained" startIcon={<Icon path={mdiAutoFix} />}>
        {t('Begin')}
      </Button>
    </form>
  )
}
