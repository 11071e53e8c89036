/** Sizes of icons, px. */
export const iconSize = { sm: 16, md: 18, lg: 20 };

/** Width of the strokes of icons. */
export const iconStroke = 1.75;

/** Breakpoints, px (rules 20.9): the menu collapses to icons, then becomes a drawer. */
export const breakpoint = { folded: 1199.98, drawer: 767.98 };
