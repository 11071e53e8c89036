import { Checkbox, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Section } from '../../shared/ui/Section';
import { profileQuery, useSetStart } from './api';
import { t } from './texts';

/** Whether the operator starts with what requires attention. */
export function StartSection() {
  const { data } = useQuery(profileQuery); // the profile section shows a failure
  const set = useSetStart();
  return (
    <Section title={t.start.title} hint={t.start.hint}>
      {data ? (
        <Checkbox
          label={t.start.label}
          checked={set.isPending ? set.variables : data.opensAttention}
          onChange={(event) => set.mutate(event.currentTarget.checked)}
        />
      ) : (
        <Skeleton height={24} width="60%" />
      )}
    </Section>
  );
}
