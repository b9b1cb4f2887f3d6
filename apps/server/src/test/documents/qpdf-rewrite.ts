import { createRequire } from 'node:module';

interface Program {
  callMain(args: readonly string[]): number;
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; readFile(path: string): Uint8Array };
}

/**
 * Rewrites a PDF with qpdf: encrypted, linearized, or with object streams.
 * @param args options of qpdf's command line
 */
export async function rewrittenPdf(file: Buffer, ...args: readonly string[]): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  const load = require('@neslinesli93/qpdf-wasm') as (options: { locateFile: () => string }) => Promise<Program>;
  const wasm = require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
  const program = await load({ locateFile: () => wasm });
  program.FS.writeFile('/in.pdf', file);
  const exit = program.callMain([...args, '/in.pdf', '/out.pdf']);
  if (exit !== 0) throw new Error(`qpdf ended with ${exit}`);
  return Buffer.from(program.FS.readFile('/out.pdf'));
}
