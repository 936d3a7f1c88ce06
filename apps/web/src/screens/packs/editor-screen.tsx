import type { Finding, PackDraftView } from '@countersign/contracts';
import { Button, SegmentedControl, Tabs } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../app/page-title';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import page from '../page.module.css';
import { AddDeclaration } from './add-declaration';
import { ChangesView } from './changes-view';
import { DeclarationForm } from './declaration-form';
import { DraftBanner, SaveMark } from './draft-banner';
import css from './editor.module.css';
import { FindingsPanel } from './findings-panel';
import { declare } from './new-declaration';
import { Outline } from './outline';
import { declaredAt, fileOf, outlineReader, type Declared } from './pack-outline';
import { draftQuery } from './pack-queries';
import type { Base } from './pack-tasks';
import { PrepareRelease } from './prepare-release';
import { TestsPanel } from './tests-panel';
import { TryPanel } from './try-panel';
import { useDraft } from './use-draft';
import { usePackThreads, useTask } from './use-pack-thread';
import { YamlBox, type GoTo } from './yaml-box';
import { setAt, type Path } from './yaml-edit';

const route = getRouteApi('/in/packs/drafts/$id');

/** A draft of a pack: what it declares on the left, one declaration or file in the middle, what comes of it on the right. */
export function EditorScreen() {
  const { id } = route.useParams();
  const draft = useQuery(draftQuery(id));
  if (draft.isError) return <div className={page.page}><Problem error={draft.error} onRetry={() => void draft.refetch()} /></div>;
  if (!draft.data) return <div className={page.page}><Pending lines={['30%', '100%', '100%', '100%', '80%']} /></div>;
  return <Editor key={id} view={draft.data} />;
}

const RANK = { error: 2, warning: 1, info: 0 } as const;
const grave = ({ severity }: Finding) => severity !== 'info';
const NO_FINDINGS: Finding[] = [];

