import { PAYMENT_EVENTS_PATH } from '@checkwell/domain/one-shot/contract';
import { startTestProvider, type TestProvider } from '@checkwell/stand-ins/payments/provider';
import { acceptTerms, cardFrame, fillOrder, pay, typeCard, watchRequests, wishOf } from '../support/one-shot.ts';
import { fromElsewhere } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { startBeside } from '../support/server.ts';
import { standInForStripeJs } from '../support/stripe-js.ts';
import { expect, test } from '../support/test.ts';

/**
 * The product with keys of Stripe: its adapters in server and web, its Content-Security-Policy, its signed events. Stripe's API and script are
 * replaced by test doubles; the product runs the same code as in production.
 */

test('with keys of Stripe the Payment Element takes the card: declined, 3-D Secure failed and passed, then paid by a signed event', async ({
  page,
}) => {
  test.slow();
  const say = sayIn('fr');
  const secrets = { secretKey: 'sk_test_0123456789abcdef0123', webhookSecret: 'whsec_0123456789abcdef0123' };
  const shared = { databaseUrl: process.env.E2E_DATABASE_URL ?? '', secret: process.env.E2E_SECRET ?? '' };
  let provider: TestProvider | undefined;
  const server = await startBeside(shared, async (baseURL) => {
    provider = await startTestProvider({ ...secrets, port: 0, productOrigin: baseURL, file: null, now: () => new Date() });
    return {
      ROLES: 'web',
      STRIPE_SECRET_KEY: secrets.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef0123',
      STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
      STRIPE_API_URL: provider.origin,
    };
  });
  if (!provider) throw new Error('There is no provider.');
  try {
    provider.webhooks.target = server.baseURL + PAYMENT_EVENTS_PATH;
    const asked = await standInForStripeJs(page, provider);
    const { sentCards } = watchRequests(page);
    await fromElsewhere(page);
    await page.goto(`${server.baseURL}/icon.svg`);
    await page.evaluate(() => localStorage.setItem('language', 'fr'));
    const opened = await page.goto(`${server.baseURL}/one-shot-check`);
    expect(opened?.headers()['content-security-policy']).toContain('https://js.stripe.com');
    await fillOrder(page, say, wishOf());
    expect(asked).toEqual([]);
    await acceptTerms(page, say);
    await expect(cardFrame(page).getByLabel(say('paymentTest:field.number'))).toBeVisible();
    expect(asked[0]).toBe('/endive/stripe.js');
    await pay(page);
    await expect(page.getByText(say('oneShot:payment.incomplete'))).toBeVisible();

    // Stripe.js does not give the reason; the server requests it.
    await typeCard(page, say, 'insufficientFunds');
    await pay(page);
    await expect(page.getByRole('alert').filter({ hasText: say('enums:paymentDecline.insufficientFunds') })).toBeVisible();
    await typeCard(page, say, 'challenge');
    await pay(page);
    const answer = (how: 'pass' | 'fail') =>
      cardFrame(page)
        .getByRole('button', { name: say(`paymentTest:challenge.${how}`) })
        .click();
    await answer('fail');
    await expect(page.getByRole('alert').filter({ hasText: say('enums:paymentDecline.authenticationFailed') })).toBeVisible();
    await pay(page);
    await answer('pass');
    await expect(page).toHaveURL(/\/one-shot-check\/[\w-]{43}$/);
    await expect(page.getByRole('dialog')).toContainText(say('oneShot:success.title'));

    expect([...sentCards]).toEqual(['https://js.stripe.com']);
    await provider.webhooks.settled();
    const taken = provider.ledger.list(0).filter(({ status }) => status === 'succeeded');
    expect(taken).toMatchObject([{ amount: 181_50, currency: 'eur' }]);
    expect(provider.ledger.list(0).filter(({ status }) => status !== 'succeeded' && status !== 'canceled')).toEqual([]);
  } finally {
    await server.stop();
    await provider.close();
  }
});
