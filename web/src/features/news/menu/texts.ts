/** Names of the menu entries: apart from the other words, which the first screen does not need. */
export const t = { news: 'Новости', rzd: 'РЖД Бонус' };
