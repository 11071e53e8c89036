import type { MantineColorsTuple } from '@mantine/core';

/** Deep indigo: primary actions, links, the active menu entry. Nothing else. */
export const brand: MantineColorsTuple = [
  '#f1f2fd',
  '#e3e5fa',
  '#c8ccf4',
  '#a9afed',
  '#8d94e8',
  '#6f76dd',
  '#575cd0',
  '#4145b8',
  '#363a9c',
  '#2b2e7d',
];

/** Neutral greys of the light theme. */
export const gray: MantineColorsTuple = [
  '#f7f7f9',
  '#f0f1f4',
  '#e5e6eb',
  '#d8dae1',
  '#c3c6d0',
  '#8b909e',
  '#6b7280',
  '#4d525f',
  '#32353f',
  '#1b1d24',
];

/** Neutral darks: 0 is text, 7 the page, 6 a card. */
export const dark: MantineColorsTuple = [
  '#e6e7eb',
  '#c6c9d1',
  '#a3a7b3',
  '#7b808d',
  '#3a3c45',
  '#2d2f37',
  '#212329',
  '#18191e',
  '#131418',
  '#0e0f12',
];

/** Red, for blocked things and for buttons that destroy. */
export const red: MantineColorsTuple = [
  '#fdeceb',
  '#fad6d4',
  '#f4b1ad',
  '#ee8983',
  '#e5645e',
  '#dc4a44',
  '#cf3a34',
  '#bd2d28',
  '#a8201a',
  '#8a1a15',
];

/** Sizes of icons, px. */
export const iconSize = { sm: 16, md: 18, lg: 20 };

/** Width of the strokes of icons. */
export const iconStroke = 1.75;

/** Where the layout changes, px (design.md): the menu folds to icons, then becomes a drawer. */
export const breakpoint = { folded: 1199.98, drawer: 767.98 };

/** Own colours, as CSS variables --sb-*, in both themes. */
export const colours = {
  light: {
    page: gray[0],
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: gray[1],
    line: gray[2],
    'line-strong': gray[3],
    text: gray[9],
    muted: '#5c6370',
    link: brand[7],
    'active-bg': brand[0],
    'active-text': brand[8],
    hover: gray[1],
    ring: brand[6],
    'green-text': '#17653a',
    'green-bg': '#e4f4ea',
    'green-mark': '#2f9e5b',
    'amber-text': '#7d4a00',
    'amber-bg': '#fdf1d8',
    'amber-mark': '#d18700',
    'red-text': '#a8201a',
    'red-bg': '#fdeaea',
    'red-mark': '#d6403a',
    'grey-text': gray[7],
    'grey-bg': gray[1],
    'grey-mark': gray[5],
    shadow: 'rgb(20 22 40 / 12%)',
    'cover-from': '#2c2f86',
    'cover-to': '#1b1c4e',
    'cover-text': '#ffffff',
    'cover-muted': '#c9cdf6',
    'cover-line': 'rgb(255 255 255 / 9%)',
  },
  dark: {
    page: dark[7],
    surface: dark[6],
    raised: '#26282f',
    sunken: '#1c1d22',
    line: '#2f3139',
    'line-strong': '#434650',
    text: dark[0],
    muted: dark[2],
    link: '#a5acf3',
    'active-bg': '#292c48',
    'active-text': '#d5d8fb',
    hover: '#26282f',
    ring: brand[4],
    'green-text': '#84d8a6',
    'green-bg': '#1b3225',
    'green-mark': '#3fb571',
    'amber-text': '#edc06d',
    'amber-bg': '#3a2d13',
    'amber-mark': '#d99a2b',
    'red-text': '#f5a5a0',
    'red-bg': '#3d2020',
    'red-mark': '#e5645e',
    'grey-text': dark[1],
    'grey-bg': '#2d2f37',
    'grey-mark': dark[3],
    shadow: 'rgb(0 0 0 / 45%)',
    'cover-from': '#24265f',
    'cover-to': '#15163a',
    'cover-text': '#f4f4fb',
    'cover-muted': '#b9bdf0',
    'cover-line': 'rgb(255 255 255 / 6%)',
  },
} as const;
