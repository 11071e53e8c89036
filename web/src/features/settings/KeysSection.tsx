import { Checkbox } from '@mantine/core';
import { useSlashKey } from '../../shared/session/slash';
import { Section } from '../../shared/ui/Section';
import { t } from './texts';

/** Switches the keys that act without a modifier. */
export function KeysSection() {
  const { isOn, turn } = useSlashKey();
  return (
    <Section title={t.keys.title}>
      <Checkbox
        label={t.keys.slash}
        description={t.keys.hint}
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Section>
  );
}
