/** Classes that place the parts of the application's frame, before any script has run (EmptyFrame.tsx) as afterwards. */
export const SIDEBAR = 'sticky top-0 hidden h-dvh w-58 shrink-0 border-r border-line bg-sunken lg:block';
export const SIDEBAR_INSIDE = 'flex h-full flex-col gap-3 overflow-y-auto p-3';
export const SIDEBAR_HEAD = 'flex h-8 items-center justify-between px-1.5';
export const TOP_BAR = 'sticky top-0 z-20 flex h-12 short:static items-center gap-2 border-b border-line bg-surface px-2 lg:hidden';
