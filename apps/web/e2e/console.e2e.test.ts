import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type TestProduct } from '../../standalone/test/product.js';
import { openBrowser, personAt, seriousFindings, type Person } from './console-browser.js';

let product: TestProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const at = (person: string, organization: string) => `${person}@${organization}.example`;

async function ask({ page }: Person, question: string): Promise<string> {
  await page.goto('/ask');
  await page.locator('#question').fill(question);
  await page.locator('#question').press('Enter');
  await page.waitForURL('**/q/*');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Waits for a heading of the answer tab; when it does not come, says which one stands there. */
async function untilHeading({ page }: Person, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name }).waitFor().catch(async () => {
    throw new Error(`not ${String(name)} but: ${(await page.locator('[role="tabpanel"]').allInnerTexts()).join(' ')}`);
  });
}

const LANGUAGES = [
  {
    language: 'en', organization: 'northwind', question: 'net revenue by month in 2025', waiting: 'Waiting for an approver', approve: /^Approve/, confirm: 'Approve', done: 'Answered', table: 'Table',
    unclear: 'revenue in 2025', choose: /What do you mean/, netRevenue: /net revenue/i, refused: /can’t be answered here/,
  },
  {
    language: 'ko', organization: 'hanbit', question: '2025년 월별 순매출', waiting: '승인을 기다리는 중입니다', approve: /^승인/, confirm: '승인', done: '답변 완료', table: '표',
    unclear: '2025년 매출', choose: /의미를 선택하세요/, netRevenue: /순매출/, refused: /여기서는 답할 수 없습니다/,
  },
] as const;

describe.each(LANGUAGES)('the console in $language', (words) => {
  let analyst: Person;
  let approver: Person;
  beforeAll(async () => {
    analyst = await personAt(browser, product, at('analyst', words.organization));
    approver = await personAt(browser, product, at('approver', words.organization));
  });
  afterAll(async () => {
    await analyst?.context.close();
    await approver?.context.close();
  });

  it('takes a question to its answer once another person approved it, without a reload', async () => {
    const { page } = analyst;
    const id = await ask(analyst, words.question);
    await untilHeading(analyst, words.waiting);

    const review = approver.page;
    await review.goto(`/review/${id}`);
    await review.getByRole('heading', { level: 1, name: words.question }).waitFor();
    await review.getByRole('button', { name: words.approve }).click();
    await review.getByRole('dialog').getByRole('button', { name: words.confirm, exact: true }).click();
    await review.waitForURL((url) => !url.pathname.endsWith(id));

    await page.getByText(words.done).first().waitFor();
    const figure = page.locator('button[data-status="grounded"]').first();
    const shown = await figure.textContent();
    await figure.hover();
    await page.getByRole('tooltip').waitFor();
    await figure.click();
    await page.locator('td[data-marked]').first().waitFor();
    expect(shown).toMatch(/\d/);
    expect(await page.locator('tbody tr').count()).toBe(12);
  });

  it('asks which meaning is meant and goes on by one key', async () => {
    const { page } = analyst;
    await ask(analyst, words.unclear);
    await untilHeading(analyst, words.choose);
    expect(await page.getByRole('button', { name: words.netRevenue }).count()).toBeGreaterThan(0);
    await page.keyboard.press('1');
    await untilHeading(analyst, words.waiting);
  });

  it('says what cannot be answered and what is near', async () => {
    await ask(analyst, words.language === 'ko' ? '서울 날씨 알려줘' : 'what is the weather in Seoul');
    await untilHeading(analyst, words.refused);
  });

  it('does not let the asker decide, and says why', async () => {
    const { page } = approver;
    const id = await ask(approver, words.question);
    await untilHeading(approver, words.waiting);
    await page.goto(`/review/${id}`);
    const button = page.getByRole('button', { name: words.approve });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    expect(await page.locator('#blocked').textContent()).toMatch(words.language === 'ko' ? /본인이 한 질문/ : /You asked this/);
  });

  it('raises no complaint of the browser', () => {
    expect(analyst.complaints).toEqual([]);
    expect(approver.complaints).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  it('asks, and approves as another person', async () => {
    const analyst = await personAt(browser, product, at('analyst2', 'northwind'));
    await analyst.page.locator('#question:focus').waitFor();
    await analyst.page.keyboard.type('how many orders in 2025');
    await analyst.page.keyboard.press('Enter');
    await analyst.page.waitForURL('**/q/*');
    await untilHeading(analyst, 'Waiting for an approver');
    const id = new URL(analyst.page.url()).pathname.split('/').at(-1) ?? '';

    const { page, context } = await personAt(browser, product, at('approver', 'northwind'));
    await page.keyboard.press('Tab');
    await page.goto(`/review/${id}`);
    await page.getByRole('heading', { level: 1, name: 'how many orders in 2025' }).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await analyst.page.getByText('Answered').first().waitFor();
    await context.close();
    await analyst.context.close();
  });

  it('sends a question that ends in a Korean syllable exactly once', async () => {
    const { page, context } = await personAt(browser, product, at('analyst', 'hanbit'));
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/questions')) asked.push(request.postData() ?? '');
    });
    await page.locator('#question').fill('2025년 주문 건수');
    await page.locator('#question').evaluate((box) => {
      box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: true, bubbles: true }));
      box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '수' }));
    });
    await page.waitForURL('**/q/*');
    expect(asked).toHaveLength(1);
    await context.close();
  });
});

