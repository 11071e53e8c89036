import { useMediaQuery } from '@mantine/hooks';
import { breakpoint } from '../theme/tokens';

/** Whether the screen is a phone's: the menu is a drawer and rows are cards. */
export const usePhone = () =>
  useMediaQuery(`(max-width: ${breakpoint.drawer}px)`, undefined, {
    getInitialValueInEffect: false,
  });
