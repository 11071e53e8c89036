import { IconFlag } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { uuid } from '../../../kit/api/uuid';
import { byField, inWords } from '../../shared/api/words';
import { Button } from '../../shared/ui/Button';
import { overLimit, TextArea } from '../../shared/ui/Field';
import { Note } from '../../shared/ui/Note';
import { Sheet } from '../../shared/ui/Sheet';
import { useTyped } from '../../shared/useTyped';
import css from './OwnReview.module.css';
import { useComplaint } from './reviews';
import { t } from './texts';

const longest = 2000; // characters

/** A complaint about the partner; only operators see it. */
export function Complaint({ partner }: { partner: string }) {
  const [isOpen, setOpen] = useState(false);
  const [text = '', setText] = useTyped<string>(`complaint/${partner}`);
  const [isChecked, setChecked] = useState(false);
  const send = useComplaint(partner);
  const attempt = useRef({ text: '', key: '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!text.trim() || overLimit(text, longest)) return;
    const sent = text.trim();
    // The same complaint has the same key: its first answer may have been lost.
    if (attempt.current.text !== sent) attempt.current = { text: sent, key: uuid() };
    send.mutate(attempt.current, {
      onSuccess: () => {
        setText(undefined);
        setChecked(false);
        setOpen(false);
      },
    });
  };
  const refused = byField(send.error).text;
  return (
    <>
      {send.isSuccess ? (
        <Note tone="green" alert>
          {t.complaint.sent}
        </Note>
      ) : (
        <Button look="link" icon={<IconFlag size={20} />} onClick={() => setOpen(true)}>
          {t.complaint.open}
        </Button>
      )}
      {isOpen && (
        <Sheet title={t.complaint.title} onClose={() => setOpen(false)}>
          <form className={css.form} onSubmit={submit} noValidate>
            <p>{t.complaint.lead}</p>
            <TextArea
              label={t.complaint.text}
              value={text}
              limit={longest}
              onChange={setText}
              error={isChecked && !text.trim() ? t.complaint.error : refused}
            />
            {send.error && !refused && (
              <Note tone="red" alert>
                {inWords(send.error)}
              </Note>
            )}
            <Button type="submit" busy={send.isPending}>
              {t.complaint.send}
            </Button>
          </form>
        </Sheet>
      )}
    </>
  );
}
