/** What the server deals: the next cards of a list, and how many are left in it. */
export type Hand<Row> = { cards: readonly Row[]; left: number; seconds: number };

/** A card that was decided or passed over. */
type Done<Row> = {
  row: Row;
  /** What was decided; null if it was passed over and comes again. */
  outcome: string | null;
};

/** A working through a list, card by card. */
export type Round<Row> = {
  /** The oldest first. */
  past: readonly Done<Row>[];
  /** The card on the screen. */
  current: Row | null;
  /** The cards after it. */
  ahead: readonly Row[];
  /** Cards of the list that are not decided, those of other operators included; null until the first answer. */
  left: number | null;
};

/** A round before its first answer. */
export const noRound = { past: [], current: null, ahead: [], left: null };

/** Cards after the current one below which more are fetched. */
export const fewAhead = 2;

/** A function over rounds; ids tell rows apart. */
export const roundOf = <Row>(id: (row: Row) => string) => {
  const isIn = (rows: readonly Row[], row: Row) => rows.some((other) => id(other) === id(row));

  // The next card becomes the current one.
  const drawn = (round: Round<Row>): Round<Row> => {
    const [next, ...ahead] = round.ahead;
    return round.current || !next ? round : { ...round, current: next, ahead };
  };

  return {
    /** Adds dealt cards. A card that was passed over has come again; one that was decided must not. */
    dealt: (round: Round<Row>, cards: readonly Row[], left: number): Round<Row> => {
      const known = round.current ? [round.current, ...round.ahead] : round.ahead;
      const decided = round.past.filter(({ outcome }) => outcome !== null).map(({ row }) => row);
      const fresh = cards.filter((card) => !isIn(known, card) && !isIn(decided, card));
      return drawn({
        ...round,
        past: round.past.filter(({ row }) => !isIn(fresh, row)),
        ahead: [...round.ahead, ...fresh],
        left: Math.max(0, left),
      });
    },

    /** Ends the current card and opens the next. */
    done: (round: Round<Row>, outcome: string | null): Round<Row> => {
      const { current: row, left } = round;
      if (!row) return round;
      return drawn({
        ...round,
        past: [...round.past, { row, outcome }],
        current: null,
        left: outcome === null || left === null ? left : Math.max(0, left - 1),
      });
    },

    /** Opens a past card again; the current one is next. A decision that was undone makes one more to decide. */
    back: (round: Round<Row>, row: Row, undone = false): Round<Row> => ({
      ...round,
      left: undone && round.left !== null ? round.left + 1 : round.left,
      past: round.past.filter((done) => id(done.row) !== id(row)),
      current: row,
      ahead: [round.current, ...round.ahead].filter(
        (other) => other !== null && id(other) !== id(row),
      ) as Row[],
    }),

    /** The card after which the server goes on. */
    last: ({ past, current, ahead }: Round<Row>): string | undefined => {
      const row = ahead.at(-1) ?? current ?? past.at(-1)?.row;
      return row && id(row);
    },
  };
};
