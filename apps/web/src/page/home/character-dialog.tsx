import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { t } from '../language/text.ts'
import type { CharacterAnswers, CharacterQuestion } from '../../api/character.ts'
import { ApiError, messageOf } from '../api/client.ts'
import { FormDialog } from '../components/dialog-frame.tsx'
import { FieldProblem } from '../components/field-problem.tsx'
import { curled } from '../language/curled.ts'

interface CharacterDialogProps {
  title: string
  questions: readonly CharacterQuestion[]
  /** Called with the answers whenever one changes, for other questions. */
  onAnswer?: (answers: CharacterAnswers) => void
  /** Begins the story. Rejects if an answer cannot be used. */
  onBegin: (character: CharacterAnswers) => Promise<void>
  onClose: () => void
}

/** Asks what is to be known about the player's character before a story, and begins it. */
export function CharacterDialog({ title, questions, onAnswer, onBegin, onClose }: CharacterDialogProps) {
  const [answers, setAnswers] = useState<CharacterAnswers>(() => defaultsOf(questions))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [fault, setFault] = useState<string>()
  function change(now: CharacterAnswers) {
    setAnswers(now)
    onAnswer?.(now)
  }
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
      title={title}
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
          onAnswer={(answer) => change({ ...answers, [question.id]: answer })}
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
  if (question.default !== undefined) return <Suggestions question={question} answer={answer} onAnswer={onAnswer} />
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

/** Suggested answers, and a field for any other. */
function Suggestions({ question, answer, onAnswer }: Pick<QuestionProps, 'question' | 'answer' | 'onAnswer'>) {
  const { id, isOpen, default: usual = '', options = [] } = question
  const [own, setOwn] = useState('')
  const text = typeof answer === 'string' ? answer : usual
  return (
    <fieldset className="suggestions">
      <legend>{questionText(question.question)}</legend>
      {options.map(({ name }) => (
        <label key={name}>
          <input type="radio" name={id} checked={text === name} onChange={() => onAnswer(name)} />{' '}
          {curled(questionText(name))}
        </label>
      ))}
      {isOpen && (
        <TextField
          label={t('In your own words')}
          size="small"
          value={own}
          onChange={({ target: { value } }) => {
            setOwn(value)
            onAnswer(value.trim() === '' ? usual : value)
          }}
          slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
        />
      )}
    </fieldset>
  )
}

// What every premise is asked is a text of the page; the rest is in the words of the premise.
const asked: Record<string, string> = {
  'Who are you?': t('Who are you?'),
  'What do you want?': t('What do you want?'),
  'Someone else who is there': t('Someone else who is there'),
  'To find out what is behind it all': t('To find out what is behind it all'),
  'To see what happens': t('To see what happens'),
  'How much is added to what your premise says?': t('How much is added to what your premise says?'),
  'People, places and a plot that fit it': t('People, places and a plot that fit it'),
  Nothing: t('Nothing'),
}

function questionText(text: string): string {
  return asked[text] ?? text
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
  return Object.fromEntries(first.map(({ id, options, default: usual }) => [id, usual ?? options?.[0]?.name ?? '']))
}
