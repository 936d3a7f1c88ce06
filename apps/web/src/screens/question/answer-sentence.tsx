import type { Answer, ResultPage } from '@countersign/contracts';
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { claimFormula } from './claim-formula';
import { linkClaims } from './link-claims';
import css from './answer.module.css';

interface Props {
  answer: Answer;
  text: string;
  result: ResultPage | undefined;
  /** Claim whose cells are marked in the table. */
  onMark: (claim: number | null) => void;
  onOpen: (claim: number) => void;
}

/** The sentence. Each figure is a button that shows the cells it stands on. */
export function AnswerSentence({ answer, text, result, onMark, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <p className={css.sentence}>
      {linkClaims(text, answer.claims).map((part, at) =>
        part.kind === 'text' ? part.text : (
          <Tooltip key={at} multiline w={300} openDelay={80} position="top" events={{ hover: true, focus: true, touch: true }} classNames={{ tooltip: css.formula }} label={<Formula claim={part.claim} result={result} />}>
            <button
              type="button" className={css.figure} data-status={part.claim.status} aria-label={t('claim.figure', { figure: part.text })}
              onMouseEnter={() => onMark(part.index)} onMouseLeave={() => onMark(null)} onFocus={() => onMark(part.index)} onBlur={() => onMark(null)} onClick={() => onOpen(part.index)}
            >
              {part.text}
            </button>
          </Tooltip>
        ),
      )}
    </p>
  );
}

function Formula({ claim, result }: { claim: Answer['claims'][number]; result: ResultPage | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const formula = claimFormula(claim, result?.columns ?? [], result?.rows ?? [], language);
  return (
    <span className={css.formulaBody}>
      <span className={css.formulaHead}>{t(`claim.operation.${formula.operation}`, { column: formula.column, count: claim.operands.length })}</span>
      {formula.operands.map((operand, index) => (
        <span key={index} className={css.operand}><span>{operand.place}</span><span className="tabular">{operand.value}</span></span>
      ))}
      {formula.more > 0 ? <span className={css.operand}>{t('claim.more', { count: formula.more })}</span> : null}
      <span className={css.exact}><span>{t('claim.exact')}</span><span className="tabular">{formula.value}</span></span>
    </span>
  );
}
