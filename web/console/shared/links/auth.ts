import { page } from './page';

/** Pages for people who are not signed in. */
export const authLinks = {
  signIn: page('/auth'),
  requestReset: page('/auth/resetpassword'),
  confirmReset: page('/confirmreset/$hash'),
  invitation: page('/invite/$hash'),
  factor: page('/second-factor'),
};
