import { Button } from '@mantine/core';
import { Key } from '../../../shared/keys/Key';
import type { Offer } from '../../../shared/round/RoundPage';
import { useKeysOn } from '../../../shared/session/slash';
import { t } from '../texts';
import css from './round.module.css';

/** Rejects by a preset reason at once. */
export function Presets({ offers }: { offers: readonly Offer[] }) {
  const isOn = useKeysOn();
  return (
    <fieldset className={css.presets}>
      <legend className={css.title}>{t.round.presets}</legend>
      {offers.map(({ word, key, run, disabled }) => (
        <Button
          key={word}
          variant="default"
          size="xs"
          justify="space-between"
          disabled={disabled}
          onClick={run}
          rightSection={isOn && <Key hidden>{key}</Key>}
        >
          {word}
        </Button>
      ))}
    </fieldset>
  );
}
