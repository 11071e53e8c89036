import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../kit/format/day';
import { type Factor, factorQuery, useDisableFactor, useRenewCodes } from '../../shared/factor/api';
import { FactorSetup } from '../../shared/factor/FactorSetup';
import { RecoveryCodes } from '../../shared/factor/RecoveryCodes';
import { t as words } from '../../shared/factor/texts';
import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { Dialog } from '../../shared/ui/Dialog';
import { Loaded } from '../../shared/ui/Loaded';
import { Message } from '../../shared/ui/Message';
import { Section } from '../../shared/ui/Section';
import { t } from './texts';

// From here on a new set of codes is due (rules 26.7).
const few = 3;

type Asked = 'setUp' | 'renew' | 'disable' | null;
type DialogProps = { close: () => void };

function RenewDialog({ close }: DialogProps) {
  const renew = useRenewCodes();
  if (renew.data) {
    return (
      <Dialog title={words.codes.title} onClose={close}>
        <RecoveryCodes codes={renew.data.codes} done={close} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...t.factor.renewing}
      busy={renew.isPending}
      onCancel={close}
      onConfirm={() => renew.mutate()}
    />
  );
}

function DisableDialog({ close }: DialogProps) {
  const disable = useDisableFactor();
  const done = () => {
    notifyDone(t.factor.disabled);
    close();
  };
  return (
    <ConfirmDialog
      {...t.factor.disabling}
      confirm={t.factor.disable}
      danger
      busy={disable.isPending}
      onCancel={close}
      onConfirm={() => disable.mutate(undefined, { onSuccess: done })}
    />
  );
}

const summary = ({ isOn, enabledAt, codesLeft }: Factor) =>
  isOn
    ? `${t.factor.on(formatDay(enabledAt ?? ''))} ${t.factor.codesLeft(codesLeft)}`
    : t.factor.off;

function Warning({ isOn, codesLeft, requiredFrom }: Factor) {
  if (isOn) return codesLeft <= few && <Message tone="warning">{t.factor.fewCodes}</Message>;
  return requiredFrom && <Message tone="warning">{t.factor.requiredFrom(requiredFrom)}</Message>;
}

function Actions({ factor, ask }: { factor: Factor; ask: (what: Asked) => void }) {
  return (
    <>
      <Button variant="default" onClick={() => ask('setUp')}>
        {factor.isOn ? t.factor.replace : t.factor.setUp}
      </Button>
      {factor.isOn && (
        <Button variant="default" onClick={() => ask('renew')}>
          {t.factor.renew}
        </Button>
      )}
      {factor.isOn && !factor.isRequired && (
        <Button variant="default" onClick={() => ask('disable')}>
          {t.factor.disable}
        </Button>
      )}
    </>
  );
}

/** The operator's own second factor. */
export function FactorSection() {
  const query = useQuery(factorQuery);
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  return (
    <Section
      title={t.factor.title}
      hint={query.data ? summary(query.data) : '\u00a0'}
      actions={
        query.data ? (
          <Actions factor={query.data} ask={setAsked} />
        ) : (
          query.isPending && <Skeleton width={112} height={36} />
        )
      }
    >
      <Loaded query={query} skeleton={null}>
        {(factor) => <Warning {...factor} />}
      </Loaded>
      {asked === 'setUp' && (
        <Dialog title={t.factor.title} onClose={close}>
          <FactorSetup done={close} />
        </Dialog>
      )}
      {asked === 'renew' && <RenewDialog close={close} />}
      {asked === 'disable' && <DisableDialog close={close} />}
    </Section>
  );
}
