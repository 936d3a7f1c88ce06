import type { Finding } from '@countersign/contracts';
import { Button, TextInput } from '@mantine/core';
import { IconFileText, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import css from './editor.module.css';
import { besideThePack, SECTIONS, type Declared, type Section } from './pack-outline';
import type { Files } from './pack-tasks';

interface Props {
  outline: readonly Declared[];
  files: Files;
  findings: ReadonlyMap<string, Finding['severity']>;
  selected: string | undefined;
  file: string | undefined;
  onSelect: (declared: Declared) => void;
  onFile: (path: string) => void;
  onAdd: () => void;
  /** Questions with a verified answer: asking one of them shows what the draft makes of it. */
  verified: readonly { name: string; question: string }[];
  onTry: (question: string) => void;
}

const FORMLESS = new Set<Section>(['per']);

/** What the pack declares, by kind; then its files. */
export function Outline({ outline, files, findings, selected, file, onSelect, onFile, onAdd, verified, onTry }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const fits = ({ id, label }: Declared) => wanted === '' || [id, label.en, label.ko].some((text) => text?.toLowerCase().includes(wanted));
  const nameOf = (d: Declared) => (d.section === 'pack' ? t('packs.section.pack') : (d.label[language] ?? d.label.en ?? d.id));
  return (
    <nav className={css.outline} aria-label={t('packs.outline')}>
      <div className={css.outlineTop}>
        <TextInput size="xs" aria-label={t('packs.find')} placeholder={t('packs.find')} leftSection={<IconSearch size={14} stroke={1.8} />} value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
        <Button size="xs" variant="default" onClick={onAdd} aria-label={t('packs.add.title')} title={t('packs.add.title')}><IconPlus size={15} stroke={2} /></Button>
      </div>
      <div className={css.outlineList} tabIndex={0} role="group" aria-label={t('packs.outline')}>
        {SECTIONS.filter((section) => !FORMLESS.has(section)).map((section) => {
          const items = outline.filter((d) => d.section === section && fits(d));
          if (items.length === 0) return null;
          return (
            <details key={section} open={wanted !== '' || section === 'pack' || section === 'metrics' || items.some((d) => d.ref === selected)}>
              <summary>{t(`packs.section.${section}`)} <span className={css.many}>{items.length}</span></summary>
              <ul>
                {items.map((d) => (
                  <li key={`${d.file}/${d.ref}`}>
                    <button type="button" className={css.outlineItem} aria-current={d.ref === selected || undefined} title={d.ref} onClick={() => onSelect(d)}>
                      <span>{nameOf(d)}</span>
                      {findings.has(d.ref) ? <span className={css.dot} data-severity={findings.get(d.ref)} role="img" aria-label={t(`severity.${findings.get(d.ref) ?? 'error'}`)} /> : null}
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
        {verified.length > 0 ? (
          <details open={wanted !== ''}>
            <summary>{t('packs.verified')} <span className={css.many}>{verified.length}</span></summary>
            <ul>{verified.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ name, question }) => <li key={name}><button type="button" className={css.outlineItem} title={question} onClick={() => onTry(question)}><span>{name}</span></button></li>)}</ul>
          </details>
        ) : null}
        <details open>
          <summary>{t('packs.files')} <span className={css.many}>{Object.keys(files).length}</span></summary>
          <ul>
            {Object.keys(files).sort((a, b) => Number(besideThePack(a)) - Number(besideThePack(b)) || a.localeCompare(b)).map((path) => (
              <li key={path}><button type="button" className={css.outlineItem} data-file aria-current={selected === undefined && path === file ? true : undefined} onClick={() => onFile(path)}><IconFileText size={14} stroke={1.6} aria-hidden /><span>{path}</span></button></li>
            ))}
          </ul>
        </details>
      </div>
    </nav>
  );
}
