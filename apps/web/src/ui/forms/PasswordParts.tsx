import { PASSWORD } from '@checkwell/domain/constants';
import { passwordParts } from '@checkwell/domain/identity/password';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../content/Icon.tsx';

/** The requirements of a new password, ticked off while it is typed. Needs the translations of `account`. */
export function PasswordParts({ password }: { readonly password: string }) {
  const t = useTranslations('account');
  const met = passwordParts(password);
  const parts = [
    { id: 'length', met: met.length, text: t('passwordParts.part.length', { min: PASSWORD.minLength }) },
    { id: 'digits', met: met.digits, text: t('passwordParts.part.digits', { digits: PASSWORD.minDigits }) },
    { id: 'special', met: met.special, text: t('passwordParts.part.special') },
  ];
  return (
    <ul className="flex flex-col gap-0.5 pt-0.5">
      {parts.map((part) => (
        <li key={part.id} className={part.met ? 'flex items-center gap-1.5 text-success-fg' : 'flex items-center gap-1.5'}>
          <span className="grid size-3.5 shrink-0 place-items-center">
            {part.met ? <Icon name="check" size={13} /> : <span className="size-1 rounded-full bg-current" />}
          </span>
          {part.text}
          <span className="sr-only">: {part.met ? t('passwordParts.met') : t('passwordParts.unmet')}</span>
        </li>
      ))}
    </ul>
  );
}
