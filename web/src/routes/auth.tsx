import { definePublic } from '../shared/access/area';

export default definePublic([
  {
    path: '/auth',
    page: () => import('../features/auth/SignInPage').then((file) => file.SignInPage),
  },
  {
    path: '/auth/resetpassword',
    page: () => import('../features/auth/ResetRequestPage').then((file) => file.ResetRequestPage),
  },
  {
    path: '/confirmreset/$hash',
    page: () => import('../features/auth/ResetConfirmPage').then((file) => file.ResetConfirmPage),
  },
]);
