/** What is used of smpp, which has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** What a message says, once it is read. */
  interface MessageText {
    readonly message: string | Buffer;
  }
  interface PDU {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly esm_class?: number;
    readonly data_coding?: number;
    readonly source_addr?: string;
    readonly destination_addr?: string;
    readonly registered_delivery?: number;
    readonly message_id?: string;
    readonly short_message?: MessageText | Buffer;
    readonly message_payload?: MessageText | Buffer;
    readonly receipted_message_id?: string;
    readonly message_state?: number;
    readonly user_message_reference?: number;
    readonly system_id?: string;
    readonly password?: string;
    isResponse(): boolean;
    response(fields?: object): PDU;
  }
  interface Session extends EventEmitter {
    readonly socket: Socket;
    on(event: 'pdu', listener: (pdu: PDU) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'connect' | 'secureConnect' | 'close', listener: () => void): this;
    /** @returns false: it was not written */
    send(pdu: PDU, onResponse?: (response: PDU) => void): boolean;
    close(): void;
    destroy(): void;
  }
  interface SmppServer {
    readonly sessions: readonly Session[];
    listen(port: number, host: string, listening: () => void): void;
    address(): unknown;
    close(closed?: () => void): void;
  }
  const smpp: {
    readonly PDU: new (command: string, fields: object) => PDU;
    readonly errors: Readonly<Record<string, number>>;
    connect(options: object): Session;
    createServer(options: object, onSession: (session: Session) => void): SmppServer;
  };

  export type { PDU, Session, SmppServer };
  export default smpp;
}
