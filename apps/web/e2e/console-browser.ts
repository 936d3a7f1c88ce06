import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ARGS });
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** What the browser complained of: errors of the page, refused styles and scripts. */
  complaints: string[];
}

/** A person at a browser of their own, signed in through the sign-in screen. */
export async function personAt(browser: Browser, product: { baseUrl: string; password: string }, email: string, scheme: 'light' | 'dark' = 'light'): Promise<Person> {
  const context = await browser.newContext({ baseURL: product.baseUrl, viewport: { width: 1280, height: 800 }, colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  await page.goto('/');
  await page.getByRole('textbox').first().fill(email);
  await page.locator('input[autocomplete="current-password"]').fill(product.password);
  await page.locator('input[autocomplete="current-password"]').press('Enter');
  await page.waitForURL('**/ask');
  return { page, context, complaints };
}

/** Findings of axe that keep someone out, as one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
