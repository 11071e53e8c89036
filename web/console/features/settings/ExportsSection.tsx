import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { settingsLinks } from '../../shared/links/settings';
import { Section } from '../../shared/ui/Section';
import { t } from './texts';

/** The way to the operator's own exports. */
export function ExportsSection() {
  return (
    <Section
      title={t.exports.title}
      hint={t.exports.hint}
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={settingsLinks.exports()} />}
        >
          {t.exports.open}
        </Button>
      }
    />
  );
}
