import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { innDigits, isInn } from '../../../shared/form/inn';
import { TextField } from '../../../shared/form/TextField';
import type { FieldProps } from '../../../shared/form/useAppForm';
import { partnerLinks } from '../../../shared/links/partners';
import { Live } from '../../../shared/ui/Live';
import { Message } from '../../../shared/ui/Message';
import { innQuery } from '../api';
import { t } from '../texts';
import css from './form.module.css';

type Own = {
  /** The partner being edited, which does not count as a duplicate. */
  uuidPartner: string | undefined;
};

/** ИНН: digits only. A partner with the same number is shown as a warning, not an error (rules 7.4). */
export function InnField({ uuidPartner, ...props }: FieldProps<string> & Own) {
  const { value, onChange } = props;
  const { data = [] } = useQuery({ ...innQuery(value), enabled: isInn(value) });
  const others = isInn(value) ? data.filter((one) => one.uuidPartner !== uuidPartner) : [];
  return (
    <div>
      <TextField
        {...props}
        onChange={(typed) => onChange(innDigits(typed))}
        label={t.form.inn}
        inputMode="numeric"
        autoComplete="off"
      />
      <Live>
        {others.length > 0 && (
          <div className={css.twin}>
            <Message tone="grey" title={t.form.innTaken}>
              {others.map(({ uuidPartner: uuid, name }, i) => (
                <Fragment key={uuid}>
                  {i > 0 && ', '}
                  <Link to={partnerLinks.card({ uuidPartner: uuid })} target="_blank">
                    {name}
                  </Link>
                </Fragment>
              ))}
            </Message>
          </div>
        )}
      </Live>
    </div>
  );
}
