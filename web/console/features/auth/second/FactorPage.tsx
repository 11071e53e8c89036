import { UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FactorSetup } from '../../../shared/factor/FactorSetup';
import { studentLinks } from '../../../shared/links/students';
import { leave } from '../../../shared/session/leave';
import { AuthLayout } from '../AuthLayout';
import css from '../auth.module.css';
import { t } from './texts';

/** /second-factor: the set-up that is required before anything else (rules 26.8). */
export function FactorPage() {
  const navigate = useNavigate();
  return (
    <AuthLayout title={t.factor.title} hint={t.factor.hint}>
      <FactorSetup done={() => void navigate({ to: studentLinks.list(), replace: true })} />
      <UnstyledButton className={css.link} onClick={() => void leave()}>
        {t.factor.logout}
      </UnstyledButton>
    </AuthLayout>
  );
}
