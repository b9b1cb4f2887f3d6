import { fileURLToPath } from 'node:url';

/** The checkout's root: relative paths of the configuration start here, wherever the command was typed. */
export const ROOT_DIR = fileURLToPath(new URL('../../../../', import.meta.url));
