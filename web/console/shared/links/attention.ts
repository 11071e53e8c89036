import { page } from './page';

/** The page of what requires attention. */
export const attentionLinks = { page: page('/attention') };
