import { routes } from '@countersign/contracts';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { codeText } from '../../api/problem';
import { SqlView } from '../../blocks/sql-view';
import { useLanguage } from '../../i18n/use-language';
import { InterpretationCard } from '../question/interpretation-card';
import css from './editor.module.css';
import type { Files, TriedQuestion } from './pack-tasks';
import type { PackThread } from './pack-thread';
import { useTask } from './use-pack-thread';

const today = (): string => new Date().toLocaleDateString('sv-SE');
const HANGUL = /\p{Script=Hangul}/u;

/** A question asked of the draft as it stands, not of what is published. */
export function TryPanel({ thread, files, draft, question, onQuestion }: { thread: PackThread | undefined; files: Files; draft: { id: string; version: number; saved: boolean }; question: string; onQuestion: (text: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [day, setDay] = useState(today);
  const [choices, setChoices] = useState<Record<string, string>>({});
  const asked = question.trim();
  const locale = HANGUL.test(asked) ? 'ko' : 'en';
  const of = useMemo(() => (asked === '' || !/^\d{4}-\d\d-\d\d$/.test(day) ? undefined : { files, question: asked, locale, today: day, choices } as const), [files, asked, locale, day, choices]);
  const { gives, pending, failed } = useTask(thread, 'ask', of, 200);
  const shown = of ? gives : undefined;
  return (
    <div className={css.try}>
      <TextInput size="sm" label={t('packs.try.question')} placeholder={t('packs.try.placeholder')} value={question} onChange={({ currentTarget: { value } }) => { onQuestion(value); setChoices({}); }} />
      <TextInput size="xs" type="date" label={t('interpretation.today')} value={day} onChange={({ currentTarget: { value } }) => setDay(value)} />
      {failed ? <p role="alert" className={css.bad}>{failed}</p> : null}
      {asked === '' ? <p className={css.quiet}>{t('packs.try.lead')}</p> : shown === null ? <p className={css.bad} role="status">{t('packs.unreadable')}</p> : shown ? (
        <div data-stale={pending || undefined} className={css.tried} aria-live="polite">
          <Outcome tried={shown} language={language} onChoose={(term, ref) => setChoices((old) => ({ ...old, [term]: ref }))} />
          <InterpretationCard interpretation={shown.interpretation} meaning={[]} />
          {shown.outcome === 'resolved' && !shown.noPlan && of ? <TriedSql draft={draft} asked={{ question: of.question, locale: of.locale, today: of.today, choices: of.choices }} /> : null}
          {shown.proofs && shown.proofs.length > 0 ? <ul className={css.proofs} aria-label={t('sql.proofs')}>{shown.proofs.map((proof, i) => <li key={i}>{proof}</li>)}</ul> : null}
        </div>
      ) : null}
    </div>
  );
}

function Outcome({ tried, language, onChoose }: { tried: TriedQuestion; language: 'en' | 'ko'; onChoose: (term: string, ref: string) => void }) {
  const { t } = useTranslation();
  const { clarification, refusal, noPlan } = tried;
  if (clarification) {
    return (
      <section className={css.outcome} data-tone="wait" aria-label={t('packs.try.clarify')}>
        <h3>{t(`clarify.${clarification.kind}`, { term: clarification.term })}</h3>
        <ul className={css.choices}>{clarification.choices.map((choice) => <li key={choice.ref}><button type="button" className={css.choice} onClick={() => onChoose(clarification.term, choice.ref)}><strong>{choice.label}{choice.usual ? ` (${t('clarify.usual')})` : ''}</strong><span>{choice.definition}</span></button></li>)}</ul>
      </section>
    );
  }
  const stop = refusal ?? noPlan;
  if (stop) {
    return (
      <section className={css.outcome} data-tone="bad" aria-label={t('packs.try.refused')}>
        <h3>{refusal ? t('packs.try.refused') : t('packs.try.noPlan')}</h3>
        <p>{codeText(stop.code, language, stop.params) ?? stop.code}</p>
      </section>
    );
  }
  return <section className={css.outcome} data-tone="ok" aria-label={t('packs.try.resolved')}><h3>{t('packs.try.resolved')}</h3></section>;
}

/** The SQL comes from the server, which reads the draft as it is saved. */
function TriedSql({ draft, asked }: { draft: { id: string; version: number; saved: boolean }; asked: { question: string; locale: 'en' | 'ko'; today: string; choices: Record<string, string> } }) {
  const { t } = useTranslation();
  const sql = useQuery({ queryKey: ['pack-draft-sql', draft.id, draft.version, asked], queryFn: ({ signal }) => call(routes.tryDraft, { params: { id: draft.id }, body: asked, signal }), enabled: draft.saved, staleTime: Infinity, gcTime: 60_000 });
  if (sql.isError) return <p className={css.bad} role="alert">{t('packs.try.noSql')}</p>;
  if (!sql.data) return <p className={css.quiet} role="status">{t(draft.saved ? 'loading' : 'packs.try.sqlPending')}</p>;
  return sql.data.sql === null ? <p className={css.quiet}>{t('packs.try.noSql')}</p> : <SqlView sql={sql.data.sql} label={t('nav.sql')} />;
}
