import { TEXT } from '@checkwell/domain/constants';
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon, type IconName } from '../content/Icon.tsx';
import { type ControlSize, controlClass, controlHeights } from './control-classes.ts';
import { useControlProps } from './field-context.ts';

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix'> {
  size?: ControlSize;
  icon?: IconName;
  prefix?: ReactNode;
  suffix?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A native input. Inside a Field it takes name, hint and error from there. */
export function TextInput({ size = 'sm', icon, prefix, suffix, className, ...rest }: TextInputProps) {
  const props = useControlProps(rest);
  if (!icon && !prefix && !suffix) return <input type="text" {...props} className={cx(controlClass, controlHeights[size], className)} />;
  return (
    <div className={cx(controlClass, controlHeights[size], 'flex items-center gap-2', className)}>
      {icon && <Icon name={icon} size={15} className="text-faint" />}
      {prefix && <span className="text-muted">{prefix}</span>}
      <input type="text" {...props} className="h-full w-full min-w-0 bg-transparent outline-none" />
      {suffix && <span className="flex shrink-0 items-center text-muted">{suffix}</span>}
    </div>
  );
}

/** A field for an e-mail address, with the right keyboard and without autocorrection. */
export function EmailInput(props: Omit<TextInputProps, 'type' | 'inputMode'>) {
  return <TextInput maxLength={TEXT.email} {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />;
}

/** A field for a telephone number, with the right keyboard. */
export function PhoneInput(props: Omit<TextInputProps, 'type' | 'inputMode'>) {
  return <TextInput maxLength={TEXT.phone} {...props} type="tel" inputMode="tel" />;
}

/** A field for a password that can be shown. The rule refuses a password that is too long, because a browser would cut it unseen. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'suffix'>) {
  const t = useTranslations('common');
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      maxLength={undefined}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <button
          type="button"
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          title={t(shown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!shown)}
          className="-mr-1.5 grid size-7 place-items-center rounded-sm text-muted hover:text-fg"
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} size={16} />
        </button>
      }
    />
  );
}
