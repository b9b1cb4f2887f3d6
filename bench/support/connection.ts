import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly retryAfterMs: number;
  readonly body: string;
}

/** A keep-alive connection with one request at a time: a client that needs little processor time compared with the measured server. */
export class Connection {
  readonly #socket: Socket;
  readonly address: URL;
  #parts: string[] = [];
  #missing = 0;
  #settle: ((answer: Answer | undefined) => void) | undefined;

  constructor(address: URL) {
    this.address = address;
    this.#socket = connect(Number(address.port), address.hostname);
    this.#socket.setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (part: string) => this.#read(part));
    this.#socket.on('error', () => undefined); // followed by 'close'
    this.#socket.on('close', () => this.#end(undefined));
  }

  /** Sends a request. @returns undefined when the connection ended without a response */
  ask(question: string, stop: AbortSignal): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve(undefined);
      const abort = () => this.#socket.destroy();
      this.#settle = (answer) => {
        stop.removeEventListener('abort', abort);
        resolve(answer);
      };
      stop.addEventListener('abort', abort, { once: true });
      this.#socket.write(question);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(part: string): void {
    this.#parts.push(part);
    this.#missing -= part.length;
    // The length is known and the body is incomplete: no need to parse again.
    if (this.#parts.length > 1 && this.#missing > 0) return;
    const buffer = this.#parts.join('');
    this.#parts = [buffer];
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = buffer.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#missing = end + 4 + length - buffer.length;
    if (this.#missing > 0) return;
    const retryAfterMs = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0) * 1000;
    this.#parts = [];
    this.#end({ status: Number(head.slice(9, 12)), retryAfterMs, body: buffer.slice(end + 4) });
  }

  #end(answer: Answer | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(answer);
  }
}

/** A request of HTTP/1.1 as text. @param headers without those of the body */
export function requestOf(address: string, path: string, headers: Readonly<Record<string, string>>, body?: string): string {
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `host: ${new URL(address).host}`,
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
