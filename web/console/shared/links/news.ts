import { page } from './page';

/** Pages of news, and the list of news about the railway bonus programme. */
export const newsLinks = {
  list: page('/news'),
  rzdBonus: page('/rzd-bonus'),
  add: page('/news/add'),
  card: page('/news/$uuidNews'),
  edit: page('/news/$uuidNews/edit'),
  participants: page('/news/$uuidNews/showStudents'),
};