describe('an address that is shared', () => {
  it('leads through the sign-in and back, with its filters', async () => {
    const context = await browser.newContext({ baseURL: product.baseUrl });
    const page = await context.newPage();
    await page.goto('/audit?action=question.asked');
    await page.waitForURL('**/sign-in*');
    await page.getByRole('textbox').first().fill(at('auditor', 'northwind'));
    await page.locator('input[autocomplete="current-password"]').fill(product.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/audit?action=question.asked');
    await page.locator('tbody code').first().waitFor();
    expect(new Set(await page.locator('tbody td:nth-child(4) code').allTextContents())).toEqual(new Set(['question.asked']));
    await context.close();
  });
});

describe('policies', () => {
  it('are put in force, changed and retired by an admin', async () => {
    const admin = await personAt(browser, product, at('admin', 'northwind'));
    const { page } = admin;
    await page.goto('/policies');
    await page.getByRole('button', { name: 'Add a policy' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Put in force' }).click();
    await form.getByText('Needed here').first().waitFor();
    await form.getByLabel('Name').fill('Web orders only');
    await form.getByLabel('Table').fill('orders');
    await form.getByLabel('Condition on its rows').fill("channel = 'web' and");
    await form.getByRole('button', { name: 'Put in force' }).click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel('Condition on its rows').fill("channel = 'web'");
    await form.getByRole('button', { name: 'Put in force' }).click();
    await page.getByText("Of orders only rows with channel = 'web', for everyone.").waitFor();
    await page.getByRole('button', { name: 'Change Web orders only' }).click();
    await form.getByLabel('Condition on its rows').fill("channel <> 'web'");
    await form.getByRole('button', { name: 'Put in force' }).click();
    await page.getByText("Of orders only rows with channel <> 'web', for everyone.").waitFor();
    await page.getByRole('button', { name: 'Retire Web orders only' }).click();
    await page.getByRole('button', { name: 'Retire', exact: true }).click();
    await page.getByText('2 retired').waitFor();
    expect(await page.getByText("channel <> 'web', for everyone.").isVisible()).toBe(false);
    expect(admin.complaints).toEqual([]);
    await admin.context.close();
  });
});

describe.each(['light', 'dark'] as const)('every screen in the %s theme', (scheme) => {
  it('keeps no one out', { timeout: 600_000 }, async () => {
    const admin = await personAt(browser, product, at('admin', 'northwind'), scheme);
    const { page } = admin;
    const [answered] = await (await page.request.get('/v1/jobs?scope=all&state=ANSWERED')).json().then((list: { items: { id: string }[] }) => list.items);
    const [waiting] = await (await page.request.get('/v1/approvals')).json().then((list: { items: { jobId: string }[] }) => list.items);
    const paths = ['/ask', '/sql', '/schema?q=order+date', '/questions?scope=all', '/review', '/sources', '/policies', '/audit', '/blocked', '/settings', '/nowhere', ...(answered ? ['answer', 'sql', 'evidence', 'history'].map((tab) => `/q/${answered.id}?tab=${tab}`) : []), ...(waiting ? [`/review/${waiting.jobId}`, `/q/${waiting.jobId}`] : [])];
    expect(answered && waiting).toBeTruthy();
    const findings: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      findings.push(...(await seriousFindings(page)));
    }
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.locator('h1').waitFor();
    findings.push(...(await seriousFindings(page)));
    expect(findings).toEqual([]);
    expect(admin.complaints).toEqual([]);
    await admin.context.close();
  });
});
