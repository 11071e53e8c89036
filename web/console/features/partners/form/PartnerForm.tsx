import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../../shared/api/categories';
import { AppForm } from '../../../shared/form/AppForm';
import { CityField } from '../../../shared/form/CityField';
import { FormActions } from '../../../shared/form/FormActions';
import { PhoneField } from '../../../shared/form/PhoneField';
import { PhotoField } from '../../../shared/form/PhotoField';
import { photoKey } from '../../../shared/form/photo';
import { RichTextField } from '../../../shared/form/RichTextField';
import { SelectField } from '../../../shared/form/SelectField';
import { TextField } from '../../../shared/form/TextField';
import type { AppFormState } from '../../../shared/form/useAppForm';
import { Message } from '../../../shared/ui/Message';
import { Section } from '../../../shared/ui/Section';
import { t } from '../texts';
import type { Partner } from '../wire';
import css from './form.module.css';
import { InnField } from './InnField';
import {
  bannersOf,
  emptyPartner,
  longestDescription,
  networks,
  type PartnerField,
  type PartnerValues,
} from './rules';

type FieldsProps = { field: PartnerField; partner: Partner | null };

const withPresent = (
  options: readonly { value: string; label: string }[],
  partner: Partner | null,
) => {
  const present = partner?.category;
  if (!present || options.some(({ value }) => value === present.uuidCategory)) return options;
  return [{ value: present.uuidCategory, label: present.name }, ...options];
};

function MainFields({ field, partner }: FieldsProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const options = withPresent(categories, partner);
  const city = field('city');
  const cityName = field('cityName');
  return (
    <Section title={t.form.main}>
      <TextField
        {...field('name')}
        label={t.form.name}
        placeholder={t.form.namePlaceholder}
        required
      />
      <div className={css.grid}>
        <TextField {...field('legalName')} label={t.form.legalName} />
        <InnField {...field('inn')} uuidPartner={partner?.uuidPartner} />
        <CityField
          {...city}
          label={t.form.city}
          stored={city.value ? { uuid: city.value, name: cityName.value } : null}
          onChoose={(chosen) => cityName.onChange(chosen?.name ?? '')}
          required
        />
        <SelectField
          {...field('category')}
          label={t.form.category}
          options={[{ value: '', label: t.form.categoryPlaceholder }, ...options]}
          required
        />
      </div>
      <RichTextField
        {...field('description')}
        label={t.form.description}
        limit={longestDescription}
      />
    </Section>
  );
}

function ContactFields({ field }: FieldsProps) {
  return (
    <>
      <Section title={t.form.contacts}>
        <div className={css.grid}>
          <PhoneField {...field('phone')} label={t.form.phone} required />
          <TextField {...field('email')} label={t.form.email} type="email" inputMode="email" />
        </div>
        <TextField
          {...field('site')}
          label={t.form.site}
          placeholder={t.form.sitePlaceholder}
          inputMode="url"
        />
      </Section>
      <Section title={t.form.networks}>
        <div className={css.grid}>
          {networks.map((network) => (
            <TextField
              key={network}
              {...field(network)}
              label={t.card.networks[network]}
              placeholder={t.form.linkPlaceholder}
              inputMode="url"
            />
          ))}
        </div>
      </Section>
    </>
  );
}

const stored = (address: string | null | undefined) =>
  address ? { key: photoKey(address), address } : null;

function ImageFields({ field, partner }: FieldsProps) {
  return (
    <Section title={t.form.images}>
      <PhotoField
        {...field('logo')}
        label={t.form.logo}
        description={t.form.logoHint}
        stored={stored(partner?.logo)}
      />
      <PhotoField
        {...field('keyImage')}
        label={t.form.keyImage}
        description={t.form.keyImageHint}
        stored={stored(partner?.keyImg)}
        wide
      />
    </Section>
  );
}

type Props = {
  title: string;
  form: AppFormState & { field: PartnerField };
  partner: Partner | null;
  leave: () => void;
};

/** The add and edit form of a partner. */
export function PartnerForm({ title, form, partner, leave }: Props) {
  const { field, saving } = form;
  const names = Object.keys(emptyPartner) as (keyof PartnerValues)[];
  const banners = bannersOf(names.map((name) => field(name).error));
  return (
    <AppForm form={form} label={title}>
      {banners.map((banner) => (
        <Message key={banner} tone="red" title={banner} />
      ))}
      <MainFields field={field} partner={partner} />
      <ContactFields field={field} partner={partner} />
      <ImageFields field={field} partner={partner} />
      <FormActions saving={saving} onCancel={() => form.cancel(leave)} />
    </AppForm>
  );
}
