import * as v from 'valibot';
import type { Problem } from '../../shared/api/problem';
import { choiceSchema } from '../../shared/form/choice';
import { isInn } from '../../shared/form/inn';
import { photoKey, photoSchema, withoutLostUploads } from '../../shared/form/photo';
import { optionalRichText } from '../../shared/form/richText';
import {
  type FormErrors,
  isEmail,
  optionalText,
  requiredText,
  wholeForm,
} from '../../shared/form/schema';
import { t as form } from '../../shared/form/texts';
import type { FieldProps } from '../../shared/form/useAppForm';
import { isWebAddress } from '../../shared/ui/OutsideLink';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import type { Card, Partner } from './api';
import { t } from './texts';

/** The colours of the statuses (design.md). */
export const tones: Record<Partner['status'], StatusTone> = { active: 'green', blocked: 'red' };

/** Social networks of the form, in its order. */
export const networks = ['vk', 'instagram', 'fb', 'twitter'] as const;

/** A rating with a decimal comma, always with its decimal: 4,0. */
export const showRating = (rating: number) => rating.toFixed(1).replace('.', ',');

/** A stored phone as the card shows it: +7 999 999-99-99 (spec §2.10). */
export function cardPhone(stored: string): string {
  const parts = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(stored);
  if (!parts) return stored;
  const [, country, area, a, b, c] = parts;
  return `+${country} ${area} ${a}-${b}-${c}`;
}

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy. */
export const showDay = (stamp: string) => stamp.slice(0, 10).split('-').reverse().join('.');

/** What a partner lacks to be of use to students; null when nothing. */
export function missingOf({ countSalePoints, countDiscounts }: Partner): string | null {
  if (countSalePoints === 0 && countDiscounts === 0) return t.card.missing.both;
  if (countSalePoints === 0) return t.card.missing.points;
  return countDiscounts === 0 ? t.card.missing.discounts : null;
}

const longest = { name: 200, legalName: 300, description: 2000, link: 2000 };

/** Characters that a description may have, tags apart. */
export const longestDescription = longest.description;

const link = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(longest.link, form.tooLong(longest.link)),
  v.check((text) => text === '' || isWebAddress(text), t.form.linkWrong),
);

/** The form of a partner: the rules of internal/partners/partners.go, told before anything is sent. */
export const partnerSchema = v.object({
  name: requiredText(longest.name, t.form.nameRequired),
  legalName: optionalText(longest.legalName),
  inn: v.pipe(
    v.string(),
    v.check((text) => text === '' || isInn(text), t.form.innWrong),
  ),
  city: v.pipe(choiceSchema, v.nonEmpty(t.form.cityRequired)),
  // Not sent: a draft of the form shows it without asking for it.
  cityName: v.string(),
  category: v.pipe(v.string(), v.nonEmpty(t.form.categoryRequired)),
  description: optionalRichText(longest.description),
  phone: v.pipe(
    v.string(),
    v.nonEmpty(t.form.phoneRequired),
    v.regex(/^\d{11}$/, form.phoneIncomplete),
  ),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isEmail(text), t.form.emailWrong),
  ),
  site: link,
  vk: link,
  instagram: link,
  fb: link,
  twitter: link,
  logo: photoSchema,
  keyImage: photoSchema,
  version: v.string(),
});

/** What the form holds. */
export type PartnerValues = v.InferInput<typeof partnerSchema>;

/** What it sends. */
export type PartnerChange = v.InferOutput<typeof partnerSchema>;

/** Gives a field of the form by its name. */
export type PartnerField = <K extends keyof PartnerValues>(name: K) => FieldProps<PartnerValues[K]>;

/** The form of a partner that is not there yet. */
export const emptyPartner: PartnerValues = {
  ...{ name: '', legalName: '', inn: '', city: '', cityName: '', category: '', description: '' },
  ...{ phone: '', email: '', site: '', vk: '', instagram: '', fb: '', twitter: '' },
  ...{ logo: '', keyImage: '', version: '' },
};

/** A card as the form holds it. */
export function valuesOf({ partner, version }: Card): PartnerValues {
  const linkTo = (network: (typeof networks)[number]) =>
    partner.socialNetworks.find(({ type }) => type === network)?.link ?? '';
  return {
    name: partner.name,
    legalName: partner.legalName ?? '',
    inn: partner.inn ?? '',
    city: partner.uuidMainCity,
    cityName: partner.nameMainCity,
    category: partner.category.uuidCategory,
    description: partner.description ?? '',
    phone: partner.phone,
    email: partner.email ?? '',
    site: partner.linkToSite ?? '',
    vk: linkTo('vk'),
    instagram: linkTo('instagram'),
    fb: linkTo('fb'),
    twitter: linkTo('twitter'),
    logo: photoKey(partner.logo),
    keyImage: photoKey(partner.keyImg),
    // Kept with the values: after a reload the form is saved upon what it was merged with.
    version,
  };
}

/** What a draft of the form cannot bring along. */
export const revive = withoutLostUploads('logo', 'keyImage');

const missingWords: readonly unknown[] = [
  t.form.nameRequired,
  t.form.cityRequired,
  t.form.categoryRequired,
  t.form.phoneRequired,
];

/** The banners over the form: fields that are empty, fields of a wrong format (spec §5). */
export function bannersOf(errors: readonly (string | boolean | undefined)[]): string[] {
  const given = errors.filter(Boolean);
  const missing = given.filter((error) => missingWords.includes(error)).length;
  return [
    ...(missing > 0 ? [t.form.missing] : []),
    ...(given.length > missing ? [t.form.wrong] : []),
  ];
}

const wireNames: Readonly<Record<string, keyof PartnerValues>> = {
  uuidMainCity: 'city',
  linkToSite: 'site',
  keyImg: 'keyImage',
};

// The field of the form that the server means by its own name.
function fieldOf(wire: string): string {
  const place = /^socialNetworks\[(\d)\]/.exec(wire)?.[1];
  return networks[Number(place ?? -1)] ?? wireNames[wire] ?? wire;
}

/** What the server refuses, by the fields of the form. What it has no field for is said above it. */
export function refusedFields({ status, errors }: Problem): FormErrors | undefined {
  if (status !== 422 || errors.length === 0) return undefined;
  const found: FormErrors = {};
  for (const { field, message } of errors) {
    const name = fieldOf(field);
    found[name in emptyPartner ? name : wholeForm] ??= message;
  }
  return found;
}
