import './untraced-react.ts';
import '../styles.css';
import { queryClient } from '../lib/api/query-client.ts';
import { followColorMode } from '../lib/browser/theme.ts';
import { followLanguage } from '../lib/i18n/i18n.ts';
import { setUpToasts } from '../ui/overlays/Toast.tsx';
import { watchNavigation } from './navigation.ts';
import { takeNetwork } from './server.ts';

/** What main.tsx does once per page, and what every test in it needs. The page lives longer than one file of tests. */

takeNetwork();
// Nobody looks at the page: it is laid out and found as ever, but no frame of it is drawn.
if (frameElement) (frameElement as HTMLElement).style.opacity = '0';
// What comes by itself soon after the first screen is here already: no test ends while it is under way, and meets it in the next one.
await Promise.all([
  import('../lib/flags/flag-service.ts'),
  import('../ui/overlays/ToastHost.tsx'),
  import('../features/shell/Overlays.tsx'),
]);
watchNavigation();
followColorMode();
followLanguage();
setUpToasts();
// As often as ever, but at once: how long to wait between two tries is decided, and tested, in lib/api/retry.ts.
const { queries, ...others } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
