import { create as contentDisposition } from 'content-disposition';

/** What a browser may do with the file if it is ever opened as a page: nothing. */
const SANDBOX = "sandbox; default-src 'none'";

/** The headers of a file to keep. @param fileName any text; the header's own escapes are made here (RFC 6266) */
export const downloadHeaders = ({ fileName, mediaType }: { readonly fileName: string; readonly mediaType: string }) => ({
  'Content-Type': mediaType,
  'Content-Disposition': contentDisposition(fileName, { type: 'attachment' }),
  'Content-Security-Policy': SANDBOX,
});
