import { studentLinks } from '../../shared/links/students';
import { Page } from '../../shared/ui/Page';
import { ExportsSection } from './ExportsSection';
import { FactorSection } from './FactorSection';
import { KeysSection } from './KeysSection';
import { MessengerSection } from './MessengerSection';
import { PasswordSection } from './PasswordSection';
import { ProfileSection } from './ProfileSection';
import { SessionsSection } from './SessionsSection';
import { StartSection } from './StartSection';
import { t } from './texts';

/** /settings: the operator's own data, password, second factor, sessions, exports, the messenger link and the keys. */
export function SettingsPage() {
  return (
    <Page title={t.title} back={studentLinks.list()}>
      <ProfileSection />
      <PasswordSection />
      <FactorSection />
      <SessionsSection />
      <StartSection />
      <ExportsSection />
      <MessengerSection />
      <KeysSection />
    </Page>
  );
}
