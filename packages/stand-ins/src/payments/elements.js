// The card fields of the test provider, in the browser: plain JavaScript, as it is served as it is here.
// Speaks with the page around it by the messages of packages/domain/src/one-shot/contract.ts. A card number goes nowhere but to
// this frame's own origin.

const { parentOrigin, words } = JSON.parse(document.getElementById('facts').textContent);
const fields = {
  number: document.getElementById('number'),
  expiry: document.getElementById('expiry'),
  cvc: document.getElementById('cvc'),
};
const form = document.getElementById('card');
const challenge = document.getElementById('challenge');
const busy = document.getElementById('busy');
/** What is being confirmed; null: nothing. */
let underWay = null;

const digits = (text) => text.replace(/\D/g, '');
const notify = (message) => window.parent.postMessage(message, parentOrigin);

function passesLuhn(number) {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** What is wrong with a field; `incomplete` counts as wrong only once it was left. */
const faults = {
  number() {
    const number = digits(fields.number.value);
    if (number.length < 13) return 'incomplete';
    return passesLuhn(number) ? null : 'number';
  },
  expiry() {
    const text = digits(fields.expiry.value);
    if (text.length < 4) return 'incomplete';
    const [month, year] = [Number(text.slice(0, 2)), 2000 + Number(text.slice(2))];
    if (month < 1 || month > 12) return 'expiry';
    return new Date(year, month, 1) > new Date() ? null : 'expired';
  },
  cvc() {
    return digits(fields.cvc.value).length < 3 ? 'incomplete' : null;
  },
};

function show(name, fault) {
  const message = document.getElementById(`${name}-error`);
  message.textContent = fault === null ? '' : words[fault === 'incomplete' ? `${name}Incomplete` : fault];
  if (fault === null) fields[name].removeAttribute('aria-invalid');
  else fields[name].setAttribute('aria-invalid', 'true');
}

let told = '';
function tellChange() {
  const found = Object.keys(fields).map((name) => faults[name]());
  const complete = found.every((fault) => fault === null);
  const error = Object.values(fields).some((field) => field.getAttribute('aria-invalid') === 'true');
  if (told === `${complete} ${error}`) return;
  told = `${complete} ${error}`;
  notify({ type: 'change', complete, error });
}

/** Digits as they are on the card; the cursor stays behind the digit that it was behind. */
function format(field, write) {
  const before = digits(field.value.slice(0, field.selectionStart)).length;
  field.value = write(digits(field.value));
  let position = 0;
  for (let seen = 0; position < field.value.length && seen < before; position += 1) if (/\d/.test(field.value[position])) seen += 1;
  field.setSelectionRange(position, position);
}
const written = {
  number: (text) => text.slice(0, 19).replace(/(.{4})(?=.)/g, '$1 '),
  expiry: (text) => {
    const full = /^[2-9]/.test(text) ? `0${text}` : text;
    return full.length > 2 ? `${full.slice(0, 2)} / ${full.slice(2, 4)}` : full;
  },
  cvc: (text) => text.slice(0, 4),
};

/** Whoever has typed a field to its end goes on to the next, as with Stripe; whoever fixes or deletes something stays. */
function goOn(name, field, { inputType = '' }) {
  const next = { number: digits(field.value).length >= 16 && fields.expiry, expiry: fields.cvc }[name];
  if (next && !inputType.startsWith('delete') && field.selectionStart === field.value.length && field === document.activeElement)
    next.focus();
}

for (const [name, field] of Object.entries(fields)) {
  field.addEventListener('input', (event) => {
    format(field, written[name]);
    const fault = faults[name]();
    // While somebody types, only what is right is said at once.
    if (fault === null || fault !== 'incomplete') show(name, fault);
    tellChange();
    if (fault === null) goOn(name, field, event);
  });
  field.addEventListener('blur', () => {
    if (field.value !== '') show(name, faults[name]());
    tellChange();
  });
}
form.addEventListener('submit', (event) => event.preventDefault());
// A form of several fields without a button does not send itself: the page around it does, as in every other form.
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.isComposing && !event.repeat && underWay === null) notify({ type: 'submit' });
});

/** A test card, with a month and a code that go with it. */
function useCard(number) {
  const values = { number, expiry: `12${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`, cvc: '123' };
  for (const [name, field] of Object.entries(fields)) {
    field.value = written[name](values[name]);
    show(name, null);
  }
  tellChange();
  // From here Enter pays.
  fields.cvc.focus();
}
for (const button of document.querySelectorAll('[data-number]'))
  button.addEventListener('click', () => underWay === null && useCard(button.dataset.number));

async function ask(path, body) {
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error('refused');
  return answer.json();
}

function finish(status, code) {
  underWay = null;
  form.hidden = false;
  challenge.hidden = true;
  busy.textContent = '';
  for (const field of Object.values(fields)) field.readOnly = false;
  notify({ type: 'result', status, code });
}

async function confirmWith(clientSecret) {
  const wrong = Object.keys(fields).filter((name) => faults[name]() !== null);
  for (const name of wrong) show(name, faults[name]());
  if (wrong.length > 0) {
    fields[wrong[0]].focus();
    tellChange();
    finish('declined', null);
    return;
  }
  underWay = clientSecret;
  busy.textContent = words.busy;
  for (const field of Object.values(fields)) field.readOnly = true;
  try {
    const { status, code } = await ask('/elements/confirm', { clientSecret, number: digits(fields.number.value) });
    if (status !== 'requires_action') return finish(status, code);
    form.hidden = true;
    busy.textContent = '';
    challenge.hidden = false;
    challenge.querySelector('h2').focus();
  } catch {
    // Whether it arrived, nobody knows here: the page asks the product.
    finish('processing', null);
  }
}

async function answerChallenge(passed) {
  if (underWay === null) return;
  const clientSecret = underWay;
  underWay = null;
  try {
    const { status, code } = await ask('/elements/challenge', { clientSecret, passed });
    finish(status, code);
  } catch {
    finish('processing', null);
  }
}
document.getElementById('pass').addEventListener('click', () => answerChallenge(true));
document.getElementById('fail').addEventListener('click', () => answerChallenge(false));

window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  const { type, clientSecret } = event.data ?? {};
  if (type === 'confirm' && typeof clientSecret === 'string' && underWay === null) void confirmWith(clientSecret);
});

new ResizeObserver(() => notify({ type: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) })).observe(
  document.documentElement,
);
notify({ type: 'ready' });
