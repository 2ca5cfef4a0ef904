// SPDX-License-Identifier: Apache-2.0
// The protocol over a WebSocket: each message is one JSON text without headers.
import { AbstractMessageReader, AbstractMessageWriter, DataCallback, Disposable, Message, MessageReader,
         MessageTransports, MessageWriter } from 'vscode-languageclient/browser';

class Reader extends AbstractMessageReader implements MessageReader {
  constructor(private readonly socket: WebSocket) {
    super();
    socket.addEventListener('close', () => this.fireClose());
  }

  listen(callback: DataCallback): Disposable {
    const take = (event: MessageEvent) => {
      try {
        callback(JSON.parse(event.data) as Message);
      } catch (error) {
        this.fireError(error);
      }
    };
    this.socket.addEventListener('message', take);
    return { dispose: () => this.socket.removeEventListener('message', take) };
  }
}

class Writer extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly socket: WebSocket) {
    super();
    socket.addEventListener('close', () => this.fireClose());
  }

  async write(message: Message): Promise<void> {
    this.socket.send(JSON.stringify(message));
  }

  end(): void {
    this.socket.close();
  }
}

/** Rejects if the connection fails. Browsers do not reveal the reason. */
export function connect(url: string): Promise<MessageTransports> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => resolve({ reader: new Reader(socket), writer: new Writer(socket) }));
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
  });
}
