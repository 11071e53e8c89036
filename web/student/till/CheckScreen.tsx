import { IconCamera, IconCameraOff, IconScan } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useAwake } from '../shared/awake';
import { Button } from '../shared/ui/Button';
import { Logo } from '../shared/ui/Logo';
import css from './CheckScreen.module.css';
import { useCamera } from './camera';
import { check, type Result, type Till, unreadable } from './check';
import { makeKeyReader } from './keys';
import { makeRepeats } from './repeats';
import { type Shown, shownIn } from './shown';
import { allowSound, sound } from './sound';
import { t } from './texts';
import { Verdict } from './Verdict';

const shownFor = 20_000; // ms: then the screen returns to the camera

/** Checks one card at a time; a newer one replaces the result, from the moment it is asked about. */
function useChecks(onUnpaired: () => void) {
  const [stage, setStage] = useState<Result | 'checking' | null>(null);
  const turn = useRef(0);
  const show = useCallback((made: Result) => {
    turn.current += 1;
    setStage(made);
    sound(made.tone);
  }, []);
  const run = useCallback(
    async (shown: Shown) => {
      turn.current += 1;
      const own = turn.current;
      setStage('checking');
      const made = await check(shown);
      if (own !== turn.current) return null;
      if (made === 'unpaired') {
        onUnpaired();
        return null;
      }
      show(made);
      return made;
    },
    [onUnpaired, show],
  );
  useEffect(() => {
    if (stage === null || stage === 'checking') return;
    const timer = setTimeout(() => setStage(null), shownFor);
    return () => clearTimeout(timer);
  }, [stage]);
  return { stage, run, show };
}

// Handles scanners that type, anywhere on the page and under any keyboard layout.
function useKeys(onText: (text: string) => boolean) {
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    const read = makeKeyReader();
    const listen = (event: KeyboardEvent) => {
      const text = read(event);
      if (text && latest.current(text)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const troubles = {
  denied: { title: t.denied, text: t.deniedText, way: t.again },
  failed: { title: t.noScanner, text: t.noScannerText, way: t.retry },
  none: { title: t.noCamera, text: t.noCameraText, way: null },
} as const;

function Camera({ onText }: { onText: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, retry } = useCamera(video, onText);
  const trouble = state === 'starting' || state === 'on' ? null : troubles[state];
  return (
    <div className={css.camera} data-state={state}>
      <video ref={video} className={css.video} muted playsInline tabIndex={-1} />
      {trouble ? (
        <div className={css.off}>
          <IconCameraOff size={56} aria-hidden="true" />
          <h2>{trouble.title}</h2>
          <p>{trouble.text}</p>
          {trouble.way && (
            <Button look="quiet" icon={<IconCamera size={22} />} onClick={retry}>
              {trouble.way}
            </Button>
          )}
        </div>
      ) : (
        <div className={css.aim}>
          <span className={css.corners} aria-hidden="true" />
          <p>{state === 'starting' ? t.starting : t.show}</p>
        </div>
      )}
    </div>
  );
}

/** Scans continuously; the verdict's colour fills the screen. */
export function CheckScreen({ till, onUnpaired }: { till: Till; onUnpaired: () => void }) {
  const { stage, run, show } = useChecks(onUnpaired);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [repeats] = useState(makeRepeats);
  useEffect(allowSound, []);
  useAwake();
  const scanned = async (text: string) => {
    const shown = shownIn(text);
    if (shown) return run(shown);
    show(unreadable);
    return unreadable;
  };
  const seen = async (text: string) => {
    if (!repeats.isNew(text)) return;
    const made = await scanned(text);
    if (made?.tone === 'green') repeats.accept();
    if (made?.isUnanswered) repeats.askAgain();
  };
  useKeys((text) => {
    const isCard = shownIn(text) !== null || text.includes('/');
    if (isCard) {
      setTyped('');
      setWrong(false);
      void scanned(text);
    }
    return isCard;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const shown = shownIn(typed);
    setWrong(!shown);
    if (!shown) return;
    setTyped('');
    void run(shown);
  };
  return (
    <main className={css.screen}>
      <header className={css.head}>
        <Logo size={32} />
        <h1>
          {till.partner}
          <small>{till.address}</small>
        </h1>
      </header>
      <div className={css.stage}>
        <Camera onText={seen} />
        {stage !== null && stage !== 'checking' && <Verdict result={stage} />}
        <p className={css.busy} role="status" data-on={stage === 'checking' || undefined}>
          {stage === 'checking' && t.checking}
        </p>
      </div>
      <form className={css.bar} onSubmit={submit} noValidate>
        <label className={css.field}>
          <IconScan size={22} aria-hidden="true" />
          <input
            inputMode="numeric"
            autoComplete="off"
            aria-label={t.number}
            placeholder={t.number}
            aria-invalid={isWrong || undefined}
            value={typed}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setWrong(false);
            }}
          />
        </label>
        <div className={css.send}>
          <Button type="submit">{t.check}</Button>
        </div>
        {isWrong && (
          <p role="alert" className={css.wrong}>
            {t.numberError}
          </p>
        )}
      </form>
    </main>
  );
}
