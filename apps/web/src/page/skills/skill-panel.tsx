import Stack from '@mui/material/Stack'
import { useEffect, useState } from 'react'
import { t } from '../language/text.ts'
import type { SkillDetail } from '../../api/skill-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { useModelLack } from '../hooks/use-model-lack.ts'
import { NoModelNote } from '../settings/no-model-note.tsx'
import { useSwitch } from '../settings/preferences.ts'
import { LoadProblem } from '../components/load-problem.tsx'
import { inMakersWords, inPlayersWords, needsModel } from '../player/shipped-skills.ts'
import { HealthChip, isRemarkable } from './health-chip.tsx'
import { SkillForm } from './skill-form.tsx'
import { SkillRights } from './skill-rights.tsx'
import { SkillSwitch } from './skill-switch.tsx'

interface SkillPanelProps {
  name: string
  /** Another number means that the skill is read again. */
  version: number
  /** The skill was switched on or off. */
  onChanged: () => void
}

/** A skill with its scripts, settings and prompt. */
export function SkillPanel({ name, version, onChanged }: SkillPanelProps) {
  const [skill, setSkill] = useState<SkillDetail>()
  const [problem, setProblem] = useState<string>()
  const [tries, setTries] = useState(0)
  const [isDetailed] = useSwitch('details.skills')
  useEffect(() => {
    let left = false
    api.getSkill(name).then(
      (found) => !left && (setSkill(found), setProblem(undefined)),
      (error: unknown) => !left && setProblem(messageOf(error)),
    )
    return () => void (left = true)
  }, [name, version, tries])
  const loadProblem = problem !== undefined && <LoadProblem message={problem} onRetry={() => setTries(tries + 1)} />
  if (!skill) return loadProblem || <p className="quiet">{t('Loading …')}</p>
  const { title, about } = inPlayersWords(skill)
  const more = inMakersWords(skill)
  return (
    <article aria-label={title}>
      {loadProblem}
      <header>
        <h2>{title}</h2>
        <SkillSwitch skill={skill} onChanged={onChanged} />
      </header>
      <p>{about}</p>
      {isDetailed && more.about !== undefined && <p className="quiet">{more.about}</p>}
      {(isDetailed || isRemarkable(skill)) && (
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 0.75rem', marginTop: '0.75rem' }}
        >
          <HealthChip enabled={skill.enabled} errorState={skill.errorState} />
          {isDetailed && (
            <span className="quiet">
              {[
                more.title,
                t('Version {version}', { version: skill.version }),
                skill.author && t('by {name}', { name: skill.author }),
                skill.license,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          )}
        </Stack>
      )}
      <section>
        <h3>{t('Settings')}</h3>
        {needsModel(name) && <NoEffectYet />}
        {skill.configurable ? (
          <SkillForm skill={skill} isDetailed={isDetailed} onSaved={setSkill} />
        ) : (
          <p className="quiet">{t('There is nothing to set here.')}</p>
        )}
      </section>
      {isDetailed && <Inside skill={skill} />}
    </article>
  )
}

function NoEffectYet() {
  return (
    <NoModelNote lack={useModelLack()}>
      {t('These settings have no effect yet: only a language model follows them, and none is set up.')}
    </NoModelNote>
  )
}

/** What makers want to know of a skill. */
function Inside({ skill }: { skill: SkillDetail }) {
  return (
    <>
      <SkillRights skill={skill} />
      {skill.scripts.length > 0 && (
        <section>
          <h3>{t('Scripts')}</h3>
          <Stack component="dl" className="scripts" sx={{ gap: '0.625rem' }}>
            {skill.scripts.map((script) => (
              <div key={script.name}>
                <dt>
                  <b>{script.name}</b>
                </dt>
                <dd className="quiet">{script.description}</dd>
              </div>
            ))}
          </Stack>
        </section>
      )}
      <section>
        <h3>{t('Prompt')}</h3>
        {skill.prompt === '' ? (
          <p className="quiet">{t('This skill has no prompt.')}</p>
        ) : (
          <pre className="prompt-text" tabIndex={0} aria-label={t('Prompt of this skill')}>
            {skill.prompt}
          </pre>
        )}
      </section>
    </>
  )
}
