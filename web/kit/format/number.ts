const whole = new Intl.NumberFormat('ru');
const decimal = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat('ru', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A number with thousands separated: 12 345. */
export const formatNumber = (value: number) => whole.format(value);

/** A number with at most one decimal: 33,3. */
export const formatDecimal = (value: number) => decimal.format(value);

/** A number with exactly one decimal: 4,0. */
export const formatTenths = (value: number) => tenths.format(value);

/** A percentage with a non-breaking space: 33,3 %. */
export const formatPercent = (value: number) => `${formatDecimal(value)}\u00a0%`;
