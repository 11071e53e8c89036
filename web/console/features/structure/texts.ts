import { plural } from '../../../kit/format/plural';
import { quoted } from '../../../kit/format/quoted';
import { menu } from '../../shared/access/texts';

const faculties = (count: number) =>
  `${count} ${plural(count, 'факультет', 'факультета', 'факультетов')}`;

/** Texts of the university's structure (rules 12.1, 12.2). */
export const t = {
  title: menu.structure,
  count: (count: number) => `В структуре ${faculties(count)}`,
  specialties: (count: number) =>
    `${count} ${plural(count, 'специальность', 'специальности', 'специальностей')}`,
  noSpecialties: 'Без специальностей',
  empty: {
    title: 'Создайте структуру университета',
    text: 'Добавьте институты и факультеты: по названию или все сразу по ИНН университета.',
    next: `Затем откроются разделы «${menu.students}» и «${menu.applications}».`,
  },
  add: 'Добавить',
  edit: (name: string) => `Редактировать: ${name}`,
  remove: (name: string) => `Удалить: ${name}`,
  adding: {
    title: 'Добавление факультета',
    ways: { name: 'По названию', inn: 'По ИНН' },
    way: 'Способ добавления',
    name: 'Название института или факультета',
    required: 'Введите название факультета',
    added: 'Факультет добавлен',
    addedMany: (count: number) =>
      plural(count, 'Добавлен', 'Добавлены', 'Добавлено').concat(` ${faculties(count)}`),
    inn: 'ИНН университета',
    innHint: '10 или 12 цифр',
    innRequired: 'Введите ИНН',
    find: 'Найти',
    found: (count: number) => `В каталоге ${faculties(count)}. Снимите отметку с лишних.`,
    foundLabel: 'Факультеты из каталога',
    allThere: 'Все факультеты из каталога уже есть в структуре.',
    unknown: 'По этому ИНН в каталоге ничего нет. Добавьте факультеты по названию.',
    done: 'Готово',
  },
  editing: {
    title: 'Редактирование факультета',
    name: 'Название института или факультета',
    specialties: 'Специальности',
    specialty: (place: number) => `Специальность ${place}`,
    add: 'Добавить специальность',
    none: 'Специальностей пока нет.',
    required: 'Введите название специальности',
    same: 'Такая специальность уже есть в этом списке',
    remove: (name: string) => `Удалить специальность: ${name}`,
    saved: 'Изменения сохранены',
  },
  removing: {
    title: 'Удалить факультет?',
    text: (name: string, specialties: number) =>
      specialties === 0
        ? `${quoted(name)} исчезнет из структуры.`
        : `${quoted(name)} исчезнет из структуры вместе со специальностями (${specialties}).`,
    confirm: 'Удалить',
    done: 'Факультет удалён',
  },
  removingSpecialty: {
    title: 'Удалить специальность?',
    text: (name: string) => `${quoted(name)} исчезнет из списка специальностей факультета.`,
    confirm: 'Удалить',
    done: 'Специальность удалена',
  },
};
