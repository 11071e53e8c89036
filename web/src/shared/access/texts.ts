/** Words of the menu that come before their areas do: an area's own texts are loaded with its first page. */
export const menu = {
  partners: 'Партнёры',
  promotions: 'Управление акциями',
  promotionsOfUniversity: 'Акции',
};
