import * as v from 'valibot';
import { isLink } from '../../../shared/form/richText';
import { optionalText, requiredText } from '../../../shared/form/schema';
import { t } from '../texts';

/** Limits of the fields, in characters (rules 7.12). */
export const longest = { title: 200, link: 2000, description: 2000 };

/** The dialog of a vacancy (rules 7.12). */
export const vacancySchema = v.object({
  title: requiredText(longest.title),
  link: v.pipe(requiredText(longest.link), v.check(isLink, t.vacancies.linkWrong)),
  description: optionalText(longest.description),
});

/** The checked values of the dialog. */
export type VacancyChange = v.InferOutput<typeof vacancySchema>;
