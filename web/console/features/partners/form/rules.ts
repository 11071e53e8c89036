import * as v from 'valibot';
import { isInn } from '../../../shared/form/inn';
import { photoKey, withoutLostUploads } from '../../../shared/form/photo';
import {
  blankOr,
  isEmail,
  optionalRichText,
  optionalText,
  photo,
  requiredChoice,
  requiredPhone,
  requiredText,
} from '../../../shared/form/schema';
import type { FieldProps } from '../../../shared/form/useAppForm';
import { isWebAddress } from '../../../shared/ui/OutsideLink';
import { t } from '../texts';
import type { Card } from '../wire';

/** Social networks of the form, in its order. */
export const networks = ['vk', 'instagram', 'fb', 'twitter'] as const;

const longest = { name: 200, legalName: 300, description: 2000, link: 2000 };

/** The longest description, in characters without tags. */
export const longestDescription = longest.description;

const link = v.pipe(optionalText(longest.link), blankOr(isWebAddress, t.form.linkWrong));

/** The form of a partner: the rules of internal/partners/partners.go, checked before it is sent. */
export const partnerSchema = v.object({
  name: requiredText(longest.name, t.form.nameRequired),
  legalName: optionalText(longest.legalName),
  inn: blankOr(isInn, t.form.innWrong),
  city: requiredChoice(t.form.cityRequired),
  // Not sent: lets a restored draft show the city without loading it.
  cityName: v.string(),
  category: v.pipe(v.string(), v.nonEmpty(t.form.categoryRequired)),
  description: optionalRichText(longest.description),
  phone: requiredPhone(t.form.phoneRequired),
  email: blankOr(isEmail, t.form.emailWrong),
  site: link,
  vk: link,
  instagram: link,
  fb: link,
  twitter: link,
  logo: photo,
  keyImage: photo,
  version: v.string(),
});

/** The values of the form. */
export type PartnerValues = v.InferInput<typeof partnerSchema>;

/** The checked values, ready to send. */
export type PartnerChange = v.InferOutput<typeof partnerSchema>;

/** Returns the props of a field by its name. */
export type PartnerField = <K extends keyof PartnerValues>(name: K) => FieldProps<PartnerValues[K]>;

/** The form of a new partner. */
export const emptyPartner: PartnerValues = {
  ...{ name: '', legalName: '', inn: '', city: '', cityName: '', category: '', description: '' },
  ...{ phone: '', email: '', site: '', vk: '', instagram: '', fb: '', twitter: '' },
  ...{ logo: '', keyImage: '', version: '' },
};

/** The form values of a card. */
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
    // Part of the values: after a reload the form must send the version it was merged with.
    version,
  };
}

/** Drops uploads from a draft that the server has deleted by now. */
export const revive = withoutLostUploads('logo', 'keyImage');

const missingWords: readonly unknown[] = [
  t.form.nameRequired,
  t.form.cityRequired,
  t.form.categoryRequired,
  t.form.phoneRequired,
];

/** The banners above the form: some fields are empty, some have a wrong format (rules 7.3). */
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

/** The form field of a server field: 'socialNetworks[0].link' is 'vk'. */
export function fieldOf(wire: string): string {
  const place = /^socialNetworks\[(\d)\]/.exec(wire)?.[1];
  return networks[Number(place ?? -1)] ?? wireNames[wire] ?? wire;
}
