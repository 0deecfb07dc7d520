import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { t } from '../language/text.ts'
import type { CharacterAnswers, CharacterQuestion } from '../../api/character.ts'
import type { CampaignEntry } from '../../api/resources.ts'
import { ApiError, messageOf } from '../api/client.ts'
import { FormDialog } from '../components/dialog-frame.tsx'
import { FieldProblem } from '../components/field-problem.tsx'
import { curled } from '../language/curled.ts'

interface CharacterDialogProps {
  campaign: CampaignEntry
  /** Begins the story. Rejects if an answer cannot be used. */
  onBegin: (character: CharacterAnswers) => Promise<void>
  onClose: () => void
}

/** Asks what a campaign wants to know about the player's character, and begins its story. */
export function CharacterDialog({ campaign, onBegin, onClose }: CharacterDialogProps) {
  const { title, questions } = campaign
  const [answers, setAnswers] = useState<CharacterAnswers>(() => defaultsOf(questions))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [fault, setFault] = useState<string>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblems({})
    setFault(undefined)
    try {
      await onBegin(Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== '')))
    } catch (error) {
      const found = error instanceof ApiError ? error.issues.filter(({ field }) => field.startsWith('character.')) : []
      setProblems(Object.fromEntries(found.map(({ field, message }) => [field.slice('character.'.length), message])))
      if (found.length === 0) setFault(messageOf(error))
    }
  }
  return (
    <FormDialog
      id="character"
      title={t('{title}: your character', { title: curled(title) })}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submit={t('Begin')}
    >
      {questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          answer={answers[question.id]}
          problem={problems[question.id]}
          onAnswer={(answer) => setAnswers({ ...answers, [question.id]: answer })}
        />
      ))}
      <FieldProblem message={fault} />
    </FormDialog>
  )
}

interface QuestionProps {
  question: CharacterQuestion
  answer: CharacterAnswers[string] | undefined
  problem: string | undefined
  onAnswer: (answer: CharacterAnswers[string]) => void
}

function Question({ question, answer, problem, onAnswer }: QuestionProps) {
  const { kind, required, options = [], guidance, examples } = question
  if (kind === 'points') return <Points question={question} answer={answer} problem={problem} onAnswer={onAnswer} />
  const text = typeof answer === 'string' ? answer : ''
  const chosen = options.find(({ name }) => name === text)?.description
  const help = [chosen, guidance, examples && t('For example: {examples}.', { examples: examples.join('; ') })]
    .filter(Boolean)
    .join(' ')
  return (
    <TextField
      label={curled(question.question)}
      select={kind === 'choice'}
      multiline={kind === 'text' && question.id !== 'name'}
      // A choice has a value from the beginning.
      required={required && kind !== 'choice'}
      value={text}
      error={problem !== undefined}
      helperText={problem ?? curled(help)}
      onChange={(event) => onAnswer(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 500, dir: 'auto' } }}
    >
      {kind === 'choice'
        ? options.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {curled(name)}
            </MenuItem>
          ))
        : undefined}
    </TextField>
  )
}

function Points({ question, answer, problem, onAnswer }: QuestionProps) {
  const { attributes = [], pool = 0, guidance } = question
  const given = typeof answer === 'object' ? answer : {}
  const spent = attributes.reduce((sum, { name, default: usual }) => sum + (given[name] ?? usual), 0)
  return (
    <fieldset className="points">
      <legend>{curled(question.question)}</legend>
      {guidance !== undefined && <p className="quiet">{curled(guidance)}</p>}
      {attributes.map(({ name, min, max, default: usual }) => (
        <TextField
          key={name}
          label={curled(name)}
          type="number"
          size="small"
          value={given[name] ?? usual}
          onChange={(event) => onAnswer({ ...given, [name]: Math.trunc(Number(event.target.value)) })}
          slotProps={{ htmlInput: { min, max } }}
        />
      ))}
      <p role="status" className={problem === undefined ? 'quiet' : 'field-problem'}>
        {problem ?? t('{spent} of {pool} spent', { spent, pool })}
      </p>
    </fieldset>
  )
}

function defaultsOf(questions: readonly CharacterQuestion[]): CharacterAnswers {
  const first = questions.filter(({ kind }) => kind === 'choice')
  return Object.fromEntries(first.map(({ id, options }) => [id, options?.[0]?.name ?? '']))
}
