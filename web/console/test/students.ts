import type { components } from '../shared/api/schema.gen';

type Student = components['schemas']['StudentsCardWire'];

/** Faculties of a university. */
export const faculties = [
  {
    uuidDepartment: 'f-1',
    nameDepartment: 'Юридический факультет',
    specialties: [{ uuidSpecialty: 's-1', nameSpecialty: 'Гражданское право' }],
  },
  {
    uuidDepartment: 'f-2',
    nameDepartment: 'Химический факультет',
    specialties: [{ uuidSpecialty: 's-2', nameSpecialty: 'Органическая химия' }],
  },
];

/** A student's card as the console holds it. */
export const card = (changes: Partial<Student> = {}): { student: Student; version: string } => ({
  version: '"3"',
  student: {
    uuidUser: 'u-1',
    idStudent: 7,
    phone: '79123456789',
    studentCode: '4800000007',
    status: 'active',
    statusReason: null,
    vk: true,
    faculty: 'f-1',
    nameFaculty: 'Юридический факультет',
    studentInfo: {
      surname: 'Ёлкина',
      name: 'Анна',
      patronymic: 'Ильинична',
      photo: '/files/old.png?s=1',
      birthdate: '12.03.2004',
      course: 3,
      startEducation: 2024,
      endEducation: 2028,
      nameCity: 'Москва',
      uuidCity: 'c-1',
      nameFaculty: 'Юридический факультет',
      uuidFaculty: 'f-1',
      nameSpecialty: 'Гражданское право',
      uuidSpecialty: 's-1',
      nameUniversity: 'МГУ',
      uuidUniversity: 'v-1',
      linkvk: 'https://vk.com/elka',
      linktg: 'javascript:alert(1)',
    },
    document: null,
    submittedAt: null,
    wrongFields: [],
    consents: [],
    ...changes,
  },
});
