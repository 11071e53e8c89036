import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { innDigits, isInn } from '../../shared/form/inn';
import { TextField } from '../../shared/form/TextField';
import type { FieldProps } from '../../shared/form/useAppForm';
import { Live } from '../../shared/ui/Live';
import { Message } from '../../shared/ui/Message';
import { innQuery } from './api';
import css from './form.module.css';
import { t } from './texts';

type Own = {
  /** The partner whose form it is: it is no double of itself. */
  uuidPartner: string | undefined;
};

/** ИНН: digits alone. Another partner that has it is told of, and refuses nothing (contract §8). */
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
                  <Link to={`/partners/card/${uuid}`} target="_blank">
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
