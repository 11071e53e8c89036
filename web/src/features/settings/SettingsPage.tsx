import { Page } from '../../shared/ui/Page';
import { KeysSection } from './KeysSection';
import { MessengerSection } from './MessengerSection';
import { PasswordSection } from './PasswordSection';
import { ProfileSection } from './ProfileSection';
import { t } from './texts';

/** /settings: the operator's own data, password, the messenger link and the keys. */
export function SettingsPage() {
  return (
    <Page title={t.title} back="/">
      <ProfileSection />
      <PasswordSection />
      <MessengerSection />
      <KeysSection />
    </Page>
  );
}
