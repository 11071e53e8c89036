import { Page } from '../../shared/ui/Page';
import { MessengerSection } from './MessengerSection';
import { PasswordSection } from './PasswordSection';
import { ProfileSection } from './ProfileSection';
import { t } from './texts';

/** /settings: the operator's own data, password and the messenger link. */
export function SettingsPage() {
  return (
    <Page title={t.title} back="/">
      <ProfileSection />
      <PasswordSection />
      <MessengerSection />
    </Page>
  );
}
