import { useHasSuperiors } from '../lib/superiors.ts';
import { useCan, useCompany } from '../lib/viewer.ts';
import { useWords } from '../lib/words.ts';
import { Alert } from './Alert.tsx';
import { AppLink } from './AppLink.tsx';

/** Beside a choice among the company's superiors: says that there are none yet, and where they are added. In a new tab, so that what was typed here stays. */
export function NoSuperiors({ companyId }: { readonly companyId: string }) {
  const t = useWords('common');
  const hasSuperiors = useHasSuperiors(companyId);
  const own = useCompany()?.id === companyId;
  const canAdd = useCan('superior.write') && own;
  if (hasSuperiors !== false) return null;
  return (
    <Alert tone="info" title={t('noSuperiors.title')}>
      {t(canAdd ? 'noSuperiors.text' : 'noSuperiors.ask')}{' '}
      {canAdd && (
        <AppLink to="/settings/superiors" search={{ add: true }} target="_blank">
          {t('noSuperiors.add')}
        </AppLink>
      )}
    </Alert>
  );
}