function Editor({ view }: { view: PackDraftView }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useDraft(view);
  const { files, edit } = draft;
  const threads = usePackThreads();
  const [readOutline] = useState(outlineReader);
  const lazyFiles = useDeferredValue(files);
  const outline = useMemo(() => readOutline(lazyFiles), [readOutline, lazyFiles]);
  const base = useMemo<Base | null>(() => {
    if (draft.update.kind === 'updated' && view.current && view.currentVersion !== null) return { files: view.current, version: view.currentVersion, verified: view.verified };
    return view.base && view.baseVersion !== null ? { files: view.base, version: view.baseVersion, verified: view.verified } : null;
  }, [view, draft.update.kind]);
  const panel = search.panel ?? 'findings';

  const lint = useTask(threads?.quick, 'lint', useMemo(() => ({ files }), [files]), 200);
  const findings = lint.gives?.findings ?? NO_FINDINGS;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const compared = useTask(threads?.slow, 'compare', useMemo(() => (panel === 'changes' ? { files, base } : undefined), [files, base, panel]), 500);
  const [goTo, setGoTo] = useState<GoTo>();
  const [question, setQuestion] = useState('');
  const [asking, setAsking] = useState<'release' | 'add'>();
  const wishes = useRef(0);

  const set = (part: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  const selected = outline.find(({ ref }) => ref === search.at) ?? (search.file ? undefined : (outline.find(({ section }) => section === 'pack') ?? outline[0]));
  const file = search.file && search.file in files ? search.file : (selected?.file ?? Object.keys(files)[0] ?? '');
  const asForm = selected !== undefined && search.view !== 'yaml';
  const jump = (place: Omit<GoTo, 'n'>) => setGoTo({ ...place, n: ++wishes.current });
  // A link to a declaration as text leads to its line.
  const first = useRef(asForm ? undefined : selected?.from);
  useEffect(() => {
    if (first.current) setGoTo({ ...first.current, n: ++wishes.current });
    first.current = undefined;
  }, []);
  const select = (declared: Declared) => {
    set({ at: declared.ref, file: undefined });
    if (!asForm) jump(declared.from);
  };
  const toYaml = () => {
    set({ view: 'yaml' });
    if (selected) jump(selected.from);
  };
  const go = (path: string, line: number, column: number) => {
    const declared = declaredAt(outline, path, line);
    set({ at: declared?.ref, file: declared ? undefined : path, view: 'yaml' });
    jump({ line, column });
  };
  const tryOut = (text: string) => {
    setQuestion(text);
    set({ panel: 'try' });
  };
  const setValue = (path: Path, value: unknown) => {
    if (!selected) return;
    const text = files[selected.file] ?? '';
    try {
      edit({ ...files, [selected.file]: setAt(text, path, value) }, path.join('.'));
    } catch {
      // A file that can't be read has no node to edit: its text shows what is wrong.
      toYaml();
    }
  };
  const severities = useMemo(() => severityByRef(findings, outline, lazyFiles), [findings, outline, lazyFiles]);
  const inFile = useMemo(() => findings.filter((finding) => grave(finding) && finding.at && fileOf(finding.at.excerpt, files) === file), [findings, files, file]);

  return (
    <div className={css.editor} onKeyDown={(event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.defaultPrevented) return;
      event.preventDefault();
      if (event.shiftKey) draft.redo();
      else draft.undo();
    }}>
      <header className={css.head}>
        <div>
          <p className={css.crumb}><Link to="/packs">{t('nav.packs')}</Link> / <Link to="/packs/$pack" params={{ pack: view.packId }}>{view.packId}</Link></p>
          <PageTitle title={t('packs.draftOf', { pack: outline.find(({ section }) => section === 'pack')?.label[t('packs.lang') as 'en' | 'ko'] ?? view.packId, version: view.baseVersion ?? 0 })} />
        </div>
        <div className={css.tools}>
          <SaveMark save={draft.save} onRetry={() => void draft.flush()} />
          <Button.Group>
            <Button variant="default" size="xs" disabled={!draft.canUndo} onClick={draft.undo} aria-label={t('packs.undo')} title={`${t('packs.undo')} (Ctrl Z)`}><IconArrowBackUp size={16} stroke={1.8} /></Button>
            <Button variant="default" size="xs" disabled={!draft.canRedo} onClick={draft.redo} aria-label={t('packs.redo')} title={`${t('packs.redo')} (Ctrl Shift Z)`}><IconArrowForwardUp size={16} stroke={1.8} /></Button>
          </Button.Group>
          <Button size="xs" onClick={() => setAsking('release')}>{t('packs.prepare.open')}</Button>
        </div>
      </header>
      <DraftBanner view={view} draft={draft} />
      <div className={css.columns}>
        <Outline outline={outline} files={files} findings={severities} selected={search.file ? undefined : selected?.ref} file={file} onSelect={select} onFile={(path) => set({ file: path, at: undefined, view: undefined })} onAdd={() => setAsking('add')} verified={view.verified} onTry={tryOut} />
        <section className={css.middle} aria-label={t('packs.editing')}>
          <div className={css.middleHead}>
            {selected && !search.file ? <SegmentedControl size="xs" aria-label={t('packs.as')} value={asForm ? 'form' : 'yaml'} onChange={(as) => (as === 'yaml' ? toYaml() : set({ view: undefined }))} data={[{ value: 'form', label: t('packs.form') }, { value: 'yaml', label: 'YAML' }]} /> : null}
            <code className={css.fileName}>{file}</code>
          </div>
          {asForm && !search.file ? <div className={css.scroll}><DeclarationForm declared={selected} outline={outline} onSet={setValue} onYaml={toYaml} onRemove={() => { setValue(selected.path, undefined); set({ at: undefined }); }} /></div>
            : <YamlBox key={file} value={files[file] ?? ''} label={t('packs.fileText', { file })} hint={t('packs.yamlHint')} findings={inFile} goTo={goTo} onChange={(text) => edit({ ...files, [file]: text }, file)} onUndo={draft.undo} onRedo={draft.redo} />}
        </section>
        <aside className={css.side} aria-label={t('packs.outcome')}>
          <Tabs value={panel} onChange={(value) => set({ panel: value === 'try' || value === 'tests' || value === 'changes' ? value : undefined })} keepMounted={false} classNames={{ panel: css.panel }}>
            <Tabs.List>
              <Tabs.Tab value="findings">{t('packs.panel.findings')}{findings.some(grave) ? <span className={css.tabCount} data-bad={errors > 0 || undefined}>{findings.filter(grave).length}</span> : null}</Tabs.Tab>
              <Tabs.Tab value="try">{t('packs.panel.try')}</Tabs.Tab>
              <Tabs.Tab value="tests">{t('packs.panel.tests')}</Tabs.Tab>
              <Tabs.Tab value="changes">{t('packs.panel.changes')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="findings">{lint.failed ? <p role="alert" className={css.bad}>{lint.failed}</p> : <FindingsPanel findings={findings} files={files} pending={!lint.gives} onGo={go} />}</Tabs.Panel>
            <Tabs.Panel value="try"><TryPanel thread={threads?.quick} files={files} draft={{ id: view.id, version: draft.version, saved: draft.save.kind === 'saved' }} question={question} onQuestion={setQuestion} /></Tabs.Panel>
            <Tabs.Panel value="tests"><TestsPanel thread={threads?.slow} files={files} base={base} onTry={tryOut} /></Tabs.Panel>
            <Tabs.Panel value="changes">{compared.failed ? <p role="alert" className={css.bad}>{compared.failed}</p> : compared.gives === null ? <p className={css.bad}>{t('packs.unreadable')}</p> : compared.gives ? <ChangesView report={compared.gives} /> : <Pending lines={['80%', '60%', '70%']} />}</Tabs.Panel>
          </Tabs>
        </aside>
      </div>
      <AddDeclaration outline={outline} opened={asking === 'add'} onClose={() => setAsking(undefined)} onAdd={(section, id) => { edit(declare(files, outline, section, id), `${section}.${id}`); set({ at: `${section}.${id}`, file: undefined, view: undefined }); }} />
      <PrepareRelease draftId={view.id} errors={errors} opened={asking === 'release'} onClose={() => setAsking(undefined)} flush={draft.flush} />
    </div>
  );
}

/** The worst that is said of each declaration. */
function severityByRef(findings: readonly Finding[], outline: readonly Declared[], files: Record<string, string>): Map<string, Finding['severity']> {
  const worst = new Map<string, Finding['severity']>();
  for (const { at, severity } of findings) {
    if (severity === 'info') continue;
    const file = at ? fileOf(at.excerpt, files) : undefined;
    const ref = at && file ? declaredAt(outline, file, at.line)?.ref : undefined;
    const known = ref ? worst.get(ref) : undefined;
    if (ref && (!known || RANK[severity] > RANK[known])) worst.set(ref, severity);
  }
  return worst;
}
