import { cx } from './cx.ts';

/** 24 × 24 outlines, one stroke; drawn for this product. */
const PATHS = {
  alert: 'M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5M12 17.2v.1',
  alertCircle: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.8v5M12 16.2v.1',
  arrowDown: 'M12 5v14M6 13l6 6 6-6',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  bell: 'M6 10a6 6 0 1 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM10 20a2.2 2.2 0 0 0 4 0',
  briefcase: 'M4 8h16v11H4zM9 8V5.5h6V8M4 13h16',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  calendar: 'M4 6.5h16V20H4zM4 10.5h16M8 4v4M16 4v4',
  calendarCheck: 'M4 6.5h16V20H4zM4 10.5h16M8 4v4M16 4v4M9 15l2.2 2.2L15.5 13',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  car: 'M4 17v-4.5l2-6h12l2 6V17M4 12.5h16M4 17h16v2.5h-3V17M7 17v2.5H4V17M7.5 14.8v.1M16.5 14.8v.1',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  checkCircle: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.3l2.8 2.8L16 9.8',
  chevronDown: 'M6 9l6 6 6-6',
  chevronLeft: 'M15 6l-6 6 6 6',
  chevronRight: 'M9 6l6 6-6 6',
  chevronUp: 'M6 15l6-6 6 6',
  chevronsUpDown: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  clipboard: 'M8 5H5.5v16h13V5H16M8.5 3.5h7v3.5h-7zM9 12.5l2 2 4-4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.2 2',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  edit: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5l-4 1ZM14 7l3 3',
  euro: 'M17.5 7A6 6 0 1 0 17.5 17M5 10.5h8M5 13.5h8',
  external: 'M14 5h5v5M19 5l-8.5 8.5M11 6H5v13h13v-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.5 6A9 9 0 0 1 12 5.5C18 5.5 21.5 12 21.5 12a16 16 0 0 1-3 3.7M6.5 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1M10 10a3 3 0 0 0 4 4',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5v5h5',
  fileText: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5v5h5M9 13h6M9 16.5h6',
  filter: 'M4 6h16M7 12h10M10 18h4',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9Z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.7v.1',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.3l2.8 1.7',
  home: 'M4 11l8-7 8 7v9h-5.5v-5.5h-5V20H4z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.6v.1',
  key: 'M8 19.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12.5 20 3.5M15.5 8l3 3',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  logOut: 'M14 4.5H5v15h9M10 12h10.5M17 8l4 4-4 4',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  mapPin: 'M12 21s7-6.3 7-11.5A7 7 0 0 0 5 9.5C5 14.7 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  more: 'M5.5 12v.1M12 12v.1M18.5 12v.1',
  paperclip: 'M19 11.5l-7.3 7.3a4.6 4.6 0 0 1-6.5-6.5l8-8a3 3 0 0 1 4.3 4.3l-7.8 7.8a1.5 1.5 0 0 1-2.1-2.1L14.5 7.5',
  pause: 'M8 5v14M16 5v14',
  phone:
    'M6 3.5h3.5l1.7 4.5-2.2 1.7a12 12 0 0 0 5.3 5.3l1.7-2.2 4.5 1.7V18a2.5 2.5 0 0 1-2.7 2.5A16.5 16.5 0 0 1 3.5 6.2 2.5 2.5 0 0 1 6 3.5Z',
  play: 'M7 4.5v15l12-7.5z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 12a8 8 0 0 1-14.3 4.9M4 12a8 8 0 0 1 14.3-4.9M18.5 3v4.5H14M5.5 21v-4.5H10',
  rotate: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4.8h-4.8',
  route:
    'M6 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.5 17.5H15a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h6.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20 20',
  send: 'M20.5 3.5 10 14M20.5 3.5 14 20.5l-4-6.5-6.5-4z',
  settings: 'M4 7h9M17 7h3M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM4 17h3M11 17h9M9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  shield: 'M12 3.5l7.5 2.8v5.2c0 4.6-3.2 7.6-7.5 9-4.3-1.4-7.5-4.4-7.5-9V6.3z',
  stethoscope: 'M6 4H4.5v5a4.5 4.5 0 0 0 9 0V4H12M9 13.5V16a4.5 4.5 0 0 0 9 0v-2.5M18 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  table: 'M4 5h16v14H4zM4 9.7h16M4 14.3h16M10 5v14',
  trash: 'M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.3 20h9.4l.8-13.5M10 10.5v6M14 10.5v6',
  upload: 'M12 16V5M7 9.5l5-5 5 5M5 20h14',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  userPlus: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3 20.5a7 7 0 0 1 14 0M19 8.5v6M16 11.5h6',
  users:
    'M9 12a3.8 3.8 0 1 0 0-7.6A3.8 3.8 0 0 0 9 12ZM2.5 20a6.5 6.5 0 0 1 13 0M15.5 4.8a3.6 3.6 0 0 1 0 6.9M17.5 14.2a6.5 6.5 0 0 1 4 5.8',
  video: 'M3.5 7h11.5v10H3.5zM15 11l5.5-3v8L15 13',
  wifiOff:
    'M4 4l16 16M5 12.5a10 10 0 0 1 3.5-2.3M8.2 15.7a5.5 5.5 0 0 1 7.4-.2M12.5 9.5a10 10 0 0 1 6.5 3M2.5 9a14 14 0 0 1 4-2.5M11 5.5A14 14 0 0 1 21.5 9M12 19v.1',
  x: 'M6 6l12 12M18 6 6 18',
  xCircle: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6M15 9l-6 6',
  zap: 'M13 3 5 13.5h6L10.5 21 19 10.5h-6z',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative unless it has a label. */
export function Icon({ name, size = 16, label, className }: { name: IconName; size?: number; label?: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: an icon with a meaning of its own gets aria-label below, any other is hidden.
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.6 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('shrink-0', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
