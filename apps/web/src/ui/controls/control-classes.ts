/** The common look of fields; on touch screens the text is 16 px, or iOS zooms into the page. */
export const controlClass =
  'w-full min-w-0 rounded-control border border-line-strong/70 bg-field text-fg shadow-field outline-none transition-[border-color,box-shadow] duration-100 ' +
  'hover:border-line-strong focus-within:border-brand-fg focus-within:ring-3 focus-within:ring-ring/25 focus:border-brand-fg focus:ring-3 focus:ring-ring/25 ' +
  'aria-invalid:border-danger-fg has-aria-invalid:border-danger-fg disabled:bg-sunken disabled:text-muted disabled:opacity-80 [&:is(input,textarea):read-only]:bg-sunken';

export const controlHeights = {
  sm: 'h-8 px-2.5 text-xs pointer-coarse:h-10 pointer-coarse:text-[1rem]',
  md: 'h-10 px-3 text-sm pointer-coarse:text-[1rem]',
  lg: 'h-12 px-3.5 text-md pointer-coarse:text-[1rem]',
} as const;
export type ControlSize = keyof typeof controlHeights;

/** Filters of a list on a phone: as many beside each other as have room for what is chosen, in the large letters of a touch screen. */
export const filterGridClass = 'grid-cols-2 gap-2 pointer-coarse:grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))]';

/** A button of a list's filters, with the border of the fields beside it. */
export const filterButtonClass =
  'justify-between! not-data-error:border-line-strong/70! data-error:border-danger-fg! font-normal! max-sm:w-full pointer-coarse:h-10';
