import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { linkQuery, useSaveLink } from './api';
import { LinkDialog } from './LinkDialog';
import { isSafeLink } from './rules';
import css from './settings.module.css';
import { t } from './texts';

function LinkValue({ link }: { link: string }) {
  if (!link) return t.messenger.empty;
  if (!isSafeLink(link)) return link;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {link}
    </a>
  );
}

function RemoveDialog({ link, close }: { link: string; close: () => void }) {
  const save = useSaveLink({ inForm: false });
  const removed = () => {
    notifyDone(t.messenger.removed);
    close();
  };
  return (
    <ConfirmDialog
      title={t.messenger.removing.title}
      text={t.messenger.removing.text(link)}
      confirm={t.messenger.remove}
      danger
      busy={save.isPending}
      onCancel={close}
      onConfirm={() => save.mutate({ settingLink: '' }, { onSuccess: removed })}
    />
  );
}

/** The university's messenger link. */
export function MessengerSection() {
  const query = useQuery(linkQuery);
  const { data: current = '' } = query;
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <Section title={t.messenger.title} hint={t.messenger.hint}>
      <Loaded query={query} skeleton={<Skeleton height={42} width="60%" />}>
        {(link) => (
          <div className={css.row}>
            <div>
              <p className={css.label}>{t.messenger.label}</p>
              <p className={css.value}>
                <LinkValue link={link} />
              </p>
            </div>
            <div className={css.actions}>
              <Button variant="default" onClick={() => setDialog('edit')}>
                {link ? t.messenger.edit : t.messenger.add}
              </Button>
              {link && (
                <Button variant="default" onClick={() => setDialog('remove')}>
                  {t.messenger.remove}
                </Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {dialog === 'edit' && <LinkDialog link={current} close={close} />}
      {dialog === 'remove' && <RemoveDialog link={current} close={close} />}
    </Section>
  );
}
