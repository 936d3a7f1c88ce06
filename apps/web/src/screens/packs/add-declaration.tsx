import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './editor.module.css';
import { DECLARABLE, NAME, type Declarable } from './new-declaration';
import type { Declared } from './pack-outline';

/** Names something new to declare. */
export function AddDeclaration({ outline, opened, onClose, onAdd }: { outline: readonly Declared[]; opened: boolean; onClose: () => void; onAdd: (section: Declarable, id: string) => void }) {
  const { t } = useTranslation();
  const [section, setSection] = useState<Declarable>('metrics');
  const [id, setId] = useState('');
  const taken = outline.some((declared) => declared.section === section && declared.id === id);
  const wrong = id !== '' && !NAME.test(id) ? t('packs.add.invalid') : taken ? t('packs.add.taken') : undefined;
  return (
    <Modal opened={opened} onClose={onClose} title={t('packs.add.title')} closeButtonProps={{ 'aria-label': t('close') }} lockScroll={false}>
      <form className={css.prepare} onSubmit={(event) => {
        event.preventDefault();
        if (id === '' || wrong) return;
        onAdd(section, id);
        setId('');
        onClose();
      }}>
        <Select label={t('packs.add.kind')} data={DECLARABLE.map((value) => ({ value, label: t(`packs.section.${value}`) }))} value={section} allowDeselect={false} onChange={(value) => setSection(DECLARABLE.find((s) => s === value) ?? 'metrics')} />
        <TextInput label={t('packs.add.id')} description={t('packs.add.idHint')} error={wrong} required data-autofocus value={id} onChange={({ currentTarget: { value } }) => setId(value)} />
        <Button type="submit" disabled={id === '' || wrong !== undefined}>{t('packs.add.submit')}</Button>
      </form>
    </Modal>
  );
}
