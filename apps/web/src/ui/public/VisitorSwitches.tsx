import { useColorMode } from '../../lib/browser/theme.ts';
import { languages, setLanguage, useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';

/** Language and colour mode, for pages of people who are not signed in. Needs the translations of `auth`. */
export function VisitorSwitches() {
  const t = useTranslations('auth');
  const language = useLanguage();
  const [colorMode, setColorMode] = useColorMode();
  return (
    <>
      <SegmentedControl
        label={t('common:language.label')}
        size="xs"
        value={language}
        onChange={(code) => void setLanguage(code)}
        options={languages.map((code) => ({ value: code, label: t(`common:language.${code}`) }))}
      />
      <IconButton
        icon={colorMode === 'dark' ? 'sun' : 'moon'}
        label={t(colorMode === 'dark' ? 'colorMode.toLight' : 'colorMode.toDark')}
        onClick={() => setColorMode(colorMode === 'dark' ? 'light' : 'dark')}
      />
    </>
  );
}
