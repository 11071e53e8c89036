const names = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'] as const;

/** The hours of a day, as both apps get them from the server. */
type DayHours = {
  name: (typeof names)[number];
  startWork: string | null;
  endWork: string | null;
};

// The server writes a week as 'Пн:09:00-18:00', one day after another (rules 7.10).
const dayText = /^(\S{2}):(?:(\d\d:\d\d)-(\d\d:\d\d)|(Выходной|Круглосуточно))$/;

/** The seven days of hours that the server sends as a text; null if an operator wrote the text. */
export function daysOfText(text: string): DayHours[] | null {
  const days: DayHours[] = names.map((name) => ({ name, startWork: null, endWork: null }));
  for (const part of text.split(/,\s*/)) {
    const [, name, start, end, word = ''] = dayText.exec(part) ?? [];
    const day = days.find((one) => one.name === name);
    if (!day) return null;
    day.startWork = start ?? word;
    day.endWork = end ?? word;
  }
  return days;
}
