// The card fields of the test provider, in the browser. Plain JavaScript, because the file is served without a build step.
// Exchanges the messages of packages/domain/src/one-shot/contract.ts with the surrounding page. A card number is sent only to
// this frame's own origin.

const { parentOrigin, words } = JSON.parse(document.getElementById('settings').textContent);
const fields = {
  number: document.getElementById('number'),
  expiry: document.getElementById('expiry'),
  cvc: document.getElementById('cvc'),
};
const form = document.getElementById('card');
const challenge = document.getElementById('challenge');
const busy = document.getElementById('busy');
/** Client secret of the payment that is being confirmed; null: none. */
let confirmingSecret = null;

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

/** What is wrong with a field, or null. `incomplete` is shown only after the field has lost the focus. */
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

let lastChange = '';
function notifyChange() {
  const found = Object.keys(fields).map((name) => faults[name]());
  const complete = found.every((fault) => fault === null);
  const error = Object.values(fields).some((field) => field.getAttribute('aria-invalid') === 'true');
  if (lastChange === `${complete} ${error}`) return;
  lastChange = `${complete} ${error}`;
  notify({ type: 'change', complete, error });
}

/** Rewrites the digits as they are printed on the card; the cursor stays after the same digit. */
function formatField(field, write) {
  const before = digits(field.value.slice(0, field.selectionStart)).length;
  field.value = write(digits(field.value));
  let position = 0;
  for (let seen = 0; position < field.value.length && seen < before; position += 1) if (/\d/.test(field.value[position])) seen += 1;
  field.setSelectionRange(position, position);
}
const formatted = {
  number: (text) => text.slice(0, 19).replace(/(.{4})(?=.)/g, '$1 '),
  expiry: (text) => {
    const full = /^[2-9]/.test(text) ? `0${text}` : text;
    return full.length > 2 ? `${full.slice(0, 2)} / ${full.slice(2, 4)}` : full;
  },
  cvc: (text) => text.slice(0, 4),
};

/** Moves the focus to the next field after the last digit was typed, as Stripe does; not after a correction or deletion. */
function focusNextField(name, field, { inputType = '' }) {
  const next = { number: digits(field.value).length >= 16 && fields.expiry, expiry: fields.cvc }[name];
  if (next && !inputType.startsWith('delete') && field.selectionStart === field.value.length && field === document.activeElement)
    next.focus();
}

for (const [name, field] of Object.entries(fields)) {
  field.addEventListener('input', (event) => {
    formatField(field, formatted[name]);
    const fault = faults[name]();
    // A field that is still being typed is not marked as incomplete.
    if (fault !== 'incomplete') show(name, fault);
    notifyChange();
    if (fault === null) focusNextField(name, field, event);
  });
  field.addEventListener('blur', () => {
    if (field.value !== '') show(name, faults[name]());
    notifyChange();
  });
}
form.addEventListener('submit', (event) => event.preventDefault());
// Browsers do not submit a form of several fields without a button on Enter, so the surrounding page is asked to.
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.isComposing && !event.repeat && confirmingSecret === null) notify({ type: 'submit' });
});

/** Fills the fields with a test card, an expiry date in the future and a security code. */
function useCard(number) {
  const values = { number, expiry: `12${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`, cvc: '123' };
  for (const [name, field] of Object.entries(fields)) {
    field.value = formatted[name](values[name]);
    show(name, null);
  }
  notifyChange();
  // Enter in this field submits the payment.
  fields.cvc.focus();
}
for (const button of document.querySelectorAll('[data-number]'))
  button.addEventListener('click', () => confirmingSecret === null && useCard(button.dataset.number));

async function post(path, body) {
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error('refused');
  return answer.json();
}

function finish(status, code) {
  confirmingSecret = null;
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
    notifyChange();
    finish('declined', null);
    return;
  }
  confirmingSecret = clientSecret;
  busy.textContent = words.busy;
  for (const field of Object.values(fields)) field.readOnly = true;
  try {
    const { status, code } = await post('/elements/confirm', { clientSecret, number: digits(fields.number.value) });
    if (status !== 'requires_action') return finish(status, code);
    form.hidden = true;
    busy.textContent = '';
    challenge.hidden = false;
    challenge.querySelector('h2').focus();
  } catch {
    // It is unknown whether the request arrived: the page asks the product for the payment's state.
    finish('processing', null);
  }
}

async function answerChallenge(passed) {
  if (confirmingSecret === null) return;
  const clientSecret = confirmingSecret;
  confirmingSecret = null;
  try {
    const { status, code } = await post('/elements/challenge', { clientSecret, passed });
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
  if (type === 'confirm' && typeof clientSecret === 'string' && confirmingSecret === null) void confirmWith(clientSecret);
});

new ResizeObserver(() => notify({ type: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) })).observe(
  document.documentElement,
);
notify({ type: 'ready' });
