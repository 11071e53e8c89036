import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isoDay } from '../../../../kit/format/day';
import { formatMoment } from '../../../../kit/format/moment';
import { notifyDone } from '../../../shared/notice/notices';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Loaded } from '../../../shared/ui/Loaded';
import { Message } from '../../../shared/ui/Message';
import { Pair, Pairs } from '../../../shared/ui/Pairs';
import { Section } from '../../../shared/ui/Section';
import { fullName, isDayOver } from '../rules';
import type { Device, Student } from '../wire';
import { deviceQuery, useResetDevice } from './api';
import css from './pass.module.css';
import { t } from './texts';
import { Unbind } from './Unbind';

const isOver = (day: string) => isDayOver(isoDay(day) ?? '');

function DevicePairs({ device }: { device: Device }) {
  const { validUntil, since, seenAt, isSignedIn, countMoves } = device;
  return (
    <Pairs>
      <Pair label={t.valid}>
        {isOver(validUntil) ? t.expired(validUntil) : t.validUntil(validUntil)}
      </Pair>
      <Pair label={t.phone}>
        {!since && t.none}
        {since && (isSignedIn ? t.since : t.signedOut)(formatMoment(since))}
      </Pair>
      {seenAt && <Pair label={t.seen}>{formatMoment(seenAt)}</Pair>}
      {countMoves > 0 && <Pair label={t.moves}>{t.movesOf(countMoves)}</Pair>}
    </Pairs>
  );
}

/** A student's card at the tills: until when it is valid and which phone shows it. */
export function Pass({ student }: { student: Student }) {
  const { uuidUser, studentInfo } = student;
  const query = useQuery(deviceQuery(uuidUser));
  const reset = useResetDevice();
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <Section title={t.title}>
      <Loaded query={query} skeleton={<Skeleton height={64} />}>
        {(device) => (
          <>
            <DevicePairs device={device} />
            {device.farAt && (
              <Message tone="warning" title={t.far.title}>
                {t.far.text(formatMoment(device.farAt), device.farKm)}
              </Message>
            )}
            <div className={css.actions}>
              {device.since && (
                <Button variant="default" onClick={() => setAsked(true)}>
                  {t.reset}
                </Button>
              )}
              <Unbind student={student} />
            </div>
          </>
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          title={t.resetting.title}
          text={t.resetting.text(fullName(studentInfo))}
          confirm={t.reset}
          danger
          busy={reset.isPending}
          onCancel={close}
          onConfirm={() =>
            reset.mutate(uuidUser, {
              onSuccess: () => notifyDone(t.resetting.done),
              onSettled: close,
            })
          }
        />
      )}
    </Section>
  );
}
