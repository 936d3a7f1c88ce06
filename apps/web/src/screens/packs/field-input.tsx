import { Checkbox, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './editor.module.css';
import type { Field } from './form-fields';
import type { Path } from './yaml-edit';

type Value = unknown;
type Set = (path: Path, value: Value) => void;

const textOf = (value: Value): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const listOf = (value: Value): string[] => (Array.isArray(value) ? value.map(String) : []);
const memberOf = (value: Value, name: string): Value => (typeof value === 'object' && value !== null ? (value as Record<string, Value>)[name] : undefined);
/** What is left empty is not said. */
const orNothing = <T extends string | string[]>(value: T): T | undefined => (value.length === 0 ? undefined : value);

/** One field of a declaration. `options`: what its refs may name. */
export function FieldInput({ field, value, path, options, onSet, onYaml }: { field: Field; value: Value; path: Path; options: { value: string; label: string }[]; onSet: Set; onYaml: () => void }) {
  const { t } = useTranslation();
  const label = t(`packs.field.${field.name}` as 'packs.field.label');
  const complex = field.kind !== 'yaml' && ['text', 'long', 'formula', 'ref', 'choice'].includes(field.kind) && typeof value === 'object' && value !== null;
  if (field.kind === 'yaml' || complex) {
    return (
      <div className={css.yamlField}>
        <span className={css.fieldName}>{label}</span>
        {value === undefined ? <span className={css.quiet}>{t('packs.notSaid')}</span> : <code>{JSON.stringify(value)}</code>}
        <button type="button" className={css.go} onClick={onYaml}>{t('packs.inYaml')}</button>
      </div>
    );
  }
  switch (field.kind) {
    case 'text':
    case 'long':
    case 'formula':
      return <CommittedText label={label} long={field.kind === 'long'} mono={field.kind === 'formula'} value={textOf(value)} onCommit={(text) => onSet(path, typeof value === 'number' && text !== '' && !Number.isNaN(Number(text)) ? Number(text) : orNothing(text))} />;
    case 'number':
      return <NumberInput size="sm" label={label} value={typeof value === 'number' ? value : ''} hideControls onBlur={({ currentTarget: { value: text } }) => onSet(path, text === '' || Number.isNaN(Number(text)) ? undefined : Number(text))} />;
    case 'bilingual':
    case 'bilingual-long':
      return <div className={css.pair} role="group" aria-label={label}>{(['en', 'ko'] as const).map((lang) => <CommittedText key={lang} label={t(`packs.in.${lang}`, { label })} lang={lang} long={field.kind === 'bilingual-long'} value={textOf(memberOf(value, lang))} onCommit={(text) => onSet([...path, lang], orNothing(text))} />)}</div>;
    case 'words':
      return <div className={css.pair} role="group" aria-label={label}>{(['en', 'ko'] as const).map((lang) => <TagsInput key={lang} size="sm" label={t(`packs.in.${lang}`, { label })} lang={lang} value={listOf(memberOf(value, lang))} splitChars={[',']} onChange={(words) => onSet([...path, lang], orNothing(words))} />)}</div>;
    case 'texts':
      return <TagsInput size="sm" label={label} value={listOf(value)} splitChars={[',']} onChange={(list) => onSet(path, orNothing(list))} />;
    case 'refs':
      return <TagsInput size="sm" label={label} data={options.map((option) => option.value)} value={listOf(value)} onChange={(list) => onSet(path, orNothing(list))} />;
    case 'ref':
    case 'choice': {
      const data = field.kind === 'choice' ? (field.choices ?? []).map((choice) => ({ value: choice, label: choice })) : options;
      const current = textOf(value);
      // What is said and not known is shown as well: the findings say what is wrong with it.
      const all = current === '' || data.some((option) => option.value === current) ? data : [{ value: current, label: current }, ...data];
      return <Select size="sm" label={label} data={all} value={current === '' ? null : current} searchable={field.kind === 'ref'} clearable onChange={(picked) => onSet(path, picked ?? undefined)} clearButtonProps={{ 'aria-label': t('clear') }} />;
    }
    case 'flag':
      return <Checkbox size="sm" label={label} checked={field.name === 'listed' ? value !== false : value === true} onChange={({ currentTarget: { checked } }) => onSet(path, field.name === 'listed' ? (checked ? undefined : false) : field.name === 'optional' ? checked : checked || undefined)} />;
    default:
      return null;
  }
}

const COMMIT_MS = 350;

/** A text that is put into the document when one pauses or leaves: every letter of its own would write the file anew. */
function CommittedText({ value, onCommit, label, long = false, mono = false, lang }: { value: string; onCommit: (text: string) => void; label: string; long?: boolean; mono?: boolean; lang?: 'en' | 'ko' }) {
  const [typed, setTyped] = useState(value);
  const [base, setBase] = useState(value);
  const commit = useRef(onCommit);
  commit.current = onCommit;
  if (base !== value) {
    setBase(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => commit.current(typed), COMMIT_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  const props = { size: 'sm' as const, label, lang, value: typed, className: mono ? css.mono : undefined, spellCheck: !mono, onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value), onBlur: () => (typed === value ? undefined : onCommit(typed)) };
  return long ? <Textarea {...props} autosize minRows={2} maxRows={6} /> : <TextInput {...props} />;
}
