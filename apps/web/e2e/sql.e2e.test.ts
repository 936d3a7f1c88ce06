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

const at = (person: string) => `${person}@northwind.example`;
const SQL = "SELECT country_code, count(*) AS customers\nFROM customers\nWHERE is_active\nGROUP BY country_code ORDER BY customers DESC";

/** Approves what is on the screen. */
async function approve({ page }: Person, id: string): Promise<void> {
  await page.goto(`/review/${id}`);
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
}

async function csrfOf({ page }: Person): Promise<Record<string, string>> {
  const me = (await (await page.request.get('/v1/me')).json()) as { csrfToken: string };
  return { 'x-csrf-token': me.csrfToken };
}

describe('SQL that a person writes', () => {
  it('is checked where it stands, sent, changed by one approver, approved by another, and answered', { timeout: 240_000 }, async () => {
    const [analyst, approver, approver2, auditor] = [await personAt(browser, product, at('analyst')), await personAt(browser, product, at('approver'), 'dark'), await personAt(browser, product, at('approver2')), await personAt(browser, product, at('auditor'))];
    const { page } = analyst;
    await page.goto('/sql');
    await page.locator('textarea').fill(SQL.replace('customers\nWHERE', 'customer\nWHERE'));
    await page.keyboard.press('Control+Enter');
    await page.getByText('The gate would not let this run').waitFor();
    expect(await page.locator('mark').textContent()).toBe('customer');
    await page.getByRole('button', { name: 'Line 2, column 6' }).click();
    expect(await page.locator('textarea').evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(SQL.indexOf('customers\nWHERE'));
    await page.locator('textarea').fill(SQL);
    expect(await page.locator('mark').count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await page.getByText('The gate lets this through').waitFor();
    const findings = await seriousFindings(page);
    await page.getByLabel('What it is for').fill('active customers by country');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await page.waitForURL('**/q/*');
    await page.getByRole('heading', { name: 'Waiting for an approver' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    const review = approver.page;
    await review.goto(`/review/${id}`);
    await review.getByRole('heading', { level: 1, name: 'active customers by country' }).waitFor();
    await review.keyboard.press('e');
    const box = review.getByRole('dialog').locator('textarea').first();
    await box.fill((await box.inputValue()).replace(/LIMIT \d+/, 'LIMIT 3'));
    await review.getByRole('button', { name: 'Check the change' }).click();
    await review.getByText('Row limit changed').waitFor();
    findings.push(...(await seriousFindings(review)));
    await review.getByRole('button', { name: 'Save as new revision' }).click();
    await review.getByText('You edited this SQL').waitFor();
    expect(await review.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true);
    await approve(approver2, id);

    await page.getByText('Answered').first().waitFor();
    await page.getByText('The SQL was changed by an approver').waitFor();
    await page.locator('tbody tr').nth(2).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(3);

    await auditor.page.goto('/blocked');
    await auditor.page.getByText('unknown-table').first().waitFor();
    findings.push(...(await seriousFindings(auditor.page)));
    expect(findings).toEqual([]);
    for (const person of [analyst, approver, approver2, auditor]) {
      expect(person.complaints).toEqual([]);
      await person.context.close();
    }
  });

  it('begins with what there is: tables found in one’s own words, personal columns marked', { timeout: 120_000 }, async () => {
    const { page, complaints, context } = await personAt(browser, product, at('analyst'), 'dark');
    await page.goto('/schema');
    await page.getByText('5 tables ·').waitFor();
    await page.getByRole('textbox').fill('signup date of customers');
    await page.getByText('Found by:').first().waitFor();
    expect(await page.locator('main li code').first().textContent()).toBe('public.customers');
    await page.getByRole('row', { name: /^email.*personal/ }).waitFor();
    expect(await page.locator('tr[data-meant] td:first-child code').allTextContents()).toContain('signup_date');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('textbox').fill('zzzqqq');
    await page.getByText('Nothing found').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('waits for two people where a policy says so, and shows masked columns for what they are', { timeout: 240_000 }, async () => {
    const [analyst, approver, approver2, admin] = [await personAt(browser, product, at('analyst2')), await personAt(browser, product, at('approver')), await personAt(browser, product, at('approver2')), await personAt(browser, product, at('admin'))];
    const { page } = admin;
    const headers = await csrfOf(admin);
    const people = (await (await page.request.get('/v1/people')).json()) as { items: { groups: { id: string; name: string }[] }[] };
    const group = (name: string) => people.items.flatMap(({ groups }) => groups).find((g) => g.name === name)?.id;
    const rules = [{ kind: 'approvers', groupId: group('Finance approvers'), when: 'always', approvals: 2 }, { kind: 'mask', table: 'customers', column: 'city', form: { kind: 'first', keep: 1 }, groups: [group('Analysts')] }];
    for (const rule of rules) expect((await page.request.post('/v1/policies', { headers, data: { name: 'two eyes more', rule } })).status()).toBe(201);

    const sent = await analyst.page.request.post('/v1/sql/execute', { headers: await csrfOf(analyst), data: { sql: 'SELECT city, count(*) AS customers FROM customers GROUP BY city ORDER BY 2 DESC, 1 LIMIT 4', dataSourceId: ((await (await analyst.page.request.get('/v1/data-sources')).json()) as { items: { id: string }[] }).items[0]?.id, title: 'cities' } });
    const { jobId } = (await sent.json()) as { jobId: string };
    await analyst.page.goto(`/q/${jobId}`);
    await analyst.page.getByRole('heading', { name: 'Waiting for an approver' }).waitFor();
    await approver.page.goto(`/review/${jobId}`);
    await approver.page.getByText('only the first 1 characters').waitFor();
    await approve(approver, jobId);
    await approver2.page.goto(`/review/${jobId}`);
    await approver2.page.getByText('1 of 2 approvals. · Approver').waitFor();
    await approve(approver2, jobId);
    await analyst.page.getByText('Answered').first().waitFor();
    await analyst.page.getByText('only the first 1 characters').waitFor();
    for (const city of await analyst.page.locator('tbody td:first-child').allTextContents()) expect(city).toMatch(/^.\*\*\*\*$/u);
    for (const person of [analyst, approver, approver2, admin]) {
      expect(person.complaints).toEqual([]);
      await person.context.close();
    }
  });
});
