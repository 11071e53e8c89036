import { Component, type ReactNode } from 'react';
import { asProblem } from '../../kit/api/problem';
import { t } from '../shared/texts';
import { Button } from '../shared/ui/Button';
import { Screen } from '../shared/ui/Screen';

type State = { isBroken: boolean };

/** Shows an error screen when a bug stops the app. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(thrown: unknown): State {
    asProblem(thrown); // logs it
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Screen
        title={t.broken.title}
        lead={t.broken.text}
        action={<Button onClick={() => location.assign('/')}>{t.broken.again}</Button>}
      />
    );
  }
}
