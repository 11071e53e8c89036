import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatMoment } from '../../../../kit/format/moment';
import { ComingDialog } from '../../../shared/ui/ComingDialog';
import { lazily } from '../../../shared/ui/lazily';
import { Pair, Pairs } from '../../../shared/ui/Pairs';
import { Section } from '../../../shared/ui/Section';
import { t as card } from '../card/texts';
import { fullName } from '../rules';
import type { Student } from '../wire';
import css from './joining.module.css';
import { t } from './texts';

const Lightbox = lazily(() => import('../../../shared/ui/Lightbox').then((file) => file.Lightbox), {
  waiting: <ComingDialog />,
});

// The document and the portrait in full size, one key apart: an operator compares the faces.
function picturesOf({ document, studentInfo }: Student) {
  const name = fullName(studentInfo);
  return [
    { id: 'document', address: document, alt: t.documentOf(name) },
    { id: 'portrait', address: studentInfo.photo, alt: card.photo(name) },
  ].flatMap(({ address, ...picture }) => (address ? [{ ...picture, address }] : []));
}

function Document({ student }: { student: Student }) {
  const [shown, setShown] = useState<number | null>(null);
  if (!student.document) return <p className={css.quiet}>{t.noDocument}</p>;
  return (
    <>
      <UnstyledButton className={css.document} onClick={() => setShown(0)}>
        <img src={student.document} alt={t.documentOf(fullName(student.studentInfo))} />
      </UnstyledButton>
      {shown !== null && (
        <Lightbox
          pictures={picturesOf(student)}
          at={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

function Consents({ student }: { student: Student }) {
  if (student.consents.length === 0) return <p className={css.quiet}>{t.noConsents}</p>;
  return (
    <ul className={css.consents}>
      {student.consents.map(({ kind, title, version, givenAt }) => (
        <li key={kind}>
          {title}
          <p className={css.quiet}>{t.consent(version, formatMoment(givenAt))}</p>
        </li>
      ))}
    </ul>
  );
}

/** What an operator compares an application with: the document and the consents. */
export function Joining({ student }: { student: Student }) {
  return (
    <Section title={t.title}>
      <div className={css.joining}>
        <Pairs>
          <Pair label={t.document} wide>
            <Document student={student} />
          </Pair>
        </Pairs>
        <Pairs>
          {student.submittedAt && (
            <Pair label={t.submitted} wide>
              {formatMoment(student.submittedAt)}
            </Pair>
          )}
          <Pair label={t.consents} wide>
            <Consents student={student} />
          </Pair>
        </Pairs>
      </div>
    </Section>
  );
}
