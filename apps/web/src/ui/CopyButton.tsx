import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';

/** Copies a text; says so. */
export function CopyButton({ text, label, className }: { text: string; label?: string; className?: string }) {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState(false);
  const handleClick = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      size="xs"
      label={copied ? t('copied') : (label ?? t('copy'))}
      onClick={() => void handleClick()}
      className={className}
    />
  );
}
