import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { KeysDialog } from '../../shared/keys/KeysDialog';
import { settingsLinks } from '../../shared/links/settings';
import { useKeysOn, useSlashKey } from '../../shared/session/slash';
import { Section } from '../../shared/ui/Section';
import { useSetKeys } from './api';
import css from './settings.module.css';
import { t } from './texts';

/** Turns the single-key shortcuts on or off; the list of keys and the operators' guide. */
export function KeysSection() {
  const slashKey = useSlashKey();
  const pageKeys = useKeysOn();
  const slash = useSetKeys();
  const pages = useSetKeys();
  const [shown, setShown] = useState(false);
  return (
    <Section title={t.keys.title} hint={t.keys.hint}>
      <Checkbox
        label={t.keys.slash}
        checked={slash.isPending ? slash.variables.slashKey : slashKey}
        onChange={(event) => slash.mutate({ slashKey: event.currentTarget.checked })}
      />
      <Checkbox
        label={t.keys.pages}
        checked={pages.isPending ? pages.variables.pageKeys : pageKeys}
        onChange={(event) => pages.mutate({ pageKeys: event.currentTarget.checked })}
      />
      <div className={css.help}>
        <Button variant="default" onClick={() => setShown(true)}>
          {t.keys.all}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={settingsLinks.guide()} />}
        >
          {t.keys.guide}
        </Button>
      </div>
      {shown && <KeysDialog close={() => setShown(false)} />}
    </Section>
  );
}
