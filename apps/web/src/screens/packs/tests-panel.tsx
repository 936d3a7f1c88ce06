import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../blocks/state-badge';
import css from './editor.module.css';
import type { Base, Files, TestOutcome, TestRun } from './pack-tasks';
import type { PackThread } from './pack-thread';

const statusOf = ({ was, is }: TestOutcome) => (is === 'held' ? 'mended' : was === 'failed' ? 'still' : 'broken');
const TONES = { broken: 'bad', still: 'wait', mended: 'ok' } as const;

interface Ran {
  files: Files;
  run: TestRun | null;
}

/** The pack's own questions, asked of the published version and of the draft: those that end otherwise come first. */
export function TestsPanel({ thread, files, base, onTry }: { thread: PackThread | undefined; files: Files; base: Base | null; onTry: (question: string) => void }) {
  const { t } = useTranslation();
  const [ran, setRan] = useState<Ran>();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();
  const start = () => {
    if (!thread) return;
    setRunning(true);
    setFailed(undefined);
    thread.run('test', { files, base }).then((run) => setRan({ files, run }), (error: Error) => setFailed(error.message)).finally(() => setRunning(false));
  };
  const run = ran?.run;
  return (
    <div className={css.tests}>
      <Button size="xs" loading={running} disabled={!thread} onClick={start}>{t(ran ? 'packs.tests.again' : 'packs.tests.run')}</Button>
      {failed ? <p role="alert" className={css.bad}>{failed}</p> : null}
      {ran && ran.files !== files && !running ? <p className={css.quiet}>{t('packs.tests.old')}</p> : null}
      {ran && run === null ? <p className={css.bad}>{t('packs.unreadable')}</p> : null}
      {run ? (
        <div role="status">
          <p className={css.testSum}>{run.failed === 0 ? <><IconCircleCheck size={17} stroke={1.8} aria-hidden /> {t('packs.tests.all', { count: run.total })}</> : t('packs.tests.some', { failed: run.failed, count: run.total })}</p>
          {run.total === 0 ? <p className={css.quiet}>{t('packs.tests.none')}</p> : null}
        </div>
      ) : ran ? null : <p className={css.quiet}>{t('packs.tests.lead')}</p>}
      {run ? (
        <ul className={css.testList}>
          {run.shown.map((test) => (
            <li key={`${test.file}/${test.question}`}>
              <Badge tone={TONES[statusOf(test)]}>{t(`packs.tests.${statusOf(test)}`)}</Badge>
              <button type="button" className={css.go} onClick={() => onTry(test.question)}>{test.question}</button>
              <span className={css.quiet}>{test.file}</span>
              {test.differences.length > 0 ? <table className={css.differences}><tbody>{test.differences.map(({ fact, expected, got }) => <tr key={fact}><th scope="row">{fact}</th><td>{expected}</td><td>{got}</td></tr>)}</tbody></table> : null}
            </li>
          ))}
          {run.unreadable.map(({ file, message }) => <li key={file}><Badge tone="bad">{t('severity.error')}</Badge> {file}: {message}</li>)}
        </ul>
      ) : null}
    </div>
  );
}
