import * as v from 'valibot';
import { optionalText } from '../form/schema';

/** Characters. */
export const longestPurpose = 500;

/** The form that asks for the purpose. */
export const purposeSchema = v.object({ purpose: optionalText(longestPurpose) });
