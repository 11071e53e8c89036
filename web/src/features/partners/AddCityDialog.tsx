import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CityField } from '../../shared/form/CityField';
import { common } from '../../shared/texts';
import { Dialog } from '../../shared/ui/Dialog';
import { useDialogFrame } from '../../shared/ui/dialogFrame';
import { CityAddresses } from './CityAddresses';
import css from './dialogs.module.css';
import type { City } from './pointsApi';
import { t } from './texts';

type StepProps = {
  city: City | null;
  choose: (city: City | null) => void;
  next: () => void;
};

function ChooseCity({ city, choose, next }: StepProps) {
  const dialog = useDialogFrame();
  const [refused, setRefused] = useState(false);
  const [held, setHeld] = useState(city?.uuid ?? '');
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
        value={held}
        stored={city}
        onChange={(value) => {
          setHeld(value);
          setRefused(false);
        }}
        onChoose={choose}
        error={refused && held === '' && t.points.wizard.cityRequired}
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

/** Adds a city to a partner in two steps: the city, then addresses in it. Nothing stays when it is shut. */
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
    <Dialog title={t.points.wizard.title} onClose={close} size={560} busy={busy}>
      <div className={css.column}>
        <p className={css.quiet}>
          {t.points.wizard.step(step)}
          {step === 2 && city && ` · ${t.points.inCity(city.name)}`}
        </p>
        {step === 1 && <ChooseCity city={city} choose={setCity} next={next} />}
        {/* Stays behind the first step: going back must not lose the addresses. */}
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
