import { SignInPage } from '../features/auth/SignInPage';
import { definePublic } from '../shared/access/area';
import { authLinks } from '../shared/links/auth';

export default definePublic([
  // Not lazy: it is the first screen, and a logout without a network must still reach it.
  { path: authLinks.signIn.path, page: async () => SignInPage },
  {
    path: authLinks.requestReset.path,
    page: () => import('../features/auth/ResetRequestPage').then((file) => file.ResetRequestPage),
  },
  {
    path: authLinks.confirmReset.path,
    page: () => import('../features/auth/ResetConfirmPage').then((file) => file.ResetConfirmPage),
  },
  {
    path: authLinks.invitation.path,
    page: () =>
      import('../features/auth/invitation/InvitationPage').then((file) => file.InvitationPage),
  },
  {
    path: authLinks.factor.path,
    page: () => import('../features/auth/second/FactorPage').then((file) => file.FactorPage),
  },
]);
