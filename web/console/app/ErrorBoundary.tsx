import { Component, type ReactNode } from 'react';
import { BrokenScreen } from '../shared/ui/BrokenScreen';

/** Catches errors that no page has caught. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <BrokenScreen /> : this.props.children;
  }
}
