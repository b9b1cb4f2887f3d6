import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCompany, useViewer } from '../../lib/session/viewer.ts';
import { Icon } from '../../ui/content/Icon.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { useSwitchCompany } from './use-switch-company.ts';

/** The company whose data the screens show; a choice for those who work for several. */
export function CompanySwitch() {
  const t = useTranslations('shell');
  const switchCompany = useSwitchCompany();
  const { companies } = useViewer();
  const company = useCompany();
  if (!company) return null;

  const face = (
    <>
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-md bg-surface text-2xs font-semibold text-brand-fg shadow-[0_0_0_1px_var(--line)]"
      >
        {[...company.name][0]?.toLocaleUpperCase()}
      </span>
      <span className="min-w-0 flex-1 truncate text-left text-xs font-medium text-fg">{company.name}</span>
    </>
  );
  if (companies.length < 2) return <div className="flex h-9 shrink-0 items-center gap-2 px-1.5">{face}</div>;
  return (
    <Menu
      label={t('company.switch')}
      align="start"
      className="w-52"
      items={companies.map(({ id, name }) => ({ label: name, checked: id === company.id, onSelect: () => void switchCompany(id) }))}
      trigger={(props) => (
        <button {...props} type="button" className="flex h-9 shrink-0 items-center gap-2 rounded-control px-1.5 hover:bg-hover">
          <span className="sr-only">{t('company.switch')}:</span>
          {face}
          <Icon name="chevronsUpDown" size={14} className="text-muted" />
        </button>
      )}
    />
  );
}
