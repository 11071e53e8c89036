import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useId } from 'react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { t } from '../texts';
import css from './SchemeSwitch.module.css';

const choices = [
  { value: 'light', icon: IconSun, word: t.scheme.light },
  { value: 'auto', icon: IconDeviceDesktop, word: t.scheme.auto },
  { value: 'dark', icon: IconMoon, word: t.scheme.dark },
] as const;

/** Colour scheme: light, dark or system. Mantine's SegmentedControl would be the only one on the first screens. */
export function SchemeSwitch({ vertical }: { vertical?: boolean }) {
  const name = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div
      className={css.tray}
      role="radiogroup"
      aria-label={t.scheme.label}
      data-vertical={vertical || undefined}
    >
      {choices.map(({ value, icon: Icon, word }) => (
        <label key={value} className={css.choice} title={word}>
          <input
            type="radio"
            name={name}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={iconSize.sm} stroke={iconStroke} aria-hidden />
          <VisuallyHidden>{word}</VisuallyHidden>
        </label>
      ))}
    </div>
  );
}
