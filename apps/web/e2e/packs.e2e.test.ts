import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type TestProduct } from '../../standalone/test/product.js';
import { openBrowser, personAt, seriousFindings, type Person } from './console-browser.js';

let product: TestProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ env: { GATE_DEADLINE_MS: '30000' } }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const at = (person: string) => `${person}@northwind.example`;

async function csrfOf({ page }: Person): Promise<Record<string, string>> {
  const me = (await (await page.request.get('/v1/me')).json()) as { csrfToken: string };
  return { 'x-csrf-token': me.csrfToken };
}

async function openDraft(page: Page): Promise<void> {
  await page.goto('/packs');
  await page.locator('[data-pack="commerce"]').getByRole('button', { name: 'Edit' }).click();
  await page.waitForURL('**/packs/drafts/*');
  await page.getByText('Nothing to object to').waitFor();
}

/** Writes into the text of the file that is shown. */
async function type(page: Page, from: string, to: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Text of/ });
  const text = await box.inputValue();
  expect(text).toContain(from);
  await box.fill(text.replace(from, to));
}

const panel = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

async function release(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('textbox', { name: 'What changes, and why' }).fill(note);
  await page.getByRole('button', { name: 'Make release and prove it' }).click();
  await page.waitForURL('**/packs/releases/*');
}

describe('a pack that is edited in the console', () => {
  it('is renamed by form and text, tried, published by two persons, and brought back', { timeout: 600_000 }, async () => {
    const [admin, second] = [await personAt(browser, product, at('admin')), await personAt(browser, product, at('approver'), 'dark')];
    const { page } = admin;
    const findings: string[] = [];
    await openDraft(page);

    // By the form: the comment above it stays, and nothing else changes.
    await page.getByRole('navigation', { name: 'What the pack declares' }).getByRole('button', { name: 'paid amount', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name (English)' }).fill('money received');
    await page.getByRole('textbox', { name: 'Name (English)' }).press('Tab');
    await page.getByRole('heading', { level: 2, name: 'money received' }).waitFor();
    findings.push(...(await seriousFindings(page)));
    await page.getByText('YAML', { exact: true }).click();
    const box = page.getByRole('textbox', { name: /^Text of metrics.yaml/ });
    const text = await box.inputValue();
    expect(text).toContain('label: { en: money received, ko: 결제 금액 }');
    expect(text).toContain('# What is measured.');

    // A mistake is found where it stands; undo takes it back.
    await type(page, 'where: [captured]', 'where: [captred]');
    const wrong = page.getByRole('list', { name: 'Findings' }).getByRole('listitem').filter({ hasText: 'captred' });
    await wrong.first().waitFor();
    findings.push(...(await seriousFindings(page)));
    await wrong.first().getByRole('button').click();
    expect(await box.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart).split('\n')[0])).toMatch(/captred|money received|kind: sum|paid_amount/);
    await box.press('Control+z');
    await page.getByText('Nothing to object to').waitFor();

    // Nothing is lost on reload.
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Nothing to object to').waitFor();

    await panel(page, 'Try');
    await page.getByRole('textbox', { name: 'Try a question' }).fill('money received in 2025 by month');
    await page.getByText('Understood', { exact: true }).waitFor();
    await page.locator('ruby').filter({ hasText: 'money received' }).waitFor();
    await page.getByRole('group', { name: 'SQL' }).getByText('payments').first().waitFor();
    findings.push(...(await seriousFindings(page)));
    await page.getByRole('textbox', { name: 'Try a question' }).fill('revenue in 2025');
    await page.getByRole('region', { name: 'It would ask back' }).getByRole('button', { name: /net revenue/ }).click();
    await page.getByText('Understood', { exact: true }).waitFor();

    await panel(page, 'Changes');
    await page.getByText('name: paid amount → money received').or(page.getByText(/name.*money received/)).first().waitFor();

    // What people may see takes a second person.
    await page.getByRole('button', { name: 'entities.yaml' }).click();
    await type(page, 'email: { type: text, role: attribute, nulls: never, sensitivity: personal', 'email: { type: text, role: attribute, nulls: never');
    await page.getByText('Changes what people may see').waitFor();
    findings.push(...(await seriousFindings(page)));
    await release(page, 'Finance calls it money received');
    await page.getByRole('button', { name: 'Ask a second person' }).click({ timeout: 120_000 });
    await page.getByText(/Another person has to agree/).waitFor();
    expect(await page.getByRole('button', { name: 'Agree and publish' }).isDisabled()).toBe(true);
    findings.push(...(await seriousFindings(page)));

    const people = (await (await page.request.get('/v1/people')).json()) as { items: { groups: { id: string; name: string }[] }[] };
    const groupId = people.items.flatMap(({ groups }) => groups).find(({ name }) => name === 'Finance approvers')?.id;
    expect((await page.request.post('/v1/packs/owner', { headers: await csrfOf(admin), data: { packId: 'commerce', groupId } })).status()).toBe(204);
    const other = second.page;
    await other.goto('/packs');
    await other.getByRole('link', { name: 'Finance calls it money received' }).click();
    findings.push(...(await seriousFindings(other)));
    await other.getByRole('button', { name: 'Agree and publish' }).click();
    await other.getByText(/agreed by/).waitFor();

    await page.goto('/packs/commerce');
    await page.getByRole('cell', { name: /2 .*in force/ }).waitFor();
    findings.push(...(await seriousFindings(page)));
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await page.getByRole('textbox', { name: 'Why' }).fill('It was right before');
    await page.getByRole('button', { name: 'Make release and prove it' }).click();
    await page.waitForURL('**/packs/releases/*');
    await page.getByRole('button', { name: 'Ask a second person' }).click({ timeout: 120_000 });
    await page.getByText(/Another person has to agree/).waitFor();
    await other.goto(new URL(page.url()).pathname);
    await other.getByRole('button', { name: 'Agree and publish' }).click();
    await other.getByText(/agreed by/).waitFor();
    await page.goto('/packs');
    await page.getByText('Rolled back to 1').waitFor();

    expect(findings).toEqual([]);
    // A machine that is busy reading packs may answer 503; the console asks again, and everything above came to its end.
    expect([...admin.complaints, ...second.complaints].filter((text) => !/status of 503/.test(text))).toEqual([]);
    for (const person of [admin, second]) await person.context.close();
  });
});
