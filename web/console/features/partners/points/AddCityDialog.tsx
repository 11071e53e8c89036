import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CityField } from '../../../shared/form/CityField';
import { common } from '../../../shared/texts';
import { Dialog } from '../../../shared/ui/Dialog';
import { useDialogFrame } from '../../../shared/ui/dialogFrame';
import { t } from '../texts';
import { CityAddresses } from './CityAddresses';
import css from './dialogs.module.css';
import type { City } from './rules';

type StepProps = {
  city: City | null;
  choose: (city: City | null) => void;
  next: () => void;
};

function ChooseCity({ city, choose, next }: StepProps) {
  const dialog = useDialogFrame();
  const [refused, setRefused] = useState(false);
  const [typed, setTyped] = useState(city?.uuid ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (city) next();
    else setRefused(true);
  };
  return (
    <form className={css.column} onSubmit={submit} noValidate aria-label={t.points.wizard.title}>
      <CityField
        name="city"
        label={t.points.wizard.city}
        value={typed}
        stored={city}
        onChange={(value) => {
          setTyped(value);
          setRefused(false);
        }}
        onChoose={choose}
        error={refused && typed === '' && t.points.wizard.cityRequired}
        required
        autoFocus
      />
      <div className={css.actions}>
        <Button variant="default" onClick={dialog?.leave}>
          {common.cancel}
        </Button>
        <Button type="submit">{t.points.wizard.next}</Button>
      </div>
    </form>
  );
}

/** Adds a city to a partner in two steps: the city, then its addresses. Closing the dialog discards both. */
export function AddCityDialog({ uuidPartner, close }: { uuidPartner: string; close: () => void }) {
  const [city, setCity] = useState<City | null>(null);
  const [step, setStep] = useState<1 | 2>(1);
  const [reached, setReached] = useState<City | null>(null);
  const [busy, setBusy] = useState(false);
  const next = () => {
    setReached(city);
    setStep(2);
  };
  return (
    <Dialog title={t.points.wizard.title} onClose={close} size="medium" busy={busy}>
      <div className={css.column}>
        <p className={css.quiet}>
          {t.points.wizard.step(step)}
          {step === 2 && city && ` · ${t.points.inCity(city.name)}`}
        </p>
        {step === 1 && <ChooseCity city={city} choose={setCity} next={next} />}
        {/* Kept mounted during the first step: going back must not lose the addresses. */}
        {reached && (
          <div hidden={step === 1}>
            <CityAddresses
              uuidPartner={uuidPartner}
              city={reached}
              back={() => setStep(1)}
              close={close}
              onBusy={setBusy}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}
