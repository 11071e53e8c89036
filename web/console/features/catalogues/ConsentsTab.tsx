import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../../kit/format/moment';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { consentsQuery } from './api';
import { ConsentDialog } from './ConsentDialog';
import { ConsentText } from './ConsentText';
import css from './catalogues.module.css';
import { t } from './texts';
import type { Consent } from './wire';

function Facts({ consent: { kind, version, createdAt, isRequired } }: { consent: Consent }) {
  const when = createdAt ? t.consents.since(formatMoment(createdAt)) : t.consents.shipped;
  const need = kind === 'parent' ? t.consents.parent : t.consents.optional;
  return (
    <p className={css.note}>
      {t.consents.version(version)}, {when}{' '}
      <StatusBadge tone="grey">{isRequired ? t.consents.required : need}</StatusBadge>
    </p>
  );
}

type Change = (consent: Consent) => void;

function Kind({ versions, change }: { versions: readonly Consent[]; change: Change }) {
  const [current, ...former] = versions;
  if (!current) return null;
  return (
    <Section
      title={current.title}
      actions={
        <Button
          variant="default"
          aria-label={t.consents.changeOf(current.title)}
          onClick={() => change(current)}
        >
          {t.consents.change}
        </Button>
      }
    >
      <Facts consent={current} />
      <ConsentText body={current.body} />
      {former.length > 0 && (
        <details>
          <summary>{t.consents.former(former.length)}</summary>
          {former.map((consent) => (
            <div key={consent.version} className={css.former}>
              <h3 className={css.formerTitle}>{consent.title}</h3>
              <Facts consent={consent} />
              <ConsentText body={consent.body} />
            </div>
          ))}
        </details>
      )}
    </Section>
  );
}

/** The texts that students agree to, with their former versions. */
export function ConsentsTab() {
  const query = useQuery(consentsQuery);
  const [changed, setChanged] = useState<Consent | null>(null);
  return (
    <Loaded query={query} skeleton={<SectionSkeleton lines={8} />}>
      {(all) => (
        <div className={css.stack}>
          <p className={css.note}>{t.consents.hint}</p>
          {[...new Set(all.map(({ kind }) => kind))].map((kind) => (
            <Kind
              key={kind}
              versions={all.filter((consent) => consent.kind === kind)}
              change={setChanged}
            />
          ))}
          {changed && <ConsentDialog consent={changed} close={() => setChanged(null)} />}
        </div>
      )}
    </Loaded>
  );
}
