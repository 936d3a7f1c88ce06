import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import css from './editor.module.css';
import { FieldInput } from './field-input';
import { FIELDS, PACK_FIELDS, type Field } from './form-fields';
import type { Declared, Section } from './pack-outline';
import type { Path } from './yaml-edit';

interface Props {
  declared: Declared;
  outline: readonly Declared[];
  onSet: (path: Path, value: unknown) => void;
  onYaml: () => void;
  onRemove: () => void;
}

const memberOf = (value: unknown, path: readonly string[]): unknown => path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined), value);

/** The declaration that is chosen, field by field; each edit goes into its own node of the file. */
export function DeclarationForm({ declared, outline, onSet, onYaml, onRemove }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { section, value, path, id } = declared;
  const options = useMemo(() => {
    const named = new Map<Section, { value: string; label: string }[]>();
    for (const d of outline) named.set(d.section, [...(named.get(d.section) ?? []), { value: d.id, label: d.label[language] ?? d.label.en ?? d.id }]);
    return (of: Section | undefined) => (of ? (named.get(of) ?? []) : []);
  }, [outline, language]);
  const title = section === 'pack' ? t('packs.section.pack') : (declared.label[language] ?? declared.label.en ?? id);
  const one = (field: Field, at: readonly string[], of: unknown, base: Path) => <FieldInput key={[...base, field.name, field.of].join('/')} field={field} value={memberOf(of, at)} path={[...base, ...at]} options={options(field.of)} onSet={onSet} onYaml={onYaml} />;
  const fields = (names: readonly Field[], of: unknown, base: Path) => names.filter(({ kind }) => kind !== 'columns' && kind !== 'values').map((field) => one(field, [field.name], of, base));
  const kind = memberOf(value, ['kind']);
  const own = section === 'pack' || section === 'per' ? [] : FIELDS[section].filter((field) => !field.kinds || field.kinds.includes(String(kind)));
  const inner = own.find((field) => field.kind === 'columns' || field.kind === 'values');
  return (
    <div className={css.form} key={declared.ref}>
      <header className={css.formHead}>
        <h2>{title}</h2>
        {section === 'pack' ? null : <Button size="compact-xs" variant="subtle" color="red" onClick={onRemove}>{t('packs.remove')}</Button>}
        <p className={css.quiet}><code>{declared.ref}</code> · {t('packs.place', { file: declared.file, line: declared.from.line })}</p>
      </header>
      {section === 'pack' ? PACK_FIELDS.map((field) => one(field, field.path, value, path)) : fields(own, value, path)}
      {inner ? (
        <section className={css.inner} aria-label={t(`packs.field.${inner.name}` as 'packs.field.label')}>
          <h3>{t(`packs.field.${inner.name}` as 'packs.field.label')}</h3>
          {Object.entries((memberOf(value, [inner.name]) ?? {}) as Record<string, unknown>).map(([name, entry]) => (
            <details key={name}>
              <summary><code>{name}</code> <span className={css.quiet}>{summaryOf(entry, language)}</span></summary>
              <div className={css.innerFields}>{fields(inner.kind === 'columns' ? FIELDS.columns : FIELDS.valueEntries, entry, [...path, inner.name, name])}</div>
            </details>
          ))}
        </section>
      ) : null}
    </div>
  );
}

function summaryOf(entry: unknown, language: 'en' | 'ko'): string {
  const label = memberOf(entry, ['label', language]) ?? memberOf(entry, ['label', 'en']);
  return [label, memberOf(entry, ['type']), memberOf(entry, ['role']), memberOf(entry, ['sensitivity'])].filter((text) => typeof text === 'string').join(' · ');
}
