import { cities } from '../../shared/api/cities';
import { Button } from '../../shared/ui/Button';
import { Results } from '../../shared/ui/PickField';
import { Sheet } from '../../shared/ui/Sheet';
import { t } from './texts';

type City = { id: string; name: string };
type Props = { isChosen: boolean; onPick: (city: City | null) => void; onClose: () => void };

/** Chooses a city, or none. */
export function CitySheet({ isChosen, onPick, onClose }: Props) {
  return (
    <Sheet title={t.cityTitle} onClose={onClose}>
      {isChosen && (
        <Button look="quiet" onClick={() => onPick(null)}>
          {t.anyCity}
        </Button>
      )}
      <Results
        search={cities}
        placeholder={t.citySearch}
        nothing={t.cityNothing}
        onPick={({ id, name }) => onPick({ id, name })}
      />
    </Sheet>
  );
}
