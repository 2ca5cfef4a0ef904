// SPDX-License-Identifier: Apache-2.0
// The messages of the protocol over a WebSocket: one JSON text in each message, without headers.
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

/** Rejects when no connection comes about; the reason is known to the browser and not to us. */
export function connect(url: string): Promise<MessageTransports> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => resolve({ reader: new Reader(socket), writer: new Writer(socket) }));
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
  });
}
