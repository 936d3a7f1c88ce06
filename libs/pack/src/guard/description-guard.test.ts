import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadPack } from '../load/load-pack.js';
import type { Pack } from '../pack.js';
import { guardDescriptions } from './description-guard.js';

const SUBJECTS = ['주문', '고객', '상품', '결제', '배송', '반품', '창고', '계약', '청구', '예산', '인사', '급여', '생산', '품질', '구매', '재고', '자산', '설비', '회계'];
const MATTERS = ['일자', '금액', '수량', '상태', '유형', '담당자', '등록 시각', '변경 시각', '비고', '구분', '등급', '지역', '기준', '할인율', '세액', '단가', '순번'];
const NAMES = ['DT', 'AMT', 'QTY', 'STS', 'TYP', 'PIC', 'REG_TM', 'UPD_TM', 'RMK', 'DIV', 'GRD', 'RGN', 'STD', 'DC_RT', 'TAX', 'UP', 'SEQ'];

/** A warehouse of 19 × 20 tables with 17 columns each: 6,460 columns. */
function warehouse(label: (subject: number, table: number, matter: number) => { en: string; ko: string }): Pack {
  const entities = SUBJECTS.flatMap((subject, s) => Array.from({ length: 20 }, (_, t) => [`t${s}_${t}`, {
    label: { en: `table ${s} ${t}`, ko: `${subject} ${t}` }, description: { en: `One row a record of kind ${s}-${t}.`, ko: `${subject} ${t}번 기록마다 한 행.` }, grain: ['c0'],
    columns: Object.fromEntries(MATTERS.map((_, m) => [`c${m}`, { type: 'text', role: 'attribute', label: label(s, t, m) }])),
  }] as const));
  const pack = { pack: { id: 'big', title: { en: 'Big', ko: '큰' }, description: { en: 'Big', ko: '큰' }, currency: 'KRW', calendar: { timezone: 'Asia/Seoul', week_start: 'monday', fiscal_year_start: '01-01' }, starters: { en: [], ko: [] } }, entities: Object.fromEntries(entities) };
  const loaded = loadPack({ 'pack.yaml': stringify(pack) }, 1);
  if (!loaded.pack) throw new Error(JSON.stringify(loaded.findings[0]));
  return loaded.pack;
}
const spoken = (s: number, t: number, m: number) => ({ en: `description ${s} ${t} of column ${m}`, ko: `${SUBJECTS[s] ?? ''} ${t}번의 ${MATTERS[m] ?? ''}` });

describe('the guard of descriptions', { timeout: 120_000 }, () => {
  const good = warehouse(spoken);

  it('says nothing of the same pack, nor of a good first one', () => {
    expect(guardDescriptions(good, good)).toEqual([]);
    expect(guardDescriptions(null, good)).toEqual([]);
  });

  it('stops 6,460 Korean descriptions that became English abbreviations, with how many, and examples', () => {
    const bad = warehouse((s, t, m) => ({ ...spoken(s, t, m), ko: `T${s}${t}_${NAMES[m] ?? ''}` }));
    const findings = guardDescriptions(good, bad);
    expect(findings.map(({ rule, params }) => [rule, params?.['locale'], params?.['found']])).toEqual([
      ['descriptions-abbreviated', 'ko', '6460'], ['descriptions-script', 'ko', '6460'], ['descriptions-rewritten', 'ko', '6460'],
    ]);
    expect(findings[0]?.params?.['examples']).toContain('t0_0.c0: 주문 0번의 일자 → T00_DT');
  });

  it('finds one subject in ten that went so, and lets a few edits pass', () => {
    const some = (subjects: number) => warehouse((s, t, m) => (s < subjects ? { ...spoken(s, t, m), ko: `T${s}${t}_${NAMES[m] ?? ''}` } : spoken(s, t, m)));
    expect(guardDescriptions(good, some(2)).map(({ rule }) => rule)).toContain('descriptions-abbreviated');
    const edited = warehouse((s, t, m) => (s === 0 && t === 0 ? { ...spoken(s, t, m), ko: `${SUBJECTS[s] ?? ''}의 새로운 ${MATTERS[m] ?? ''}` } : spoken(s, t, m)));
    expect(guardDescriptions(good, edited)).toEqual([]);
  });

  it('finds texts that say the same of everything, and texts in another language', () => {
    expect(guardDescriptions(good, warehouse((s, t, m) => ({ ...spoken(s, t, m), ko: '설명' }))).map(({ rule }) => rule)).toEqual(['descriptions-rewritten', 'descriptions-repeated']);
    expect(guardDescriptions(good, warehouse((s, t, m) => ({ ...spoken(s, t, m), ko: `the ${MATTERS.length - m}th thing of table number ${s}-${t}` }))).map(({ rule }) => rule)).toEqual(['descriptions-script', 'descriptions-rewritten']);
  });

  it('finds descriptions that are gone while their columns are still there', () => {
    const bare = warehouse(spoken);
    for (const entity of Object.values(bare.source.entities)) for (const column of Object.values(entity.columns)) delete column.label;
    expect(guardDescriptions(good, bare).map(({ rule, params }) => [rule, params?.['locale']])).toEqual([['descriptions-emptied', 'en'], ['descriptions-emptied', 'ko']]);
  });
});
