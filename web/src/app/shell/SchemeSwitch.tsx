import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { t } from '../texts';
import css from './SchemeSwitch.module.css';

const choices = [
  { value: 'light', icon: IconSun, word: t.scheme.light },
  { value: 'auto', icon: IconDeviceDesktop, word: t.scheme.auto },
  { value: 'dark', icon: IconMoon, word: t.scheme.dark },
] as const;

const data = choices.map(({ value, icon: Icon, word }) => ({
  value,
  label: (
    <span className={css.choice} title={word}>
      <Icon size={iconSize.sm} stroke={iconStroke} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  ),
}));

/** Light, dark, or as the system has it. */
export function SchemeSwitch({ vertical }: { vertical?: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t.scheme.label}
      size="xs"
      fullWidth={!vertical}
      orientation={vertical ? 'vertical' : 'horizontal'}
      data={data}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}
